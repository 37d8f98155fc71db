//go:build integration

package integration

import (
	"os"
	"strings"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

const allDiagnostics = "threadDump,classHistogram,heapSummary,vmFlags"

// withDiagnostics are the changes to an order that ask for all diagnostics.
func withDiagnostics(url string) map[string]string {
	return map[string]string{"HOTSPOTTER_DIAGNOSTICS": allDiagnostics, "HOTSPOTTER_DIAGNOSTICS_URL": url}
}

func TestDiagnosticsAreStoredBesideTheRecording(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	for name, test := range map[string]struct {
		jdk    string
		kernel bool
	}{
		"of JDK 17":                    {"17", false},
		"of JDK 25":                    {"25", false},
		"of JDK 25 with kernel frames": {"25", true},
	} {
		t.Run(name, func(t *testing.T) {
			p := startBurner(
				t, jdk(t, test.jdk), "-Xlog:gc", "-XX:OnOutOfMemoryError=echo s3cr3t -Dpassword=s3cr3t", "-Dpassword=s3cr3t",
			)
			env := withDiagnostics(s.presign("diagnostics.txt", valid))
			start := func() *sidecar { return startSidecar(t, p, order(s.presign("with.jfr", valid), env)) }
			if test.kernel {
				start = func() *sidecar {
					return startSidecarAs(t, p, "0", forPerf, kernelOrder(s.presign("with.jfr", valid), env))
				}
			}
			side := start()
			result := side.finish()
			side.logUsage()
			expect(t, result, report.OutcomeRecorded, report.Recorded)
			assertStored(t, s, "with.jfr", result)
			content, err := os.ReadFile(s.fetch("diagnostics.txt"))
			must(t, err)
			text := string(content)
			if result.Diagnostics == nil || result.Diagnostics.Message != "" || result.Diagnostics.Bytes != int64(len(text)) {
				t.Errorf("%d bytes, reported %+v", len(text), result.Diagnostics)
			}
			for _, words := range []string{
				"==== threadDump: jcmd Thread.print, 20", "Full thread dump", `"main" #`, "at Burner.",
				"==== heapSummary: jcmd GC.heap_info, 20", " used ",
				"==== vmFlags: jcmd VM.flags, 20", "\n-XX:MaxHeapSize=67108864\n",
				"\n-XX:OnOutOfMemoryError=(a text, not " +
					"shown)\n", "==== classHistogram: jcmd GC.class_histogram -all, 20", " java.lang.String ", "\nTotal ",
			} {
				if !strings.Contains(text, words) {
					t.Errorf("%q is not in\n%.5000s", words, text)
				}
			}
			if strings.Contains(text, "s3cr3t") {
				t.Error("there is a secret in the diagnostics")
			}
			if strings.Contains(p.output(), "Pause Full") {
				t.Errorf("the JVM had to collect its garbage:\n%s", p.output())
			}
			p.assertUnharmed()
		})
	}
}

func TestDiagnosticsThatCannotBeStoredAreNoFailure(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	result := run(
		t, p, order(s.presign("without.jfr", valid), withDiagnostics(s.presignIn("nobodys", "diagnostics.txt", valid))),
	)
	expect(t, result, report.OutcomeRecorded, report.Recorded)
	assertStored(t, s, "without.jfr", result)
	if got := result.Diagnostics; got == nil || got.Bytes != 0 ||
		!strings.Contains(got.Message, "refused the diagnostics: 404 NoSuchBucket") {
		t.Errorf("got %+v", got)
	}
}
