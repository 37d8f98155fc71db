//go:build integration

package integration

import (
	"slices"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// HotSpot and the kernel each have their own idea of who may look at whom; what they do not allow must be refused
// beforehand.
func TestTheSidecarRecordsOrRefusesAs(t *testing.T) {
	t.Parallel()
	const some, more = "chown,dac_override,fowner", "chown,dac_override,fowner,net_bind_service"
	const someOfPod, moreOfPod = "-all,+chown,+dac_override,+fowner", "-all,+chown,+dac_override,+fowner,+net_bind_service"
	s := startStore(t, "versitygw")
	for name, test := range map[string]struct {
		spec     podSpec
		id, caps string
		reason   report.Reason
		words    string
	}{
		"root like the target, both without capabilities": {podSpec{root: true}, "0", "", report.Recorded, ""},
		"root like the target, both with the same": {
			podSpec{root: true, caps: someOfPod}, "0", some, report.Recorded, "",
		},
		"root with less than the target": {
			podSpec{root: true, caps: someOfPod},
			"0", "", report.IdentityMismatch,
			"has capabilities that the sidecar lacks (0xb)",
		},
		"root with less than a privileged target": {
			podSpec{root: true, caps: "+all"}, "0", some, report.IdentityMismatch, "has capabilities that the sidecar lacks",
		},
		"root with more than the target": {
			podSpec{root: true, caps: someOfPod},
			"0", more, report.IdentityMismatch,
			"lacks capabilities that the sidecar has (0x400)",
		},
		"root with another one than the target": {
			podSpec{root: true, caps: moreOfPod},
			"0", some + ",kill", report.IdentityMismatch,
			"has capabilities that the sidecar lacks (0x400)",
		},
		"root beside another user": {
			podSpec{}, "0", "", report.IdentityMismatch, "runs as uid 1000 gid 1000, the sidecar as uid 0 gid 0",
		},
		"a user beside root": {
			podSpec{root: true}, "1000", "", report.IdentityMismatch, "runs as uid 0 gid 0, the sidecar as uid 1000 gid 1000",
		},
		"the target's user, which has ambient capabilities": {
			podSpec{caps: "-all,+net_bind_service", ambient: "-all,+net_bind_service"},
			"1000", "", report.IdentityMismatch,
			"has capabilities that the sidecar lacks (0x400)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.spec.command = burner(t, jdk(t, "25"))
			p := startPod(t, test.spec)
			p.waitForLog("alive")
			before := p.tmp()
			result := startSidecarAs(t, p, test.id, test.caps, order(s.presign("identity.jfr", valid), nil)).finish()
			if test.reason == report.Recorded {
				expect(t, result, report.OutcomeRecorded, report.Recorded)
			} else {
				expect(t, result, report.OutcomeRefused, test.reason, test.words)
				if after := p.tmp(); !slices.Equal(before, after) {
					t.Errorf("the target's /tmp was %v and is %v", before, after)
				}
			}
			p.assertUnharmed()
		})
	}
}
