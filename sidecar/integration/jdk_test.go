//go:build integration

package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// jdk returns the home of an installed JDK of a version.
func jdk(t *testing.T, version string) string {
	t.Helper()
	for _, pattern := range []string{"/usr/lib/jvm/*-" + version + "-*", "/usr/lib/jvm/*" + version + "*"} {
		homes, err := filepath.Glob(pattern)
		must(t, err)
		for _, home := range homes {
			if _, err := os.Stat(filepath.Join(home, "bin/javac")); err == nil {
				return home
			}
		}
	}
	t.Fatalf("there is no JDK %s under /usr/lib/jvm: install it", version)
	return ""
}

var compile = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("/var/tmp", "hotspotter-test-classes-")
	if err != nil {
		return "", err
	}
	homes, err := filepath.Glob("/usr/lib/jvm/*17*/bin/javac")
	if err != nil || len(homes) == 0 {
		return "", os.ErrNotExist
	}
	if err := exec.Command(homes[0], "-d", dir, "testdata/Burner.java").Run(); err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o755)
})

// burner is the command line of the burner, with options of the JVM's before the class and its own behind it.
func burner(t *testing.T, home string, options ...string) []string {
	t.Helper()
	classes, err := compile()
	must(t, err)
	line := []string{filepath.Join(home, "bin/java"), "-Xmx64m", "-cp", classes}
	return append(append(line, options...), "Burner")
}

// events counts what is in a recording, as the JDK's own tool sees it.
func events(t *testing.T, recording string) map[string]int {
	t.Helper()
	output, err := exec.Command(filepath.Join(jdk(t, "25"), "bin/jfr"), "summary", recording).CombinedOutput()
	if err != nil {
		t.Fatalf("jfr summary: %v\n%s", err, output)
	}
	counts := map[string]int{}
	for line := range strings.Lines(string(output)) {
		if fields := strings.Fields(line); len(fields) == 3 {
			if count, err := strconv.Atoi(fields[1]); err == nil {
				counts[fields[0]] = count
			}
		}
	}
	return counts
}

// samplesOf counts the execution samples that have a method anywhere in their stack.
func samplesOf(t *testing.T, recording, method string) int {
	t.Helper()
	output, err := exec.Command(filepath.Join(jdk(t, "25"), "bin/jfr"), "print", "--events", "jdk.ExecutionSample",
		"--stack-depth", "64", recording).CombinedOutput()
	if err != nil {
		t.Fatalf("jfr print: %v\n%s", err, output)
	}
	count := 0
	for sample := range strings.SplitSeq(string(output), "jdk.ExecutionSample {") {
		if strings.Contains(sample, method) {
			count++
		}
	}
	return count
}
