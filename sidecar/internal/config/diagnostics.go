package config

import "slices"

// Diagnostic is information that the JVM gives about itself; README.md describes each kind.
type Diagnostic string

// All diagnostics. The JVM's command line and system properties are not among them, because they may hold secrets.
const (
	ThreadDump     Diagnostic = "threadDump"
	ClassHistogram Diagnostic = "classHistogram"
	HeapSummary    Diagnostic = "heapSummary"
	VMFlags        Diagnostic = "vmFlags"
)

var diagnostics = []Diagnostic{ThreadDump, ClassHistogram, HeapSummary, VMFlags}

// diagnostics returns the requested diagnostics, none if the variable is absent.
func (r *reader) diagnostics() []Diagnostic {
	var all []Diagnostic
	for _, name := range r.list(envDiagnostics) {
		switch diagnostic := Diagnostic(name); {
		case !slices.Contains(diagnostics, diagnostic):
			r.problem("%s has %q, use %v", envDiagnostics, name, diagnostics)
		case slices.Contains(all, diagnostic):
			r.problem("%s has %s twice, name it once", envDiagnostics, name)
		default:
			all = append(all, diagnostic)
		}
	}
	if (r.getenv(envDiagnostics) == "") != (r.getenv(envDiagnosticsURL) == "") {
		r.problem("%s must be set exactly when %s is set", envDiagnostics, envDiagnosticsURL)
	}
	return all
}
