package handover

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func open(t *testing.T, folder, owner string) *Place {
	t.Helper()
	dir, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { dir.Close() })
	place := &Place{}
	if err := place.Open(dir, "/tmp/hotspotter-1-2", owner, []byte("<configuration/>")); err != nil {
		t.Fatal(err)
	}
	return place
}

// in is where a file of the target's is for the test.
func in(folder, target string) string { return filepath.Join(folder, filepath.Base(target)) }

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

func TestTheFilesAreForTheJvmsUserAloneAndHaveTheTargetsOwnPaths(t *testing.T) {
	folder := t.TempDir()
	place := open(t, folder, "1-99")
	for _, path := range []string{place.Recording(), place.Settings()} {
		info, err := os.Stat(in(folder, path))
		if err != nil || info.Mode() != 0o600 || !strings.HasPrefix(path, "/tmp/hotspotter-1-2/recording-1-99-") {
			t.Errorf("%s is %v, %v", path, info.Mode(), err)
		}
	}
}

func TestARecordingIsTakenOverAndNothingIsLeft(t *testing.T) {
	folder, own := t.TempDir(), filepath.Join(t.TempDir(), "recording.jfr")
	place := open(t, folder, "1-99")
	place.Busy()
	if err := os.WriteFile(in(folder, place.Recording()), []byte("FLR"), 0o600); err != nil {
		t.Fatal(err)
	}
	place.Free()
	if err := place.Take(t.Context(), own, 3); err != nil {
		t.Fatal(err)
	}
	place.Clear()
	if content, err := os.ReadFile(own); err != nil || string(content) != "FLR" {
		t.Errorf("took %q, %v", content, err)
	}
	if left := names(t, folder); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

func TestWhatIsNoRecordingIsNotTaken(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"too large":       func(path string) error { return os.WriteFile(path, []byte("FLR!"), 0o600) },
		"a symbolic link": func(path string) error { return os.Symlink("/etc/passwd", path) },
		"a pipe":          func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"gone":            func(string) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			folder, own := t.TempDir(), filepath.Join(t.TempDir(), "recording.jfr")
			place := open(t, folder, "1-99")
			if err := os.Remove(in(folder, place.Recording())); err != nil {
				t.Fatal(err)
			}
			if err := put(in(folder, place.Recording())); err != nil {
				t.Fatal(err)
			}
			if err := place.Take(t.Context(), own, 3); err == nil {
				t.Error("it was taken")
			}
			place.Clear()
			if left := names(t, folder); len(left) > 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// ending ends when it has been looked at so often.
type ending struct {
	context.Context
	looks int
}

func (e *ending) Err() error {
	if e.looks--; e.looks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

func TestNothingIsCopiedPastTheDeadline(t *testing.T) {
	folder, own := t.TempDir(), filepath.Join(t.TempDir(), "recording.jfr")
	place := open(t, folder, "1-99")
	if err := os.WriteFile(in(folder, place.Recording()), bytes.Repeat([]byte("FLR"), piece), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := place.Take(&ending{t.Context(), 2}, own, 3*piece); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("took it, %v", err)
	}
	if _, err := os.Stat(own); !os.IsNotExist(err) {
		t.Errorf("a part of it was left, %v", err)
	}
	place.Clear()
	if left := names(t, folder); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

func TestARecordingThatTheJvmMayBeWritingStaysUntilTheNextOneBegins(t *testing.T) {
	folder := t.TempDir()
	killed := open(t, folder, "1-99")
	killed.Busy()
	killed.Clear()
	left := filepath.Base(killed.Recording())
	if now := names(t, folder); !slices.Equal(now, []string{left}) {
		t.Fatalf("left %v", now)
	}
	other := open(t, folder, "1-98")
	other.Sweep()
	if !slices.Contains(names(t, folder), left) {
		t.Error("another JVM's recording was removed, which it may be writing")
	}
	next := open(t, folder, "1-99")
	next.Sweep()
	next.Clear()
	other.Clear()
	if now := names(t, folder); len(now) > 0 {
		t.Errorf("left %v", now)
	}
}

func TestWhatJvmsLongGoneHaveLeftIsRemoved(t *testing.T) {
	folder := t.TempDir()
	gone := in(folder, open(t, folder, "1-98").Recording())
	long := time.Now().Add(-3 * time.Hour)
	if err := os.Chtimes(gone, long, long); err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(folder, "libasyncProfiler.so")
	if err := os.WriteFile(library, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(library, long, long); err != nil {
		t.Fatal(err)
	}
	open(t, folder, "1-99").Sweep()
	now := names(t, folder)
	if slices.Contains(now, filepath.Base(gone)) || !slices.Contains(now, filepath.Base(library)) {
		t.Errorf("left %v", now)
	}
}

func TestNothingIsClearedWhereNothingWasOpened(t *testing.T) { new(Place).Clear() }
