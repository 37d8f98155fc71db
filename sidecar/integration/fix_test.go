//go:build integration

package integration

import (
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// What the profiler refuses, and what its message says to do instead, which then works.
func TestTheFixForWhatTheProfilerRefusesHelps(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	synced := map[string]string{"HOTSPOTTER_JFR_SYNC": "default"}
	for name, test := range map[string]struct {
		spec    podSpec
		options []string
		env     map[string]string
		words   string
		fixed   map[string]string
	}{
		"the JVM's own events, of which its runtime has no recorder": {
			podSpec{},
			[]string{"--limit-modules", "java.management"},
			synced,
			"has no recorder of its own (module jdk.jfr); record without spec.recording.jfrSync", nil,
		},
		"the JVM's own events, whose recorder has no folder for them": {
			podSpec{},
			[]string{"-Djava.io.tmpdir=/nowhere"},
			synced,
			"record without spec.recording.jfrSync, or correct the cause in the target's own log", nil,
		},
		"more timers than the JVM may have": {
			podSpec{prepared: "ulimit -i 0"},
			nil,
			map[string]string{"HOTSPOTTER_EVENTS": "ctimer"},
			"record itimer instead of cpu or ctimer",
			map[string]string{"HOTSPOTTER_EVENTS": "itimer"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.spec.command = burner(t, jdk(t, "25"), test.options...)
			p := startPod(t, test.spec)
			p.waitForLog("alive")
			before := p.tmp()
			expect(t, run(t, p, order(nowhere, test.env)), report.OutcomeFailed, report.ProfilerFailed, test.words)
			expect(t, run(t, p, order(s.presign("fixed.jfr", valid), test.fixed)), report.OutcomeRecorded, report.Recorded)
			p.assertTidy(before)
			p.assertAlive()
		})
	}
}
