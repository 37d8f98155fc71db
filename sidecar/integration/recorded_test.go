//go:build integration

package integration

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

const valid = 10 * time.Minute

// Files that a recording may leave in a target: HotSpot's own socket, and the library at its stable path.
var allowed = regexp.MustCompile(`^(\.java_pid\d+|hotspotter-4\.5-[0-9a-f]{12}(/libasyncProfiler\.so)?)$`)

// recorderFolder is where the JVM's own recorder has had its files, empty until the JVM ends.
var recorderFolder = regexp.MustCompile(`^\d{4}(_\d\d){5}_\d+$`)

func TestARecordingReachesTheStore(t *testing.T) {
	t.Parallel()
	for _, with := range []struct{ jdk, store string }{{"25", "versitygw"}, {"25", "minio"}, {"17", "versitygw"}} {
		t.Run("of JDK "+with.jdk+" in "+with.store, func(t *testing.T) {
			s := startStore(t, with.store)
			p := startBurner(t, jdk(t, with.jdk))
			before := p.tmp()
			for _, key := range []string{"ns/job-12345678/pod/main/recording.jfr", "again/recording.jfr"} {
				side := startSidecar(t, p, order(s.presign(key, valid), map[string]string{
					"HOTSPOTTER_DURATION": "2s", "HOTSPOTTER_ORDERS_URL": s.orders("orders.json"),
				}))
				side.waitUntilRecording()
				side.logMemory()
				result := side.finish()
				expect(t, result, report.OutcomeRecorded, report.Recorded, "recorded cpu for 2s and uploaded")
				assertStored(t, s, key, result)
				if got := result.JVM; got.PID != 1 || got.VM != "HotSpot" || got.MainClass != "Burner" ||
					!strings.HasPrefix(got.Version, with.jdk+".") {
					t.Errorf("JVM is %+v", got)
				}
				t.Logf("attach %d ms, upload %d ms", result.Timings.AttachMillis, result.Timings.UploadMillis)
				side.logUsage()
			}
			if copies := p.libraryMappings(); copies != 1 {
				t.Errorf("the JVM has loaded the library %d times", copies)
			}
			for _, file := range p.tmp() {
				if !slices.Contains(before, file) && !allowed.MatchString(file) {
					t.Errorf("%s was left in the target's /tmp", file)
				}
			}
			p.assertUnharmed()
		})
	}
}

// assertStored checks the object against the report, and the recording with the JDK's own tool.
func assertStored(t *testing.T, s *store, key string, result report.Report) {
	t.Helper()
	file := s.fetch(key)
	content, err := os.ReadFile(file)
	must(t, err)
	sum := sha256.Sum256(content)
	got := result.Recording
	if got.SHA256 != hex.EncodeToString(sum[:]) || got.Bytes != int64(len(content)) {
		t.Errorf("report says %+v, the store has %d bytes", got, len(content))
	}
	if length := got.EndTime.Sub(got.StartTime.Time).Milliseconds(); length < result.Timings.RecordMillis-2 ||
		length > result.Timings.RecordMillis+2 {
		t.Errorf("from start to end are %d ms, recorded %d ms", length, result.Timings.RecordMillis)
	}
	samples := events(t, file)["jdk.ExecutionSample"]
	if hot := samplesOf(t, file, "Burner.hot("); samples == 0 || hot < samples/2 {
		t.Errorf("%d of %d samples have the hot method", hot, samples)
	}
}

func TestEachEventIsInTheRecording(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBusy(t, "25")
	types := map[string]string{
		"cpu": "jdk.ExecutionSample", "ctimer": "jdk.ExecutionSample", "itimer": "jdk.ExecutionSample",
		"wall": "profiler.WallClockSample", "alloc": "jdk.ObjectAllocationInNewTLAB", "lock": "jdk.JavaMonitorEnter",
	}
	for _, names := range []string{
		"cpu", "ctimer", "itimer", "wall", "alloc", "lock", "wall,lock", "cpu,wall,alloc,lock", "itimer,alloc,wall,lock",
	} {
		t.Run(names, func(t *testing.T) {
			key := names + ".jfr"
			recordRounds(t, p, order(s.presign(key, valid), map[string]string{"HOTSPOTTER_EVENTS": names}))
			counts := events(t, s.fetch(key))
			wanted := map[string]bool{}
			for name := range strings.SplitSeq(names, ",") {
				wanted[types[name]] = true
			}
			for _, kind := range types {
				if found := counts[kind] > 0; found != wanted[kind] {
					t.Errorf("%d events of type %s", counts[kind], kind)
				}
			}
		})
	}
	p.assertAlive()
}

func TestARecordingThatGrowsTooBigEndsEarly(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	result := run(
		t, p,
		order(s.presign("big.jfr", valid), map[string]string{"HOTSPOTTER_DURATION": "30s", "HOTSPOTTER_MAX_BYTES": "1000"}),
	)
	expect(t, result, report.OutcomeRecorded, report.Recorded, "of 30s", "HOTSPOTTER_MAX_BYTES (1000 bytes)")
	if !result.Recording.Truncated || result.Timings.RecordMillis > 25000 {
		t.Errorf("truncated: %v after %d ms", result.Recording.Truncated, result.Timings.RecordMillis)
	}
	assertStored(t, s, "big.jfr", result)
}

