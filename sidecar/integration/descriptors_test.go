//go:build integration

package integration

import (
	"fmt"
	"os/exec"
	"strconv"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// limitDescriptors sets how many files the target may have open, as its own user may; those that are open stay open.
func (p *pod) limitDescriptors(limit int) {
	p.t.Helper()
	id := strconv.Itoa(user)
	output, err := exec.Command(
		"setpriv", "--reuid", id, "--regid", id, "--clear-groups",
		"prlimit", "--pid", strconv.Itoa(p.command.Process.Pid), fmt.Sprintf("--nofile=%d:", limit),
	).CombinedOutput()
	if err != nil {
		p.t.Fatalf("%v: %s", err, output)
	}
}

// HotSpot's attach listener ends when it cannot accept the next connection, and then no attach succeeds any more.
func TestAJvmThatRunsOutOfDescriptorsCanBeAttachedToAfterwards(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	for _, version := range []string{"17", "25"} {
		t.Run("JDK "+version, func(t *testing.T) {
			t.Parallel()
			key := fmt.Sprintf("descriptors-%s.jfr", version)
			p := startBurner(t, jdk(t, version))
			expect(t, run(t, p, order(s.presign(key, valid), nil)), report.OutcomeRecorded, report.Recorded)

			p.limitDescriptors(1)
			expect(
				t, run(t, p, order(nowhere, nil)),
				report.OutcomeRefused, report.TooFewFileDescriptors, "attaching needs 16",
			)
			p.limitDescriptors(4096)

			side := startSidecar(t, p, order(s.presign(key, valid), map[string]string{"HOTSPOTTER_DURATION": "2s"}))
			side.waitUntilRecording()
			p.limitDescriptors(1)
			result := side.finish()
			p.limitDescriptors(4096)
			expect(t, result, report.OutcomeRecorded, report.Recorded)
			assertStored(t, s, key, result)

			expect(t, run(t, p, order(s.presign(key, valid), nil)), report.OutcomeRecorded, report.Recorded)
			p.assertUnharmed()
		})
	}
}
