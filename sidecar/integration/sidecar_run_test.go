//go:build integration

package integration

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

// image is what sidecar/build.sh made for this machine.
var image = filepath.Join("../../build/sidecar", runtime.GOARCH)

// sidecar is one run of the image beside a pod's process: same PID namespace, own file system, no capability.
type sidecar struct {
	t       *testing.T
	command *exec.Cmd
	root    string
	log     buffer
}

// buffer can be read while it is written.
type buffer struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (b *buffer) Write(text []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.Write(text)
}

func (b *buffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.String()
}

// order is the environment of a one-second recording of CPU time, with changes.
func order(uploadURL string, changes map[string]string) map[string]string {
	env := map[string]string{
		"HOTSPOTTER_EVENTS":       "cpu",
		"HOTSPOTTER_DURATION":     "1s",
		"HOTSPOTTER_INTERVAL":     "10ms",
		"HOTSPOTTER_UPLOAD_URL":   uploadURL,
		"HOTSPOTTER_START_BEFORE": time.Now().Add(10 * time.Minute).Format(time.RFC3339),
		"HOTSPOTTER_TIMEOUT":      "60s",
		"HOTSPOTTER_MAX_BYTES":    "268435456",
	}
	maps.Copy(env, changes)
	return env
}

// startSidecar begins a run as the usual user.
func startSidecar(t *testing.T, p *pod, env map[string]string) *sidecar {
	t.Helper()
	return startSidecarAs(t, p, strconv.Itoa(user), "", env)
}

// startSidecarAs begins a run in a file system laid out like the image's, with what a runtime adds to every container.
func startSidecarAs(t *testing.T, p *pod, id, caps string, env map[string]string) *sidecar {
	t.Helper()
	root, err := os.MkdirTemp(sidecars, "")
	must(t, err)
	must(t, os.Chmod(root, 0o755))
	t.Cleanup(func() { os.RemoveAll(root) })
	for _, file := range []string{"sidecar", "asprof", "libasyncProfiler.so"} {
		content, err := os.ReadFile(filepath.Join(image, file))
		must(t, err)
		must(t, os.MkdirAll(filepath.Join(root, "hotspotter"), 0o755))
		must(t, os.WriteFile(filepath.Join(root, "hotspotter", file), content, 0o755))
	}
	for _, dir := range []string{"recording", "tmp", "proc", "dev"} {
		must(t, os.Mkdir(filepath.Join(root, dir), 0o755))
	}
	for _, dir := range []string{"recording", "tmp"} {
		must(t, os.Chmod(filepath.Join(root, dir), os.ModeSticky|0o777))
	}
	for _, file := range []string{"null", "termination-log"} {
		must(t, os.WriteFile(filepath.Join(root, "dev", file), nil, 0o666))
		must(t, os.Chmod(filepath.Join(root, "dev", file), 0o666))
	}
	script := `set -e; mount --bind "$1" "$1"; cd "$1"; mount -t proc proc proc; ` +
		`mount --bind /dev/null dev/null; exec "${@:2}"`
	self, err := os.Executable()
	must(t, err)
	s := &sidecar{t: t, root: root}
	s.command = exec.Command("nsenter", "--target", strconv.Itoa(p.command.Process.Pid), "--pid",
		"unshare", "--mount", "bash", "-c", script, "sidecar", root, self, confined, id, caps)
	s.command.Env = []string{"PATH=" + os.Getenv("PATH")}
	for name, value := range env {
		s.command.Env = append(s.command.Env, name+"="+value)
	}
	s.command.Stdout, s.command.Stderr = &s.log, &s.log
	s.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	must(t, s.command.Start())
	t.Cleanup(func() { s.command.Process.Kill() })
	return s
}

// signal sends a signal to the sidecar itself.
func (s *sidecar) signal(signal syscall.Signal) {
	s.t.Helper()
	must(s.t, syscall.Kill(s.pid(), signal))
}

