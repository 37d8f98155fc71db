//go:build integration

package integration

import (
	"fmt"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// A JVM keeps the library of every version of the sidecar that ever recorded it.
func TestAJvmThatAnEarlierVersionRecorded(t *testing.T) {
	t.Parallel()
	const earlier = "/tmp/hotspotter-4.4-0123456789ab/libasyncProfiler.so"
	library := forPods(t, "libasyncProfiler.so")
	s := startStore(t, "versitygw")
	for name, test := range map[string]struct {
		agent   string
		outcome report.Outcome
		reason  report.Reason
	}{
		"is recorded when that recording is over": {"version", report.OutcomeRecorded, report.Recorded},
		"is refused while that recording is going on": {
			"start,event=ctimer,file=/tmp/earlier.jfr", report.OutcomeRefused, report.ProfilerBusy,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := startPod(t, podSpec{
				prepared: fmt.Sprintf("install -D -m 0644 -o %d %s %s", user, library, earlier),
				command:  burner(t, jdk(t, "25"), "-agentpath:"+earlier+"="+test.agent),
			})
			p.waitForLog("alive")
			expect(t, run(t, p, order(s.presign("upgraded.jfr", valid), nil)), test.outcome, test.reason)
			p.assertUnharmed()
		})
	}
}
