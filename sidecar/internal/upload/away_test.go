package upload

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

var errTimeOver = errors.New("the sidecar's time was over")

// soon is a context of a sidecar that has so much time left.
func soon(t *testing.T, left time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeoutCause(t.Context(), left, errTimeOver)
	t.Cleanup(cancel)
	return ctx
}

// store takes recordings, and counts those that arrived whole.
type store struct{ whole atomic.Int32 }

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if body, err := io.ReadAll(r.Body); err == nil && bytes.Equal(body, content) {
		s.whole.Add(1)
		taken(w)
	}
}

// listen serves at the address, which may be that of a server that was there before.
func listen(t *testing.T, address string, handler http.Handler) *http.Server {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Error(err)
		return nil
	}
	server := &http.Server{Addr: listener.Addr().String(), Handler: handler}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return server
}

func TestAStoreThatIsAwayGetsTheRecordingWhenItIsBack(t *testing.T) {
	away := listen(t, "127.0.0.1:0", nil)
	away.Close()
	back := &store{}
	time.AfterFunc(3*time.Second, func() { listen(t, away.Addr, back) })
	err := quick().File(soon(t, time.Minute), destination(t, "http://"+away.Addr), recording(t))
	if err != nil || back.whole.Load() != 1 {
		t.Errorf("%v, %d arrived", err, back.whole.Load())
	}
}

func TestAStoreThatIsStoppedWhileItReadsGetsTheWholeRecordingAfterwards(t *testing.T) {
	reading := make(chan struct{})
	first := listen(t, "127.0.0.1:0", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.ReadFull(r.Body, make([]byte, 10_000))
		close(reading)
		<-r.Context().Done()
	}))
	back := &store{}
	go func() {
		<-reading
		first.Close()
		listen(t, first.Addr, back)
	}()
	err := quick().File(soon(t, time.Minute), destination(t, "http://"+first.Addr), recording(t))
	if err != nil || back.whole.Load() != 1 {
		t.Errorf("%v, %d arrived", err, back.whole.Load())
	}
}

// A server that is frozen, or behind a load balancer that forgot it, takes connections and as much as the kernel
// buffers.
func TestAStoreThatHangsIsAskedAgain(t *testing.T) {
	for name, hang := range map[string]func(net.Conn){
		"and reads nothing":   func(net.Conn) {},
		"and does not answer": func(c net.Conn) { io.Copy(io.Discard, c) },
		"in the midst of a line": func(c net.Conn) {
			io.CopyN(io.Discard, c, int64(len(content)))
			io.WriteString(c, "HTTP/1.1 20")
		},
	} {
		t.Run(name, func(t *testing.T) {
			back := &store{}
			server := httptest.NewUnstartedServer(back)
			var connections atomic.Int32
			server.Listener = hanging{server.Listener, func(c net.Conn) bool {
				if connections.Add(1) > 2 {
					return false
				}
				go hang(c)
				return true
			}}
			server.Start()
			defer server.Close()
			defer server.CloseClientConnections()
			err := quick().File(soon(t, time.Minute), destination(t, server.URL), recording(t))
			if err != nil || back.whole.Load() != 1 || connections.Load() != 3 {
				t.Errorf("%v, %d arrived over %d connections", err, back.whole.Load(), connections.Load())
			}
		})
	}
}

// hanging gives its server only those connections that nothing else takes.
type hanging struct {
	net.Listener
	takes func(net.Conn) bool
}

func (h hanging) Accept() (net.Conn, error) {
	for {
		connection, err := h.Listener.Accept()
		if err != nil || !h.takes(connection) {
			return connection, err
		}
	}
}

func TestARefusalThatMayPassIsNotTheEnd(t *testing.T) {
	for name, test := range map[string]struct {
		status int
		code   string
	}{
		"a full disk":                  {507, "XMinioStorageFull"},
		"a quota":                      {403, "QuotaExceeded"},
		"a quota of MinIO's":           {400, "XMinioAdminBucketQuotaExceeded"},
		"too many requests":            {429, ""},
		"slow down":                    {503, "SlowDown"},
		"an inner error":               {500, "InternalError"},
		"a proxy without a store":      {502, ""},
		"a bucket that is made anew":   {404, "NoSuchBucket"},
		"a clock that is put right":    {403, "RequestTimeTooSkewed"},
		"an interrupted connection":    {400, "RequestTimeout"},
		"a body that was cut":          {400, "IncompleteBody"},
		"somebody else at the same":    {409, "OperationAborted"},
		"a proxy that lost the client": {408, ""},
	} {
		t.Run(name, func(t *testing.T) {
			back := &store{}
			failures := 6
			asked, err := upload(t, func(w http.ResponseWriter, r *http.Request) {
				if failures--; failures >= 0 {
					io.Copy(io.Discard, r.Body)
					w.WriteHeader(test.status)
					io.WriteString(w, s3Error(test.code, "later"))
					return
				}
				back.ServeHTTP(w, r)
			})
			if err != nil || asked != 7 || back.whole.Load() != 1 {
				t.Errorf("%v after %d tries", err, asked)
			}
		})
	}
}

