package session

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/report"
	"hotspotter.dev/sidecar/internal/upload"
)

// attached makes this process a JVM that was attached to and gives each that connects the same answer.
func attached(t *testing.T, answer func(net.Conn)) jvm.Process {
	t.Helper()
	pid := os.Getpid()
	listener, err := net.Listen("unix", "/tmp/.java_pid"+strconv.Itoa(pid))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer connection.Close()
				connection.Read(make([]byte, 256))
				answer(connection)
			}()
		}
	}()
	return jvm.Process{JVM: report.JVM{PID: pid}}
}

// wanting is a session that has recorded and now wants a thread dump, in a store that answers with a status.
func wanting(t *testing.T, status int) (Session, *strings.Builder) {
	t.Helper()
	stored := &strings.Builder{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(stored, r.Body)
		w.Header().Set("ETag", "1")
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	to, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	order := config.Config{Diagnostics: []config.Diagnostic{config.ThreadDump}, DiagnosticsTo: upload.Destination{URL: to}}
	return Session{
		Config: order, Deadline: time.Now().Add(time.Minute), Procfs: procfs, Terminate: make(chan struct{}),
	}, stored
}

func TestDiagnosticsAreUploadedAndCounted(t *testing.T) {
	s, stored := wanting(t, http.StatusOK)
	process := attached(t, func(to net.Conn) { io.WriteString(to, "0\n\"main\" #1\n") })
	got := s.diagnose(t.Context(), completed, process)
	if got.Message != "" || got.Bytes != int64(stored.Len()) || !strings.Contains(stored.String(), "====\n\"main\" #1\n") {
		t.Errorf("%+v, stored %q", got, stored)
	}
}

func TestTroubleWithDiagnosticsIsOnlySaid(t *testing.T) {
	answer := func(to net.Conn) { io.WriteString(to, "0\nfine\n") }
	silence := func(to net.Conn) { io.Copy(io.Discard, to) }
	asked := make(chan struct{})
	var once sync.Once
	for name, test := range map[string]struct {
		status int
		answer func(net.Conn)
		change func(s *Session, process *jvm.Process)
		end    ending
		want   string
	}{
		"when the store refuses": {
			http.StatusForbidden, answer, nil, completed, "the object store refused the diagnostics: 403 Forbidden;",
		},
		"when the pod is being stopped": {http.StatusOK, answer, nil, terminated, "the pod is being stopped"},
		"when the pod is being stopped by then": {
			http.StatusOK, silence, func(s *Session, _ *jvm.Process) { s.Terminate = closed() }, completed,
			"the pod is being stopped",
		},
		"when the operator has ordered to stop": {
			http.StatusOK, answer, func(s *Session, _ *jvm.Process) { s.Stop = ordered(t) }, stopped,
			"ProfileJob shop/checkout was suspended",
		},
		"when the operator orders to stop by then": {
			http.StatusOK, func(to net.Conn) {
				once.Do(func() { close(asked) })
				silence(to)
			}, func(s *Session, _ *jvm.Process) { s.Stop = orderedAfter(t, asked) }, completed,
			"ProfileJob shop/checkout was suspended",
		},
		"when the time is over": {
			http.StatusOK, answer, func(s *Session, _ *jvm.Process) { s.Deadline = time.Now() }, outOfTime,
			"the sidecar had no time left",
		},
		"when the JVM is silent": {
			http.StatusOK, silence, func(s *Session, _ *jvm.Process) {
				s.Deadline = time.Now().Add(spare + 2*time.Second)
			}, tooBig,
			"threadDump: the JVM did not answer in time",
		},
		"when the JVM has ended": {
			http.StatusOK, answer, func(_ *Session, process *jvm.Process) { process.PID = 1 << 30 }, completed,
			"the JVM has ended",
		},
		"when there is no socket": {
			http.StatusOK, answer, func(_ *Session, process *jvm.Process) { process.PID = os.Getppid() }, completed,
			"cannot be used: no such file",
		},
		"when the JVM hangs up": {
			http.StatusOK, func(net.Conn) {}, nil, completed, "closed the connection without an answer",
		},
		"when the JVM says no": {
			http.StatusOK, func(to net.Conn) { io.WriteString(to, "-1\nno\n") }, nil, completed, "the JVM refused (-1) no",
		},
		"when the words are many": {
			http.StatusOK, func(to net.Conn) { io.WriteString(to, "-1\n"+strings.Repeat("no ", 999)) }, nil, completed, "no no",
		},
		"when nothing is answered": {
			http.StatusOK, func(to net.Conn) { io.WriteString(to, "0") }, nil, completed, "without an answer",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, stored := wanting(t, test.status)
			process := attached(t, test.answer)
			if test.change != nil {
				test.change(&s, &process)
			}
			began := time.Now()
			got := s.diagnose(t.Context(), test.end, process)
			if got.Bytes != 0 || !strings.Contains(got.Message, test.want) || len(got.Message) > longestWords {
				t.Errorf("%+v, want %q", got, test.want)
			}
			if test.status == http.StatusOK && stored.Len() > 0 {
				t.Errorf("stored %q", stored)
			}
			if took := time.Since(began); took > hurry {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestWithoutDiagnosticsThereIsNothingToSay(t *testing.T) {
	if got := (Session{}).diagnose(t.Context(), completed, jvm.Process{}); got != nil {
		t.Errorf("got %+v", got)
	}
}

func closed() <-chan struct{} {
	done := make(chan struct{})
	close(done)
	return done
}
