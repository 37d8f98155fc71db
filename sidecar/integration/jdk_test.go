//go:build integration

package integration

import (
	"fmt"
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
	home, err := findJDK(version)
	must(t, err)
	return home
}

func findJDK(version string) (string, error) {
	for _, pattern := range []string{"*-" + version + "-*", "*" + version + "*"} {
		compilers, err := filepath.Glob(filepath.Join("/usr/lib/jvm", pattern, "bin/javac"))
		if err == nil && len(compilers) > 0 {
			return filepath.Dir(filepath.Dir(compilers[0])), nil
		}
	}
	return "", fmt.Errorf("there is no JDK %s under /usr/lib/jvm: install it", version)
}

// classes is where the compiled programs are, for JDK 11 and later; sidecars is where the file systems of the sidecars
// are, which no pod sees.
var classes, sidecars string

func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == confined {
		panic(confine(os.Args[2], os.Args[3]))
	}
	// Pods see directories here, unlike those in /tmp.
	for _, dir := range []*string{&classes, &sidecars} {
		made, err := os.MkdirTemp("/var/tmp", "hotspotter-test-all-")
		if err != nil {
			panic(err)
		}
		os.Chmod(made, 0o755)
		*dir = made
	}
	code := m.Run()
	os.RemoveAll(classes)
	os.RemoveAll(sidecars)
	os.Exit(code)
}

var compile = sync.OnceValues(func() ([]byte, error) {
	home, err := findJDK("17")
	if err != nil {
		return nil, err
	}
	return exec.Command(
		filepath.Join(home, "bin/javac"), "-d", classes, "testdata/Burner.java", "testdata/Busy.java",
	).CombinedOutput()
})

// burner is the command line of the burner, with options of the JVM's before the class and its own behind it.
func burner(t *testing.T, home string, options ...string) []string {
	t.Helper()
	if output, err := compile(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
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