func TestAStoreThatStaysAwayIsNamedWithItsWordsAndForHowLong(t *testing.T) {
	asked, err := upload(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusInsufficientStorage)
		io.WriteString(w, s3Error("XMinioStorageFull", "no space left"))
	})
	check(t, err, "refused the recording: 507 XMinioStorageFull: no space left (tried for ")
	check(t, err, "s); make room in the store")
	if asked < 2 {
		t.Errorf("asked %d times", asked)
	}
	for name, host := range map[string]string{"no listener": "127.0.0.1:1", "no such name": "store.invalid:7070"} {
		t.Run(name, func(t *testing.T) {
			to := Destination{
				URL: &url.URL{Scheme: "http", Host: host, Path: "/bucket/s3cr3t-key", RawQuery: "X-Amz-Signature=s3cr3t"},
			}
			check(t, quick().File(soon(t, time.Second), to, recording(t)), "cannot be reached from this pod: dial tcp")
		})
	}
}

// slow reads so many bytes each tenth of a second.
func slow(bytes int64, r io.Reader) {
	for range time.Tick(100 * time.Millisecond) {
		if n, err := io.CopyN(io.Discard, r, bytes); n == 0 || err != nil {
			return
		}
	}
}

// What the kernels hold of the recording arrives long after it was sent: the time to wait for an answer must allow
// for it.
func TestAStoreThatTakes100KilobytesASecondIsWaitedFor(t *testing.T) {
	var asked atomic.Int32
	server := listen(t, "127.0.0.1:0", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		slow(10_000, r.Body)
		taken(w)
	}))
	client, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := client.File(soon(t, time.Minute), destination(t, "http://"+server.Addr), recording(t)); err != nil ||
		asked.Load() != 1 {
		t.Errorf("%v after %d tries", err, asked.Load())
	}
	if took := time.Since(began); took < 8*time.Second {
		t.Errorf("it took %v only, the server is not slow", took)
	}
}

func TestTheDeadlineIsKeptAndTheErrorSaysHowFarItCame(t *testing.T) {
	server := listen(
		t, "127.0.0.1:0", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { slow(1000, r.Body) }),
	)
	began := time.Now()
	err := quick().File(soon(t, 300*time.Millisecond), destination(t, "http://"+server.Addr), recording(t))
	check(
		t, err, "of the recording's 1000000 bytes at the timeout: the sidecar's time was over; check that the store answers",
	)
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
	if err != nil && strings.Contains(err.Error(), "had taken 0 of") {
		t.Error(err)
	}
}

func TestTheStoresLastAnswerSaysMoreThanTheTimeout(t *testing.T) {
	var asked atomic.Int32
	server := listen(t, "127.0.0.1:0", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) > 1 {
			slow(1000, r.Body)
			return
		}
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusInsufficientStorage)
		io.WriteString(w, s3Error("XMinioStorageFull", "no space left"))
	}))
	patient := newClient(x509.NewCertPool(), time.Minute, time.Minute)
	patient.firstWait, patient.longestWait = 10*time.Millisecond, 50*time.Millisecond
	err := patient.File(soon(t, 3*time.Second), destination(t, "http://"+server.Addr), recording(t))
	check(t, err, "507 XMinioStorageFull: no space left (tried for ")
}

// A proxy's page of welcome is no receipt. That of a store that loses what it took is one: the operator looks for
// the object.
func TestAnAnswerThatIsNoStoresIsNoSuccess(t *testing.T) {
	asked, err := upload(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, "<html>welcome</html>")
	})
	check(t, err, "the answer to the recording was 200 OK without an ETag, so it is no S3 store's (tried for ")
	check(t, err, "s); check what answers")
	if asked < 2 {
		t.Errorf("asked %d times", asked)
	}
}
