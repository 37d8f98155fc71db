package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/handover"
	"hotspotter.dev/sidecar/internal/report"
)

// Not even a part of it may be uploaded, in which no secrets were looked for.
func TestARecordingThatIsNotTakenOverInTimeIsNeitherKeptNorLeft(t *testing.T) {
	for name, end := range map[string]ending{"": completed, " of a JVM that has ended": jvmExited} {
		t.Run("the recording"+name, func(t *testing.T) {
			folder := t.TempDir()
			dir, err := os.OpenRoot(folder)
			if err != nil {
				t.Fatal(err)
			}
			defer dir.Close()
			s := Session{
				Config: config.Config{MaxBytes: 1 << 20}, Output: filepath.Join(
					t.TempDir(), "recording.jfr",
				), Place: &handover.Place{},
			}
			if err := s.Place.Open(dir, "/tmp/hotspotter-1-2", "1-99", nil); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, filepath.Base(s.Place.Recording())), []byte("FLR"), 0o600); err != nil {
				t.Fatal(err)
			}
			over, cancel := context.WithCancel(t.Context())
			cancel()
			problem, late := errors.AsType[*report.Problem](s.takeOver(over, end))
			if !late || problem.Reason != report.DeadlineExceeded || problem.Outcome != report.OutcomeFailed {
				t.Errorf("got %v", problem)
			}
			s.Place.Clear()
			if left, err := os.ReadDir(folder); len(left) > 0 || err != nil {
				t.Errorf("left %v, %v", left, err)
			}
			if _, err := os.Stat(s.Output); !os.IsNotExist(err) {
				t.Errorf("kept it, %v", err)
			}
		})
	}
}
