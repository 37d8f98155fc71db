package upload

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

var content = bytes.Repeat([]byte("recording "), 100_000)

const secret = "/bucket/s3cr3t-key?X-Amz-Signature=s3cr3t-signature"

// upload sends the content to a server that answers as told, and returns how often it was asked.
func upload(t *testing.T, answer http.HandlerFunc) (error, int32) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recording.jfr")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		answer(w, r)
	}))
	defer server.Close()
	to, err := url.Parse(server.URL + secret)
	if err != nil {
		t.Fatal(err)
	}
	return File(t.Context(), to, path), asked.Load()
}

func TestTheFileArrivesWholeWithItsLength(t *testing.T) {
	err, _ := upload(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPut || r.RequestURI != secret || r.ContentLength != int64(len(content)) || !bytes.Equal(body, content) {
			t.Errorf("%s %s with %d bytes announced, %d sent", r.Method, r.RequestURI, r.ContentLength, len(body))
		}
		// Presigned headers are those of the signature: an additional one is refused by some stores.
		if r.Header.Get("Content-Type") != "" || len(r.TransferEncoding) > 0 {
			t.Errorf("headers %v, transfer encoding %v", r.Header, r.TransferEncoding)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func TestATextArrivesWholeAndItsRefusalNamesIt(t *testing.T) {
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); r.ContentLength != int64(len(content)) || !bytes.Equal(body, content) || len(r.TransferEncoding) > 0 {
			t.Errorf("%d bytes announced, %d sent", r.ContentLength, len(body))
		}
		w.WriteHeader(status)
	}))
	defer server.Close()
	to, _ := url.Parse(server.URL + secret)
	if err := Text(t.Context(), to, content); err != nil {
		t.Error(err)
	}
	status = http.StatusForbidden
	check(t, Text(t.Context(), to, content), "refused the diagnostics: 403 Forbidden")
}

func TestAPassingFailureIsTriedAgainWithTheWholeFile(t *testing.T) {
	var got []byte
	failures := 2
	err, asked := upload(t, func(w http.ResponseWriter, r *http.Request) {
		got, _ = io.ReadAll(r.Body)
		if failures--; failures >= 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	if err != nil || asked != 3 || !bytes.Equal(got, content) {
		t.Errorf("%v after %d attempts with %d bytes", err, asked, len(got))
	}
}

func TestTheStoresWordsAreInTheError(t *testing.T) {
	const denied = `<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired.</Message><Resource>/bucket/s3cr3t-key</Resource></Error>`
	for name, test := range map[string]struct {
		status   int
		body     string
		attempts int32
		want     string
	}{
		"when it refuses":              {403, denied, 1, "refused the recording: 403 AccessDenied: Request has expired. Check that the store's clock"},
		"when the bucket is gone":      {404, "<Error><Code>NoSuchBucket</Code><Message>no such bucket</Message></Error>", 1, "404 NoSuchBucket: no such bucket. Check that the bucket exists."},
		"when it sends us elsewhere":   {307, "<Error><Code>TemporaryRedirect</Code><Message>go away</Message></Error>", 1, "307 TemporaryRedirect: go away. Check the store's region"},
		"when it has none":             {403, "", 1, "403 Forbidden. Check the operator's credentials"},
		"when a proxy answers in HTML": {413, "<html><body>too large</body></html>", 1, "413 Request Entity Too Large."},
		"when it stays broken":         {503, "<Error><Code>SlowDown</Code><Message>slow down</Message></Error>", attempts, "503 SlowDown: slow down. Tried 4 times"},
	} {
		t.Run(name, func(t *testing.T) {
			err, asked := upload(t, func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				w.Header().Set("Location", "http://elsewhere.invalid/")
				w.WriteHeader(test.status)
				io.WriteString(w, test.body)
			})
			check(t, err, test.want)
			if asked != test.attempts {
				t.Errorf("asked %d times, want %d", asked, test.attempts)
			}
		})
	}
}

func TestAStoreThatIsNotThereIsNamedWithoutTheURL(t *testing.T) {
	path := filepath.Join(t.TempDir(), "recording.jfr")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, host := range map[string]string{"no listener": "127.0.0.1:1", "no such name": "store.invalid:7070"} {
		t.Run(name, func(t *testing.T) {
			err := File(t.Context(), &url.URL{Scheme: "http", Host: host, Path: "/bucket/s3cr3t-key", RawQuery: "X-Amz-Signature=s3cr3t"}, path)
			check(t, err, "cannot be reached from this pod: dial tcp")
		})
	}
}

func TestTheDeadlineIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "recording.jfr")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer server.Close()
	defer close(release)
	to, _ := url.Parse(server.URL + secret)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	check(t, File(ctx, to, path), "context deadline exceeded")
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
}

func check(t *testing.T, err error, want string) {
	t.Helper()
	problem, ok := errors.AsType[*report.Problem](err)
	if !ok || problem.Reason != report.UploadFailed || problem.Outcome != report.OutcomeFailed || !strings.Contains(problem.Message, want) {
		t.Errorf("got %v, want %q", err, want)
	}
	if err != nil && strings.Contains(err.Error(), "s3cr3t") {
		t.Errorf("the URL is in %v", err)
	}
}
