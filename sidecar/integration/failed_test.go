//go:build integration

package integration

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

func TestTheStoresRefusalIsReportedInItsOwnWords(t *testing.T) {
	t.Parallel()
	for kind := range servers {
		t.Run("by "+kind, func(t *testing.T) {
			s := startStore(t, kind)
			p := startBurner(t, jdk(t, "25"))
			for name, test := range map[string]struct {
				url   string
				words string
			}{
				"of an expired URL": {s.presign("expired.jfr", time.Second), "403 AccessDenied: Request has expired"},
				"of the URL of another key": {
					strings.Replace(s.presign("mine.jfr", valid), "mine.jfr", "yours.jfr", 1), "403 SignatureDoesNotMatch: ",
				},
				// tried until the end
				"of a missing bucket": {s.presignIn("elsewhere", "recording.jfr", valid), "404 NoSuchBucket: "},
			} {
				t.Run(name, func(t *testing.T) {
					result := run(t, p, order(test.url, map[string]string{"HOTSPOTTER_DURATION": "2s", "HOTSPOTTER_TIMEOUT": "20s"}))
					expect(t, result, report.OutcomeFailed, report.UploadFailed, "the object store refused the recording: "+test.words)
					if result.Recording == nil || result.Recording.SHA256 == "" || result.Recording.Bytes == 0 {
						t.Errorf("recording is %+v", result.Recording)
					}
				})
			}
			s.assertAbsent("expired.jfr")
			s.assertAbsent("yours.jfr")
			p.assertUnharmed()
		})
	}
}

func TestAStoreThatIsNotThereIsReported(t *testing.T) {
	t.Parallel()
	p := startBurner(t, jdk(t, "25"))
	expect(t, run(
		t, p, order(nowhere, map[string]string{"HOTSPOTTER_TIMEOUT": "20s"}),
	), report.OutcomeFailed, report.UploadFailed,
		"cannot be reached from this pod: dial tcp 127.0.0.1:1: connect: connection refused")
	p.assertUnharmed()
}

func TestAJvmThatEndsEarlyIsReportedAndItsRecordingSaved(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startPod(t, podSpec{command: append(burner(t, jdk(t, "25")), "5000"), wrapped: true})
	p.waitForLog("alive")
	result := run(t, p, order(s.presign("short.jfr", valid), map[string]string{"HOTSPOTTER_DURATION": "30s"}))
	expect(t, result, report.OutcomeFailed, report.JvmExited, "into the recording", "is uploaded")
	if result.Timings.RecordMillis > 25000 || !result.Recording.Truncated {
		t.Errorf("noticed after %d ms, recording %+v", result.Timings.RecordMillis, result.Recording)
	}
	assertStored(t, s, "short.jfr", result)
}

func TestAFrozenJvmIsReportedAndLeftClean(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	before := p.tmp()
	must(t, p.command.Process.Signal(syscall.SIGSTOP))
	result := run(t, p, order(s.presign("frozen.jfr", valid), nil))
	must(t, p.command.Process.Signal(syscall.SIGCONT))
	expect(t, result, report.OutcomeFailed, report.AttachFailed, "Could not start attach mechanism", "the JVM is frozen")
	for _, file := range p.tmp() {
		if !slices.Contains(before, file) && !allowed.MatchString(file) {
			t.Errorf("%s was left in the target's /tmp", file)
		}
	}
	p.waitForLog("alive")
}

// Once the JVM has its socket, the launcher itself waits without limit.
func TestASidecarEndsInTimeWhateverTheJvmDoes(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	expect(t, run(t, p, order(s.presign("first.jfr", valid), nil)), report.OutcomeRecorded, report.Recorded)
	must(t, p.command.Process.Signal(syscall.SIGSTOP))
	began := time.Now()
	result := run(t, p, order(s.presign("never.jfr", valid), map[string]string{"HOTSPOTTER_TIMEOUT": "11s"}))
	if took := time.Since(began); took > 25*time.Second {
		t.Errorf("ended after %v", took)
	}
	must(t, p.command.Process.Signal(syscall.SIGCONT))
	expect(t, result, report.OutcomeFailed, report.AttachFailed, "no answer in time")
	p.assertUnharmed()
	// The thawed JVM finds the order to start, but no longer the file system of the one who gave it.
	expect(t, run(t, p, order(s.presign("second.jfr", valid), nil)), report.OutcomeRecorded, report.Recorded)
}