// pid is the sidecar's, which is the only child of nsenter.
func (s *sidecar) pid() int {
	s.t.Helper()
	nsenter := strconv.Itoa(s.command.Process.Pid)
	children, err := os.ReadFile(filepath.Join("/proc", nsenter, "task", nsenter, "children"))
	must(s.t, err)
	child, err := strconv.Atoi(strings.TrimSpace(string(children)))
	must(s.t, err)
	return child
}

// waitUntilRecording waits until the profiler records, or the sidecar has ended without.
func (s *sidecar) waitUntilRecording() {
	s.t.Helper()
	eventually(s.t, time.Minute, "the profiler records", func() bool {
		return strings.Contains(s.log.String(), "INFO recording") || strings.Contains(s.log.String(), "outcome=")
	})
}

func (s *sidecar) recording() string { return filepath.Join(s.root, "recording/recording.jfr") }

// finish waits for the end and returns the report, having checked all that is true of every run.
func (s *sidecar) finish() report.Report {
	s.t.Helper()
	s.command.Wait()
	s.t.Logf("sidecar's log:\n%s", s.log.String())
	document, err := os.ReadFile(filepath.Join(s.root, "dev/termination-log"))
	must(s.t, err)
	s.t.Logf("report: %s", document)
	var result report.Report
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.DisallowUnknownFields()
	must(s.t, decoder.Decode(&result))
	if _, err := decoder.Token(); err != io.EOF || len(document) > 4096 || result.Version != 1 || result.Message == "" {
		s.t.Errorf("not a report of version 1: %s", document)
	}
	if code := s.command.ProcessState.ExitCode(); code != result.Outcome.ExitCode() {
		s.t.Errorf("exit code %d with outcome %s", code, result.Outcome)
	}
	if url := s.uploadURL(); url != "" &&
		(strings.Contains(s.log.String(), url) || bytes.Contains(document, []byte(url)) ||
			strings.Contains(s.log.String(), "X-Amz-") || bytes.Contains(document, []byte("X-Amz-"))) {
		s.t.Error("the upload URL was logged or reported")
	}
	if _, err := os.Stat(s.recording()); !os.IsNotExist(err) {
		s.t.Error("the recording was left behind")
	}
	return result
}

// logUsage tells what the whole run took, that of the scripts that started it included.
func (s *sidecar) logUsage() {
	state := s.command.ProcessState
	s.t.Logf("CPU %v", state.SystemTime()+state.UserTime())
}

// logMemory tells what the sidecar takes at the moment.
func (s *sidecar) logMemory() {
	s.t.Helper()
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.pid()), "status"))
	must(s.t, err)
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM") {
			s.t.Log(strings.TrimSpace(line))
		}
	}
}

func (s *sidecar) uploadURL() string {
	for _, variable := range s.command.Env {
		if url, ok := strings.CutPrefix(variable, "HOTSPOTTER_UPLOAD_URL="); ok {
			return url
		}
	}
	return ""
}

// run is a whole run.
func run(t *testing.T, p *pod, env map[string]string) report.Report {
	t.Helper()
	return startSidecar(t, p, env).finish()
}

// recordRounds is a run that lasts until the pod, a busy one, has done all that it does while it was recorded, however
// long that takes.
func recordRounds(t *testing.T, p *pod, env map[string]string) report.Report {
	t.Helper()
	env["HOTSPOTTER_DURATION"], env["HOTSPOTTER_TIMEOUT"] = "5m", "6m"
	side := startSidecar(t, p, env)
	side.waitUntilRecording()
	for range 2 { // the first may have begun before
		p.waitForLog("round")
	}
	side.signal(syscall.SIGTERM)
	result := side.finish()
	expect(t, result, report.OutcomeRecorded, report.Recorded, "the pod is being stopped")
	return result
}

func expect(t *testing.T, result report.Report, outcome report.Outcome, reason report.Reason, words ...string) {
	t.Helper()
	if result.Outcome != outcome || result.Reason != reason {
		t.Fatalf("got %s/%s (%s), want %s/%s", result.Outcome, result.Reason, result.Message, outcome, reason)
	}
	for _, word := range words {
		if !strings.Contains(result.Message, word) {
			t.Errorf("%q is not in the message %q", word, result.Message)
		}
	}
}
