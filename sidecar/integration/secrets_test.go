//go:build integration

package integration

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// secret is in everything that a JVM is started with. No byte of it may leave the pod.
const secret = "hunter2XYZ"

// startSecretive starts a JVM with a secret in a system property, an option, an argument, an argument file and its
// environment.
func startSecretive(t *testing.T, version string, options ...string) *pod {
	t.Helper()
	options = append(options, "-Dsecret.token="+secret, "-XX:OnOutOfMemoryError=echo "+secret, "@/tmp/arguments")
	p := startPod(t, podSpec{
		prepared: "export TOKEN=" + secret + " JAVA_TOOL_OPTIONS=-Dof.tools=" + secret +
			"; echo -Dof.file=" + secret + " >/tmp/arguments",
		command: append(burner(t, jdk(t, version), options...), "3600000", secret),
	})
	p.waitForLog("alive")
	return p
}

func TestNothingThatTheJvmWasStartedWithLeavesThePod(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	for _, version := range []string{"17", "25"} {
		for name, test := range map[string]struct {
			options []string
			env     map[string]string
		}{
			"":                     {nil, nil},
			" with its own events": {nil, map[string]string{"HOTSPOTTER_JFR_SYNC": "profile"}},
			" that is recorded by JFR": {
				[]string{"-XX:StartFlightRecording=settings=profile"}, map[string]string{"HOTSPOTTER_JFR_SYNC": "default"},
			},
		} {
			t.Run("of JDK "+version+name, func(t *testing.T) {
				p := startSecretive(t, version, test.options...)
				env := withDiagnostics(s.presign("diagnostics.txt", valid))
				for name, value := range test.env {
					env[name] = value
				}
				side := startSidecar(t, p, order(s.presign("recording.jfr", valid), env))
				result := side.finish()
				expect(t, result, report.OutcomeRecorded, report.Recorded)
				document, err := json.Marshal(result)
				must(t, err)
				everything := map[string][]byte{"report": document, "log": []byte(side.log.String())}
				for _, key := range []string{"recording.jfr", "diagnostics.txt"} {
					content, err := os.ReadFile(s.fetch(key))
					must(t, err)
					everything[key] = content
				}
				for what, content := range everything {
					if count := bytes.Count(content, []byte(secret)); count > 0 {
						t.Errorf("the secret is in the %s %d times", what, count)
					}
				}
				counts := eventsOfBoth(t, s.fetch("recording.jfr"))
				t.Log(counts)
				if counts["jdk.ExecutionSample"] == 0 {
					t.Error("there is no sample")
				}
				p.assertUnharmed()
			})
		}
	}
}
