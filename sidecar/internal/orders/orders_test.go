package orders

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const (
	// often lets a test look many times in a moment.
	often = 3 * time.Millisecond
	// enough is the number of looks after which an answer counts as ignored.
	enough = 5
	// patient is far more than a busy machine needs.
	patient = time.Minute
)

const order = `{"version":1,"stop":"ProfileJob shop/checkout was suspended"}`

// answering is a store that gives these answers, one after the other and the last one for ever, and counts the looks.
func answering(t *testing.T, answers ...http.HandlerFunc) (*url.URL, *atomic.Int64) {
	t.Helper()
	looks := &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		look := int(looks.Add(1))
		answers[min(look, len(answers))-1](w, r)
	}))
	t.Cleanup(server.Close)
	where, err := url.Parse(server.URL + "/bucket/orders.json?X-Amz-Signature=s3cr3t")
	if err != nil {
		t.Fatal(err)
	}
	return where, looks
}

func saying(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func await(t *testing.T, stop *Stop) {
	t.Helper()
	select {
	case <-stop.Given():
	case <-time.After(patient):
		t.Fatal("the order was not found")
	}
}

func TestAnOrderIsFoundWhenItIsThere(t *testing.T) {
	none := saying(http.StatusNotFound, "<Error><Code>NoSuchKey</Code></Error>")
	where, looks := answering(t, none, none, saying(http.StatusOK, order))
	stop := watch(t.Context(), nil, where, often)
	await(t, stop)
	if !stop.IsGiven() || stop.Reason() != "ProfileJob shop/checkout was suspended" || looks.Load() != 3 {
		t.Errorf("%v, %q after %d looks", stop.IsGiven(), stop.Reason(), looks.Load())
	}
}

func TestTheFirstLookIsOverWhenItsAnswerIsKnown(t *testing.T) {
	for name, test := range map[string]struct {
		status int
		given  bool
	}{"no order": {http.StatusNotFound, false}, "an order": {http.StatusOK, true}} {
		where, _ := answering(t, saying(test.status, order))
		stop := watch(t.Context(), nil, where, time.Hour)
		select {
		case <-stop.Looked():
		case <-time.After(patient):
			t.Fatal(name, "was not looked for")
		}
		if stop.IsGiven() != test.given {
			t.Errorf("%s: %v", name, stop.IsGiven())
		}
	}
}

func TestTheOperatorsOrderIsUnderstood(t *testing.T) {
	document, err := os.ReadFile("../../testdata/orders.json")
	if err != nil {
		t.Fatal(err)
	}
	where, _ := answering(t, saying(http.StatusOK, string(document)))
	stop := watch(t.Context(), nil, where, often)
	await(t, stop)
	if stop.Reason() != "ProfileJob shop/checkout-cpu was suspended" {
		t.Errorf("%q", stop.Reason())
	}
}

func TestNothingElseEndsARecording(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"no order":                    saying(http.StatusNotFound, ""),
		"no right to list the bucket": saying(http.StatusForbidden, order),
		"a broken store":              saying(http.StatusInternalServerError, order),
		"a part of an order":          saying(http.StatusPartialContent, order),
		"a proxy's page":              saying(http.StatusOK, "<html>sign in</html>"),
		"an empty object":             saying(http.StatusOK, ""),
		"half an order":               saying(http.StatusOK, order[:30]),
		"an order to go on":           saying(http.StatusOK, `{"version":1,"stop":""}`),
		"another version":             saying(http.StatusOK, `{"version":2,"stop":"now"}`),
		"another type":                saying(http.StatusOK, `{"version":1,"stop":true}`),
		"endless text":                saying(http.StatusOK, order[:21]+strings.Repeat("a", longestDocument)+`"}`),
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/elsewhere" {
				io.WriteString(w, order)
				return
			}
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		},
		"a broken connection": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			where, looks := answering(t, answer)
			stop := watch(t.Context(), nil, where, often)
			for began := time.Now(); looks.Load() < enough; time.Sleep(often) {
				if time.Since(began) > patient {
					t.Fatalf("only %d looks", looks.Load())
				}
			}
			if stop.IsGiven() {
				t.Errorf("stopped: %q", stop.Reason())
			}
		})
	}
}

func TestALongReasonIsCut(t *testing.T) {
	where, _ := answering(t, saying(http.StatusOK, `{"version":1,"stop":"`+strings.Repeat("ä", longestReason)+`"}`))
	stop := watch(t.Context(), nil, where, often)
	await(t, stop)
	if len(stop.Reason()) > longestReason || !strings.HasSuffix(stop.Reason(), "ä…") {
		t.Errorf("%d bytes: %q", len(stop.Reason()), stop.Reason())
	}
}

func TestASidecarWithoutOrdersIsNeverStopped(t *testing.T) {
	var none *Stop
	if none.IsGiven() || none.Given() != nil || none.Looked() != nil {
		t.Error("stopped")
	}
}
