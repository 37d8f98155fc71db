package jvm

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWhatTheJvmsOwnRecorderHasWrittenIsCounted(t *testing.T) {
	const output = "/tmp/hotspotter-1-2/recording-7-99-A.jfr"
	procfs := Procfs(t.TempDir())
	since := time.Now().Add(-time.Minute)
	root, descriptors := procfs.Root(7), procfs.path(7, "fd")
	write := func(name string, bytes int, written time.Time) {
		file := filepath.Join(root, name)
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, make([]byte, bytes), 0o600))
		must(t, os.Chtimes(file, written, written))
	}
	write("var/2026_01_02_03_04_05_7/first.jfr", 1, since.Add(-time.Second))
	write("var/2026_01_02_03_04_05_7/second.jfr", 10, time.Now())
	write("var/2026_01_02_03_04_05_7/third.jfr", 100, time.Now())
	write("var/2026_01_02_03_04_05_7/third.part", 1000, time.Now())
	write("tmp/2026_01_02_03_04_05_8/another.jfr", 10000, time.Now())
	must(t, os.MkdirAll(descriptors, 0o755))
	for name, link := range map[string]string{
		"3": "/var/2026_01_02_03_04_05_7/third.jfr",
		"4": "/tmp/2026_01_02_03_04_05_8/another.jfr",
		"5": "/etc/passwd",
	} {
		must(t, os.Symlink(link, filepath.Join(descriptors, name)))
	}
	if got := procfs.FlightRecorderBytes(7, output, since); got != 110 {
		t.Errorf("got %d", got)
	}
	if got := procfs.FlightRecorderBytes(8, output, since); got != 0 {
		t.Errorf("of a process without any: %d", got)
	}
}

// The kernel's word for such a file cannot be laid out in a folder, so that this process has to have one itself.
func TestAFileOfTheProfilersThatHasNoNameIsCounted(t *testing.T) {
	output := filepath.Join(t.TempDir(), "recording-7-99-A.jfr")
	file, err := os.Create(output + ".7~")
	must(t, err)
	defer file.Close()
	must(t, os.Remove(file.Name()))
	_, err = file.Write(make([]byte, 123))
	must(t, err)
	if got := Procfs("/proc").FlightRecorderBytes(os.Getpid(), output, time.Now()); got != 123 {
		t.Errorf("got %d", got)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