func TestAnOrderToStopEndsARecordingWithinSecondsAndKeepsIt(t *testing.T) {
	t.Parallel()
	for kind := range servers {
		t.Run("in "+kind, func(t *testing.T) {
			s := startStore(t, kind)
			p := startBurner(t, jdk(t, "25"))
			side := startSidecar(t, p, order(s.presign("ordered.jfr", valid), map[string]string{
				"HOTSPOTTER_DURATION": "5m", "HOTSPOTTER_TIMEOUT": "6m", "HOTSPOTTER_ORDERS_URL": s.orders("orders.json"),
				"HOTSPOTTER_DIAGNOSTICS": "classHistogram", "HOTSPOTTER_DIAGNOSTICS_URL": s.presign("diagnostics.txt", valid),
			}))
			side.waitUntilRecording()
			p.waitForLog("alive")
			s.put("orders.json", `{"version":1,"stop":"ProfileJob shop/checkout was suspended"}`)
			ordered := time.Now()
			result := side.finish()
			if took := time.Since(ordered); took > time.Minute {
				t.Errorf("the recording went on for %v", took)
			}
			expect(t, result, report.OutcomeRecorded, report.Recorded, " of 5m0s", ": ProfileJob shop/checkout was suspended")
			if !result.Recording.Truncated || result.Diagnostics.Bytes > 0 {
				t.Errorf("truncated: %v, %d bytes of diagnostics", result.Recording.Truncated, result.Diagnostics.Bytes)
			}
			assertStored(t, s, "ordered.jfr", result)
			s.assertAbsent("diagnostics.txt")
			p.assertUnharmed()
		})
	}
}

func TestAnOrderThatIsThereBeforeTheStartIsNotOverlooked(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	s.put("orders.json", `{"version":1,"stop":"ProfileJob shop/checkout was deleted"}`)
	result := run(t, p, order(s.presign("never.jfr", valid), map[string]string{
		"HOTSPOTTER_DURATION": "5m", "HOTSPOTTER_TIMEOUT": "6m", "HOTSPOTTER_ORDERS_URL": s.orders("orders.json"),
	}))
	expect(t, result, report.OutcomeRefused, report.Interrupted, "ProfileJob shop/checkout was deleted before the")
	p.assertUnharmed()
}

func TestANodeWhoseClockIsAheadRecords(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	result := run(t, p, order(s.presign("ahead.jfr", valid), map[string]string{
		"HOTSPOTTER_START_BEFORE": time.Now().Add(-10 * time.Minute).Format(time.RFC3339),
		"HOTSPOTTER_STORE_AHEAD":  "660s",
		"HOTSPOTTER_ORDERS_URL":   s.orders("orders.json"),
	}))
	expect(t, result, report.OutcomeRecorded, report.Recorded)
	assertStored(t, s, "ahead.jfr", result)
	p.assertUnharmed()
}

func TestASidecarThatIsAskedToStopStillDelivers(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	side := startSidecar(
		t, p,
		order(s.presign("stopped.jfr", valid), map[string]string{"HOTSPOTTER_DURATION": "30s", "HOTSPOTTER_TIMEOUT": "60s"}),
	)
	side.waitUntilRecording()
	// After the second, it has worked during the recording.
	p.waitForLog("alive")
	p.waitForLog("alive")
	asked := time.Now()
	side.signal(syscall.SIGTERM)
	result := side.finish()
	if took := time.Since(asked); took > 25*time.Second {
		t.Errorf("took %v to stop", took)
	}
	expect(t, result, report.OutcomeRecorded, report.Recorded, "the pod is being stopped")
	assertStored(t, s, "stopped.jfr", result)
	// The profiler is free again at once.
	expect(t, run(t, p, order(s.presign("next.jfr", valid), nil)), report.OutcomeRecorded, report.Recorded)
}

func TestTheProfilerStopsByItselfWhenTheSidecarIsKilled(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	side := startSidecar(t, p, order(s.presign("killed.jfr", valid), nil))
	side.waitUntilRecording()
	side.signal(syscall.SIGKILL)
	side.command.Wait()
	// The orphaned session is not ours to stop, as it could be anybody's.
	expect(
		t, run(t, p, order(s.presign("early.jfr", valid), nil)), report.OutcomeRefused, report.ProfilerBusy,
		"already being recorded",
	)
	var result report.Report
	eventually(t, 30*time.Second, "the next recording works", func() bool {
		result = run(t, p, order(s.presign("later.jfr", valid), nil))
		return result.Reason != report.ProfilerBusy
	})
	expect(t, result, report.OutcomeRecorded, report.Recorded)
	s.assertAbsent("killed.jfr")
	p.assertUnharmed()
}
