package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

const golden = "../../testdata/reports"

// The reports of the golden files, as this package would build them.
func goldenReports() map[string]Report {
	start := time.Date(2026, 3, 1, 9, 30, 0, 125e6, time.UTC)
	free := int64(100 << 20)
	demo := JVM{
		PID: 1, VM: "HotSpot", Version: "25.0.3", MainClass: "dev.hotspotter.demo.Notifier",
		UID: 1000, GID: 1000, Libc: "glibc", AgeSeconds: 86400, FreeMemoryBytes: &free, DebugNonSafepoints: true,
	}
	minute := Recording{
		Bytes:     1482113,
		SHA256:    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		StartTime: Timestamp{start},
		// Another time zone and more digits than the document has must not change what is written.
		EndTime: Timestamp{start.Add(time.Minute + 6*time.Millisecond + 400).In(time.FixedZone("UTC+2", 7200))},
	}
	return map[string]Report{
		"recorded.json": {
			Version: 1, Outcome: OutcomeRecorded, Reason: Recorded,
			Message: "recorded cpu for 1m0s and uploaded 1482113 bytes",
			JVM:     &demo, Recording: &minute, Timings: Timings{82, 60006, 12},
		},
		"recorded-diagnostics.json": {
			Version: 1, Outcome: OutcomeRecorded, Reason: Recorded,
			Message: "recorded cpu for 1m0s and uploaded 1482113 bytes",
			JVM:     &demo, Recording: &minute, Timings: Timings{82, 60006, 12},
			Diagnostics: &Diagnostics{Bytes: 48213, Message: "classHistogram: the JVM did not answer in time; see whether it " +
				"is frozen or starved, " +
				"or leave this one out"},
		},
		"recorded-truncated.json": {
			Version: 1, Outcome: OutcomeRecorded, Reason: Recorded,
			Message: "recorded cpu,alloc for 21.5s of 1m0s and uploaded 268503040 bytes: the recording grew past " +
				"HOTSPOTTER_MAX_BYTES (268435456 bytes); choose fewer events or a longer interval to record the whole duration",
			JVM: &JVM{PID: 7, VM: "HotSpot", Version: "17.0.19", MainClass: "app.jar", Libc: "musl", AgeSeconds: 75},
			Recording: &Recording{
				Bytes: 268503040, SHA256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
				StartTime: Timestamp{start}, EndTime: Timestamp{start.Add(21500 * time.Millisecond)}, Truncated: true,
			},
			Timings: Timings{95, 21500, 1430},
		},
		"refused-no-jvm.json": {
			Version: 1, Outcome: OutcomeRefused, Reason: NoJvmFound,
			Message: "none of the 3 processes in this container is a JVM (no libjvm.so mapped); " +
				"select another container with spec.target.containers, or another pod",
		},
		"refused-attach-disabled.json": {
			Version: 1, Outcome: OutcomeRefused, Reason: AttachDisabled,
			Message: "the JVM (pid 1) was started with -XX:+DisableAttachMechanism; remove that option and restart the pod",
			JVM:     &demo,
		},
		"failed-upload.json": {
			Version: 1, Outcome: OutcomeFailed, Reason: UploadFailed,
			Message: "the object store refused the recording: 403 AccessDenied: Request has expired; " +
				"check that the clocks of store and operator agree, and create a new ProfileJob",
			JVM: &demo, Recording: &minute, Timings: Timings{82, 60006, 31},
		},
		"failed-attach.json": {
			Version: 1, Outcome: OutcomeFailed, Reason: AttachFailed,
			Message: "the JVM (pid 1) did not accept the profiler: Could not start attach mechanism: No such file or " +
				"directory; " +
				"check whether something deletes /tmp/.java_pid1 in the target or the JVM is frozen, or restart the pod",
			JVM: &demo, Timings: Timings{AttachMillis: 6012},
		},
	}
}

func TestEveryGoldenFileIsWhatWeWrite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(golden, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files in %s: %v", golden, err)
	}
	reports := goldenReports()
	if len(files) != len(reports) {
		t.Errorf("%d golden files, but the test knows %d", len(files), len(reports))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			pretty, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want bytes.Buffer
			if err := json.Compact(&want, pretty); err != nil {
				t.Fatal(err)
			}
			got, err := reports[filepath.Base(file)].JSON()
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != want.String() {
				t.Errorf("got  %s\nwant %s", got, want.String())
			}
		})
	}
}

func TestALongMessageIsCut(t *testing.T) {
	for name, message := range map[string]string{
		"of plain letters":              strings.Repeat("a", 10_000),
		"of characters of many bytes":   strings.Repeat("日本", 3_000),
		"of characters JSON escapes":    strings.Repeat("\"\\\n", 3_000),
		"that is one byte over":         strings.Repeat("x", maxBytes),
		"of angle brackets as they are": strings.Repeat("<&>", 2_000),
	} {
		t.Run(name, func(t *testing.T) {
			document, err := Report{Version: 1, Outcome: OutcomeFailed, Reason: UploadFailed, Message: message}.JSON()
			if err != nil {
				t.Fatal(err)
			}
			var back Report
			if err := json.Unmarshal(document, &back); err != nil {
				t.Fatalf("not JSON any more: %v", err)
			}
			if len(document) > maxBytes || !strings.HasSuffix(back.Message, ellipsis) || !utf8.ValidString(back.Message) {
				t.Errorf("%d bytes, message ends %q", len(document), back.Message[max(0, len(back.Message)-9):])
			}
			if len(back.Message) < 1000 {
				t.Errorf("cut down to %d bytes, more than needed", len(back.Message))
			}
		})
	}
}

func TestExitCodes(t *testing.T) {
	for outcome, want := range map[Outcome]int{OutcomeRecorded: 0, OutcomeRefused: 2, OutcomeFailed: 1, "": 1} {
		if got := outcome.ExitCode(); got != want {
			t.Errorf("%q exits with %d, want %d", outcome, got, want)
		}
	}
}

func TestEveryReasonIsDocumented(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, reason := range Reasons() {
		if !bytes.Contains(readme, []byte("| `"+string(reason)+"` |")) {
			t.Errorf("README.md has no row for %s", reason)
		}
	}
}

func TestWriteReplacesWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "termination-log")
	if err := os.WriteFile(path, bytes.Repeat([]byte("old"), 3000), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (Report{Version: 1}).Write(path); err != nil {
		t.Fatal(err)
	}
	var back Report
	if content, _ := os.ReadFile(path); json.Unmarshal(content, &back) != nil || back.Version != 1 {
		t.Errorf("found %s", content)
	}
}

// The kubelet divides 12 KiB by the number of a pod's containers. A reader knows where the checksum ends only by
// what follows it.
func TestTheChecksumIsAmongTheFirstBytes(t *testing.T) {
	const left = 12 << 10 / 68
	for name, report := range goldenReports() {
		if report.Recording == nil {
			continue
		}
		document, err := report.JSON()
		next := []byte(`"startTime":"`)
		if at := bytes.Index(document, next); err != nil || at < 0 || at+len(next) > left {
			t.Errorf("%s: it ends at %d of %d, %v", name, at, left, err)
		}
	}
}
