package jvm

import (
	"regexp"
	"strings"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

const id = "613f3b6aa8860598a92656fb550505f9613f3b6aa8860598a92656fb550505f9"

func TestTheWantedJvmIsFoundBy(t *testing.T) {
	for name, wanted := range map[string]Wanted{
		"its main class":                   {MainClass: "b.jar"},
		"its command line":                 {CommandLine: regexp.MustCompile(`worker-[0-9]+`)},
		"its options":                      {CommandLine: regexp.MustCompile(`-Xmx1g -jar`)},
		"both":                             {MainClass: "b.jar", CommandLine: regexp.MustCompile(`worker`)},
		"its container":                    {ContainerID: id},
		"its container and its main class": {ContainerID: id, MainClass: "b.jar"},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, java(map[string]string{"cgroup": "0::/../" + strings.Replace(id, "6", "7", 1) + "\n"}))
			procfs.add(t, 9, java(map[string]string{
				"cmdline": "java\x00-Xmx1g\x00-jar\x00/srv/b.jar\x00worker-17\x00", "cgroup": "0::/../" + id + "\n",
			}))
			if got, err := Find(procfs, wanted, self); err != nil || got.PID != 9 {
				t.Errorf("got %+v, %v", got.JVM, err)
			}
		})
	}
}

func TestWhatDoesNotMatchIsRefusedWithWhatThereIs(t *testing.T) {
	for name, test := range map[string]struct {
		wanted Wanted
		reason report.Reason
		words  string
	}{
		"by the main class": {
			Wanted{MainClass: "Main"},
			report.NoJvmFound,
			"has the main class Main, but it runs com.example.Main (pid 1), b.jar (pid 9);",
		},
		"by the command line": {
			Wanted{CommandLine: regexp.MustCompile("z+")},
			report.NoJvmFound,
			"has a command line that matches spec.target.process.commandLine, but it runs",
		},
		"by both": {
			Wanted{MainClass: "b.jar", CommandLine: regexp.MustCompile("-Xmx")},
			report.NoJvmFound,
			"the main class b.jar and a command line that matches",
		},
		"by the container": {
			Wanted{ContainerID: id}, report.NoJvmFound, "no /proc/PID/cgroup of its 2 processes names the container " + id,
		},
		"because several match": {
			Wanted{CommandLine: regexp.MustCompile("java")}, report.AmbiguousJvm, "com.example.Main (pid 1), b.jar (pid 9)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, java(nil))
			procfs.add(t, 9, java(map[string]string{"cmdline": "java\x00-jar\x00b.jar\x00", "cgroup": "0::/\n"}))
			_, err := Find(procfs, test.wanted, self)
			expectRefusal(t, err, test.reason, test.words)
		})
	}
}

// What /proc/PID/cgroup shows of another container depends on the runtime, the version of cgroups and its namespaces.
func TestAProcessIsInTheContainer(t *testing.T) {
	for name, test := range map[string]struct {
		cgroup string
		inside bool
	}{
		"of version 2 with the cgroupfs driver": {"0::/../" + id + "\n", true},
		"of version 2 with the systemd driver":  {"0::/../cri-containerd-" + id + ".scope\n", true},
		"of version 2 with CRI-O":               {"0::/../crio-" + id + ".scope/container\n", true},
		"of another pod's cgroup": {
			"0::/../../../kubepods-besteffort.slice/pod1.slice/cri-containerd-" + id + ".scope\n", true,
		},
		"of version 1, which has no namespace": {
			"5:cpu:/kubepods/burstable/pod1/" + id + "\n4:memory:/kubepods/burstable/pod1/" + id + "\n0::/\n", true,
		},
		"of version 1 with a namespace": {"4:memory:/../" + id + "\n0::/\n", true},
		"of version 1 with the systemd driver": {
			"1:name=systemd:/system.slice/containerd.service/kubepods-pod1.slice:cri-containerd:" + id + "\n", true,
		},
		"with a group of the application's own": {"0::/../" + id + "/worker\n", true},
		"only if the whole id is there":         {"0::/../" + id + "0\n", false},
		"only if nothing else precedes the id":  {"0::/../0" + id + "\n", false},
		"not if it is the sidecar's own":        {"0::/\n", false},
		"not if it cannot be told":              {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 9, map[string]string{"cgroup": test.cgroup})
			if got := procfs.isInContainer(9, id); got != test.inside {
				t.Errorf("got %v", got)
			}
		})
	}
}
