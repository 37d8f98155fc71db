//go:build integration

package integration

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
	"hotspotter.dev/sidecar/internal/upload"
)

// sent is a recording of a megabyte.
func sent(t *testing.T) (string, []byte) {
	content := bytes.Repeat([]byte("recording "), 100_000)
	path := filepath.Join(t.TempDir(), "recording.jfr")
	must(t, os.WriteFile(path, content, 0o600))
	return path, content
}

func deliver(t *testing.T, path, to string, form map[string]string) error {
	t.Helper()
	client, err := upload.New(nil)
	must(t, err)
	where, err := url.Parse(to)
	must(t, err)
	fields := url.Values{}
	for name, value := range form {
		fields.Set(name, value)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return client.File(ctx, upload.Destination{URL: where, Form: fields}, path)
}

func (s *store) assertHas(key string, content []byte) {
	s.t.Helper()
	got, err := os.ReadFile(s.fetch(key))
	if must(s.t, err); !bytes.Equal(got, content) {
		s.t.Errorf("%d bytes are stored of %d", len(got), len(content))
	}
}

func TestARecordingOutlastsARestartOfItsStore(t *testing.T) {
	t.Parallel()
	for kind := range servers {
		t.Run(kind, func(t *testing.T) {
			s := startStore(t, kind)
			path, content := sent(t)
			to := s.presign("restarted.jfr", valid)
			s.stop()
			back := time.AfterFunc(6*time.Second, s.start)
			defer back.Stop()
			must(t, deliver(t, path, to, nil))
			s.assertHas("restarted.jfr", content)
		})
	}
}

func TestARecordingThatEndsWhileItsStoreIsAwayIsStoredWhenItIsBack(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	to := s.presign("away.jfr", valid)
	time.AfterFunc(2*time.Second, s.stop)
	time.AfterFunc(20*time.Second, s.start)
	result := run(t, p, order(to, map[string]string{"HOTSPOTTER_DURATION": "5s", "HOTSPOTTER_TIMEOUT": "5m"}))
	expect(t, result, report.OutcomeRecorded, report.Recorded)
	if result.Timings.UploadMillis < 10_000 {
		t.Errorf("the upload took %d ms only, the store was not away", result.Timings.UploadMillis)
	}
	assertStored(t, s, "away.jfr", result)
	p.assertUnharmed()
}

// A frozen server is one whose disk is gone: the kernel takes connections for it.
func TestARecordingOutlastsAStoreThatHangs(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	path, content := sent(t)
	to := s.presign("frozen.jfr", valid)
	must(t, s.server.Process.Signal(syscall.SIGSTOP))
	time.AfterFunc(5*time.Second, func() { s.server.Process.Signal(syscall.SIGCONT) })
	must(t, deliver(t, path, to, nil))
	s.assertHas("frozen.jfr", content)
}

func TestAFormBoundsTheSize(t *testing.T) {
	t.Parallel()
	for kind := range servers {
		t.Run(kind, func(t *testing.T) {
			s := startStore(t, kind)
			path, content := sent(t)
			to, form := s.form("bounded.jfr", int64(len(content)))
			must(t, deliver(t, path, to, form))
			s.assertHas("bounded.jfr", content)

			to, form = s.form("large.jfr", int64(len(content))-1)
			err := deliver(t, path, to, form)
			if err == nil || !strings.Contains(err.Error(), "400 EntityTooLarge") ||
				!strings.Contains(err.Error(), "raise the limit of the store or of the proxy before it to 1000000 bytes") {
				t.Errorf("got %v", err)
			}
			s.assertAbsent("large.jfr")
		})
	}
}
