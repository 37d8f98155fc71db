//go:build integration

package integration

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/install"
)

// user is the uid and gid of target and sidecar unless a test says otherwise.
const user = 1000

// pod is a process in a PID and a mount namespace of its own, with a /tmp of its own: what a container is to the
// sidecar.
type pod struct {
	t       *testing.T
	command *exec.Cmd
	log     string
}

// podSpec is what a test wants to have in its pod.
type podSpec struct {
	command  []string
	user     int    // 0 stands for the usual one
	root     bool   // instead of a user
	caps     string // setpriv's list of the capabilities that root has; none if empty
	ambient  string // setpriv's list of the capabilities that another user has
	tmp      string // mount options of /tmp
	wrapped  bool   // a shell is PID 1, not the command
	prepared string // shell commands that run as root before the command, with the pod's mounts
	readOnly bool   // the root file system, beside which there is the /tmp
}

func startPod(t *testing.T, spec podSpec) *pod {
	t.Helper()
	if spec.user == 0 {
		spec.user = user
	}
	if spec.root {
		spec.user = 0
	}
	if spec.caps == "" {
		spec.caps = "-all"
	}
	if spec.ambient == "" {
		spec.ambient = "-all"
	}
	if spec.tmp == "" {
		spec.tmp = "mode=1777"
	}
	id := strconv.Itoa(spec.user)
	start := `exec setpriv --reuid "$1" --regid "$1" --clear-groups --bounding-set="$2" --inh-caps="$3" ` +
		`--ambient-caps="$3" --no-new-privs -- "${@:4}"`
	if spec.wrapped {
		start = "(" + start + ") & wait; sleep 600"
	}
	if spec.readOnly {
		spec.prepared += "\nmount -o remount,bind,ro /"
	}
	script := "set -e; mount --make-rprivate /; mount -t proc proc /proc; mount -t tmpfs -o " +
		"" + spec.tmp + " tmpfs /tmp\n" +
		"mount -t tmpfs tmpfs " + sidecars + "; cd /\n" + spec.prepared + "\n" + start
	p := &pod{t: t, log: filepath.Join(workDir(t), "log")}
	log, err := os.Create(p.log)
	must(t, err)
	defer log.Close()
	p.command = exec.Command(
		"bash", append([]string{"-c", script, "pod", id, spec.caps, spec.ambient}, spec.command...)...,
	)
	p.command.Stdout, p.command.Stderr = log, log
	p.command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWPID | syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL,
	}
	must(t, p.command.Start())
	t.Cleanup(func() {
		p.command.Process.Kill()
		p.command.Wait()
	})
	return p
}

// startBurner starts the burner and waits until it works.
func startBurner(t *testing.T, jdk string, options ...string) *pod {
	t.Helper()
	p := startPod(t, podSpec{command: burner(t, jdk, options...)})
	p.waitForLog("alive")
	return p
}

// waitForLog waits until the pod has printed the text once more than when the wait began.
func (p *pod) waitForLog(text string) {
	p.t.Helper()
	before := strings.Count(p.output(), text)
	eventually(p.t, 2*time.Minute, "the pod prints "+text, func() bool { return strings.Count(p.output(), text) > before })
}

func (p *pod) output() string {
	content, err := os.ReadFile(p.log)
	must(p.t, err)
	return string(content)
}

// path is a path of the pod's, as the test sees it.
func (p *pod) path(inside string) string {
	return filepath.Join("/proc", strconv.Itoa(p.command.Process.Pid), "root", inside)
}

// tmp lists all that is in the pod's /tmp, with sizes.
func (p *pod) tmp() []string {
	p.t.Helper()
	var files []string
	root := p.path("tmp")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && path != root {
			files = append(files, strings.TrimPrefix(path, root+"/"))
		}
		return err
	})
	must(p.t, err)
	slices.Sort(files)
	return files
}

// assertUnharmed fails if the JVM has stopped working or was made to print its threads.
func (p *pod) assertUnharmed() {
	p.t.Helper()
	p.waitForLog("alive")
	if output := p.output(); strings.Contains(output, "thread dump") || strings.Contains(output, "Exception") {
		p.t.Errorf("the JVM printed:\n%s", output)
	}
}

// assertAlive fails if the JVM has stopped working, whatever it has printed.
func (p *pod) assertAlive() {
	p.t.Helper()
	p.waitForLog("alive")
	if strings.Contains(p.output(), "SIG") {
		p.t.Errorf("the JVM printed:\n%s", p.output())
	}
}

// libraryMappings counts the copies of the profiler's library that the pod's first process has loaded.
func (p *pod) libraryMappings() int { return p.maps("libasyncProfiler") }

// maps counts how often the pod's first process has mapped executable code from files with a text in their path.
func (p *pod) maps(text string) int {
	maps, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.command.Process.Pid), "maps"))
	must(p.t, err)
	count := 0
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, text) && strings.Contains(line, " r-xp ") {
			count++
		}
	}
	return count
}

// enter is a command line that runs in the pod's namespaces as a user, with no capability.
func (p *pod) enter(uid int, args ...string) *exec.Cmd {
	id := strconv.Itoa(uid)
	return exec.Command("nsenter", append([]string{
		"--target", strconv.Itoa(p.command.Process.Pid), "--pid", "--mount",
		"setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--",
	}, args...)...)
}

func eventually(t *testing.T, limit time.Duration, what string, happened func() bool) {
	t.Helper()
	limit *= 6 // on a busy machine
	for deadline := time.Now().Add(limit); !happened(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v, but never: %s", limit, what)
		}
	}
}

// workDir is a temporary directory that pods see too, which /tmp is not.
func workDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "hotspotter-test-")
	must(t, err)
	must(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// forPods is a copy of a file of the image that a pod can see wherever the checkout is: not below /tmp, which each
// pod has its own of.
func forPods(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(image, file))
	must(t, err)
	path := filepath.Join(workDir(t), file)
	must(t, os.WriteFile(path, content, 0o755))
	return path
}

// processes lists what runs in the pod's PID namespace beside its first process, by command and state.
func (p *pod) processes() []string {
	p.t.Helper()
	output, err := p.enter(0, "ps", "-e", "-o", "ppid=,stat=,comm=").CombinedOutput()
	must(p.t, err)
	var all []string
	for line := range strings.Lines(string(output)) {
		// ps itself was started from outside, as the sidecar was.
		if fields := strings.Fields(line); len(fields) >= 3 && fields[2] != "ps" && fields[2] != "java" {
			all = append(all, strings.Join(fields[1:], " "))
		}
	}
	return all
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// libraryPath is where the library under test belongs in a target.
func libraryPath(t *testing.T) string {
	t.Helper()
	library, err := install.Load(filepath.Join(image, "libasyncProfiler.so"), "4.5")
	must(t, err)
	return library.Path()
}
