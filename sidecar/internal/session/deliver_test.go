package session

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/upload"
)

// recorded is a session whose recording is over while its store is away.
func recorded(t *testing.T, left time.Duration, terminate <-chan struct{}) Session {
	t.Helper()
	output := filepath.Join(t.TempDir(), "recording.jfr")
	if err := os.WriteFile(output, []byte("recording"), 0o600); err != nil {
		t.Fatal(err)
	}
	away := upload.Destination{URL: &url.URL{Scheme: "http", Host: "127.0.0.1:1", Path: "/bucket/key"}}
	return Session{
		Config: config.Config{Upload: away}, Deadline: time.Now().Add(left), Output: output, Terminate: terminate,
	}
}

func TestAnUploadIsTriedUntilShortlyBeforeTheEndOfTheSidecarsLife(t *testing.T) {
	began := time.Now()
	err := recorded(t, 5*time.Second, nil).upload(t.Context())
	if took := time.Since(began); took < 3*time.Second || took > 5*time.Second {
		t.Errorf("it ended after %v", took)
	}
	if err == nil || !strings.Contains(err.Error(), "connection refused (tried for ") {
		t.Error(err)
	}
}

func TestAPodThatIsStoppedWhileItsStoreIsAwayWaitsFiveSecondsMore(t *testing.T) {
	terminate := make(chan struct{})
	time.AfterFunc(time.Second, func() { close(terminate) })
	began := time.Now()
	if err := recorded(t, time.Minute, terminate).upload(t.Context()); err == nil {
		t.Error("there is no store")
	}
	if took := time.Since(began); took < farewell || took > farewell+3*time.Second {
		t.Errorf("it ended after %v", took)
	}
}
