//go:build integration

package integration

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

// withRecorder are the changes to an order that have the JVM's own recorder record as well.
func withRecorder(changes map[string]string) map[string]string {
	all := map[string]string{"HOTSPOTTER_EVENTS": "wall", "HOTSPOTTER_DURATION": "2s", "HOTSPOTTER_JFR_SYNC": "default"}
	for name, value := range changes {
		all[name] = value
	}
	return all
}

// assertTidy fails if a recording has left anything of the recorder's in the pod's /tmp.
func (p *pod) assertTidy(before []string) {
	p.t.Helper()
	for _, file := range p.tmp() {
		if !slices.Contains(before, file) && !allowed.MatchString(file) && !recorderFolder.MatchString(file) {
			p.t.Errorf("%s was left in the target's /tmp", file)
		}
	}
}

// chunk is what the JVM's own recorder writes while it records.
var chunk = regexp.MustCompile(`^\d{4}(_\d\d){5}_\d+/.+\.jfr$`)

// leftovers are the recordings in the folder that the sidecar has in the pod's /tmp.
func (p *pod) leftovers() []string {
	return slices.DeleteFunc(p.tmp(), func(file string) bool { return !strings.Contains(file, "/recording-") })
}

// The JVM and the sidecar have different file systems, as containers do: only the target's /tmp is writable, and is
// what both see.
func TestTheJvmsOwnEventsAreInTheRecording(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	for _, test := range []struct {
		name, jdk, caps string
		spec            podSpec
	}{
		{"of JDK 17 with a read-only root file system", "17", "", podSpec{readOnly: true}},
		{"of JDK 25 with a read-only root file system", "25", "", podSpec{readOnly: true}},
		{"of JDK 25 beside kernel frames", "25", forPerf, podSpec{readOnly: true}},
		{"of JDK 17 as root", "17", "", podSpec{root: true}},
		{"of a JVM that has its temporary files elsewhere", "25", "", podSpec{prepared: "install -d -m 1777 /tmp/elsewhere"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.spec.command = burner(t, jdk(t, test.jdk))
			if test.spec.prepared != "" {
				test.spec.command = burner(t, jdk(t, test.jdk), "-Djava.io.tmpdir=/tmp/elsewhere")
			}
			p := startPod(t, test.spec)
			p.waitForLog("alive")
			before := p.tmp()
			start := func(url string) *sidecar {
				id := map[bool]string{true: "0", false: "1000"}[test.spec.root]
				if test.caps == "" {
					return startSidecarAs(t, p, id, "", order(url, withRecorder(nil)))
				}
				return startSidecarAs(
					t, p, "0", test.caps, kernelOrder(url, withRecorder(map[string]string{"HOTSPOTTER_EVENTS": "cpu,wall"})),
				)
			}
			for range 2 {
				expect(t, start(s.presign("own.jfr", valid)).finish(), report.OutcomeRecorded, report.Recorded)
				counts := eventsOfBoth(t, s.fetch("own.jfr"))
				for _, name := range []string{"jdk.CPULoad", "jdk.JavaThreadStatistics", "profiler.WallClockSample"} {
					if counts[name] == 0 {
						t.Errorf("there is no %s", name)
					}
				}
			}
			p.assertTidy(append(before, recorderFolders(p)...))
			p.assertUnharmed()
		})
	}
}

// recorderFolders are those that the JVM's own recorder has anywhere in the pod's /tmp, with nothing in them.
func recorderFolders(p *pod) []string {
	return slices.DeleteFunc(p.tmp(), func(file string) bool {
		_, name, _ := strings.Cut(file, "/")
		return !recorderFolder.MatchString(name)
	})
}

// The JVM's own recorder writes to the target's /tmp, where it must not grow without a limit either.
func TestARecordingWithTheJvmsOwnEventsEndsWhenItGetsTooBig(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBusy(t, "25")
	before := p.tmp()
	env := withRecorder(map[string]string{
		"HOTSPOTTER_DURATION": "40s", "HOTSPOTTER_EVENTS": "wall,nativelock,nativemem",
		"HOTSPOTTER_INTERVALS": "nativelock=1us,nativemem=1024", "HOTSPOTTER_MAX_BYTES": "400000",
	})
	result := run(t, p, order(s.presign("sync.jfr", valid), env))
	expect(t, result, report.OutcomeRecorded, report.Recorded, "grew past half of HOTSPOTTER_MAX_BYTES (400000 bytes)")
	if eventsOfBoth(t, s.fetch("sync.jfr"))["profiler.Malloc"] == 0 {
		t.Error("there is nothing in it")
	}
	p.assertTidy(before)
	p.assertAlive()
}

func TestATmpWithoutRoomForTheJvmsOwnEventsIsRefused(t *testing.T) {
	t.Parallel()
	p := startPod(t, podSpec{command: burner(t, jdk(t, "25")), tmp: "mode=1777,size=7m"})
	p.waitForLog("alive")
	before := p.tmp()
	expect(t, run(t, p, order(nowhere, withRecorder(nil))), report.OutcomeRefused, report.TmpNotWritable,
		"has room for 6 MiB", "needs 8 MiB", "record without spec.recording.jfrSync")
	if after := p.tmp(); !slices.Equal(before, after) {
		t.Errorf("the target's /tmp was %v and is %v", before, after)
	}
	p.assertUnharmed()
}

// What a killed sidecar leaves is one recording, which the next one removes.
func TestWhatAKilledSidecarLeavesIsRemovedByTheNext(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	before := p.tmp()
	killed := startSidecar(t, p, order(s.presign("killed.jfr", valid), withRecorder(nil)))
	eventually(
		t, 60*time.Second, "the JVM's own recorder records",
		func() bool { return slices.ContainsFunc(p.tmp(), chunk.MatchString) },
	)
	killed.signal(syscall.SIGKILL)
	killed.command.Wait()
	eventually(t, 60*time.Second, "the profiler has stopped by itself", func() bool {
		return slices.ContainsFunc(p.leftovers(), func(file string) bool {
			info, err := os.Stat(p.path("tmp/" + file))
			return err == nil && strings.HasSuffix(file, ".jfr") && info.Size() > 0
		})
	})
	expect(t, run(t, p, order(s.presign("next.jfr", valid), withRecorder(nil))), report.OutcomeRecorded, report.Recorded)
	s.assertAbsent("killed.jfr")
	p.assertTidy(before)
	p.assertUnharmed()
}

// What it recorded until then is taken from the /tmp of a target that has ended.
func TestTheJvmsOwnEventsUntilItEndsAreSaved(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startPod(t, podSpec{command: append(burner(t, jdk(t, "25")), "8000"), wrapped: true})
	p.waitForLog("alive")
	result := run(
		t, p, order(s.presign("short.jfr", valid), withRecorder(map[string]string{"HOTSPOTTER_DURATION": "40s"})),
	)
	expect(t, result, report.OutcomeFailed, report.JvmExited, "is uploaded")
	counts := eventsOfBoth(t, s.fetch("short.jfr"))
	if counts["jdk.CPULoad"] == 0 || counts["profiler.WallClockSample"] == 0 {
		t.Errorf("got %v", counts)
	}
	if left := p.leftovers(); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}
