package upload

import (
	"bytes"
	"crypto/x509"
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

// quick is a client whose patience fits into a test.
func quick() Client {
	c := newClient(x509.NewCertPool(), 500*time.Millisecond, 500*time.Millisecond)
	c.firstWait, c.longestWait = 10*time.Millisecond, 50*time.Millisecond
	return c
}

func recording(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recording.jfr")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func destination(t *testing.T, server string) Destination {
	t.Helper()
	to, err := url.Parse(server + secret)
	if err != nil {
		t.Fatal(err)
	}
	return Destination{URL: to}
}

// taken is the answer of a store that has the object.
func taken(w http.ResponseWriter) { w.Header().Set("ETag", `"9a0364b9e99bb480dd25e1f0284c8555"`) }

// upload sends the recording to a server that answers as told, and returns how often it was asked.
func upload(t *testing.T, answer http.HandlerFunc) (int32, error) {
	t.Helper()
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		answer(w, r)
	}))
	defer server.Close()
	err := quick().File(soon(t, time.Second), destination(t, server.URL), recording(t))
	return asked.Load(), err
}

func TestTheFileArrivesWholeWithItsLength(t *testing.T) {
	_, err := upload(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPut || r.RequestURI != secret || r.ContentLength != int64(len(content)) ||
			!bytes.Equal(body, content) {
			t.Errorf("%s %s with %d bytes announced, %d sent", r.Method, r.RequestURI, r.ContentLength, len(body))
		}
		// Presigned headers are those of the signature: an additional one is refused by some stores.
		if r.Header.Get("Content-Type") != "" || len(r.TransferEncoding) > 0 {
			t.Errorf("headers %v, transfer encoding %v", r.Header, r.TransferEncoding)
		}
		taken(w)
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAFormHasItsFieldsAndTheFileLast(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reader, err := r.MultipartReader()
		if err != nil || r.Method != http.MethodPost || r.ContentLength <= int64(len(content)) ||
			len(r.TransferEncoding) > 0 {
			t.Errorf("%s with %d bytes announced: %v", r.Method, r.ContentLength, err)
			return
		}
		var names []string
		for part, err := reader.NextPart(); err == nil; part, err = reader.NextPart() {
			names = append(names, part.FormName())
			if body, _ := io.ReadAll(part); part.FormName() == "file" && !bytes.Equal(body, content) {
				t.Errorf("%d bytes arrived", len(body))
			}
		}
		if strings.Join(names, " ") != "key policy x-amz-signature file" {
			t.Errorf("fields %v", names)
		}
		taken(w)
		w.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	to := destination(t, server.URL)
	to.Form = url.Values{"policy": {"e30="}, "x-amz-signature": {"s3cr3t"}, "key": {"team/a/recording.jfr"}}
	if err := quick().File(t.Context(), to, recording(t)); err != nil {
		t.Error(err)
	}
}

func TestATextArrivesWholeAndItsRefusalNamesIt(t *testing.T) {
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); r.ContentLength != int64(len(content)) || !bytes.Equal(body, content) ||
			len(r.TransferEncoding) > 0 {
			t.Errorf("%d bytes announced, %d sent", r.ContentLength, len(body))
		}
		taken(w)
		w.WriteHeader(status)
	}))
	defer server.Close()
	to := destination(t, server.URL)
	if err := quick().Text(t.Context(), to, content); err != nil {
		t.Error(err)
	}
	status = http.StatusForbidden
	check(t, quick().Text(t.Context(), to, content), "refused the diagnostics: 403 Forbidden")
}

func TestTheStoresWordsAreInTheErrorAndAFinalAnswerIsTheOnlyOne(t *testing.T) {
	for name, test := range map[string]struct {
		status int
		body   string
		want   string
	}{
		"when the URL has expired": {
			403, s3Error("AccessDenied", "Request has expired."),
			"refused the recording: 403 AccessDenied: Request has expired; check that the clocks",
		},
		"when the key is not ours": {
			403, s3Error("SignatureDoesNotMatch", "no"), "403 SignatureDoesNotMatch: no; check that the operator's credentials",
		},
		"when it sends us elsewhere": {
			307, s3Error("TemporaryRedirect", "go away"), "307 TemporaryRedirect: go away; check the store's region",
		},
		"when it has none": {403, "", "403 Forbidden; check that the operator's credentials"},
		"when a proxy answers in HTML": {
			413, "<html><body>too large</body></html>",
			"413 Request Entity Too Large; raise the limit of the store or of the proxy before it to 1000000 bytes",
		},
		"when the policy says so": {
			400, s3Error("EntityTooLarge", "too large"),
			"400 EntityTooLarge: too large; raise the limit of the store or of the proxy before it to 1000000 bytes",
		},
		"when it is there already": {
			412, s3Error("PreconditionFailed", "there"), "412 PreconditionFailed: there; check the store's configuration",
		},
		"when it cannot do that": {501, s3Error("NotImplemented", "no"), "501 NotImplemented: no; "},
	} {
		t.Run(name, func(t *testing.T) {
			asked, err := upload(t, func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				w.Header().Set("Location", "http://elsewhere.invalid/")
				w.WriteHeader(test.status)
				io.WriteString(w, test.body)
			})
			check(t, err, test.want)
			if asked != 1 || strings.Contains(err.Error(), "tried for") {
				t.Errorf("asked %d times: %v", asked, err)
			}
		})
	}
}

func s3Error(code, message string) string {
	return "<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>" + message + "</Message>" +
		"<Resource>/bucket/s3cr3t-key</Resource></Error>"
}

func check(t *testing.T, err error, want string) {
	t.Helper()
	problem, ok := errors.AsType[*report.Problem](err)
	if !ok || problem.Reason != report.UploadFailed || problem.Outcome != report.OutcomeFailed ||
		!strings.Contains(problem.Message, want) {
		t.Errorf("got %v, want %q", err, want)
	}
	if err != nil && strings.Contains(err.Error(), "s3cr3t") {
		t.Errorf("the URL is in %v", err)
	}
}
