package jvm

import (
	"maps"
	"strconv"
	"strings"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

func TestFreeMemory(t *testing.T) {
	v2 := func(dir, limit string) map[string]string {
		dir = "root/sys/fs/cgroup/" + dir
		return map[string]string{
			dir + "memory.max": limit + "\n", dir + "memory.current": "700\n", dir + "memory.stat": "anon 5\nactive_file " +
				"50\ninactive_file 100\n",
		}
	}
	v1 := func(dir, limit string) map[string]string {
		dir = "root/sys/fs/cgroup/memory/" + dir
		return map[string]string{
			dir + "memory.limit_in_bytes": limit + "\n", dir + "memory.usage_in_bytes": "700\n",
			dir + "memory.stat": "inactive_file 7\ntotal_inactive_file 100\n",
		}
	}
	both := func(a, b map[string]string) map[string]string {
		all := maps.Clone(a)
		maps.Copy(all, b)
		return all
	}
	const none = "none"
	for name, test := range map[string]struct {
		cgroup string
		files  map[string]string
		want   string
	}{
		"of version 2 from another namespace": {"0::/../0123\n", v2("", "1000"), "400"},
		"of version 2 without a namespace":    {"0::/kubepods/pod1/0123\n", v2("kubepods/pod1/0123/", "1000"), "400"},
		"of version 2 where the pod has less left": {
			"0::/kubepods/pod1/0123\n", both(v2("kubepods/pod1/", "900"), v2("kubepods/pod1/0123/", "1000")), "300",
		},
		"of version 2 with a group of its own": {"0::/../0123/own\n", v2("", "1000"), "400"},
		"of version 2 without a limit":         {"0::/../0123\n", v2("", "max"), none},
		"of version 2 when all is used":        {"0::/../0123\n", v2("", "500"), "0"},
		"of version 1 from another namespace":  {"4:memory:/../0123\n0::/\n", v1("", "1000"), "400"},
		"of version 1 without a namespace":     {"4:cpu,memory:/kubepods/pod1/0123\n0::/\n", v1("", "1000"), "400"},
		"of version 1 with the node's cgroups there": {
			"4:memory:/kubepods/pod1/0123\n", v1("kubepods/pod1/0123/", "1000"), "400",
		},
		"of version 1 without a limit": {"4:memory:/../0123\n", v1("", "9223372036854771712"), none},
		"where nothing is mounted":     {"0::/../0123\n", nil, none},
		"where there are no cgroups":   {"", nil, none},
		"where the numbers are none":   {"0::/\n", v2("", "lots"), none},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, java(both(map[string]string{"cgroup": test.cgroup}, test.files)))
			got := none
			if free := procfs.freeMemory(1); free != nil {
				got = strconv.FormatInt(*free, 10)
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestWhatIsRecordedBesidesNeedsMemoryToo(t *testing.T) {
	free := int64(60 << 20)
	process := Process{JVM: report.JVM{PID: 7, FreeMemoryBytes: &free}}
	if problem := checkMemory(process, ownLibrary, 20<<20); problem != nil {
		t.Errorf("got %v", problem)
	}
	expectRefusal(
		t, checkMemory(process, ownLibrary, 21<<20), report.NotEnoughMemory,
		"has 60 MiB left below its memory limit, but a recording needs 61 MiB",
	)
}

func TestAJvmWithoutRoomForItsAnswersIsNotAsked(t *testing.T) {
	procfs := newProcfs(t)
	for pid, threads := range map[int]string{1: "200", 2: "400", 3: "nonsense"} {
		procfs.add(t, pid, map[string]string{
			"status": statusOf("1000", "1000", "0") + "Threads:\t" + threads + "\n", "cgroup": "0::/\n",
			"root/sys/fs/cgroup/memory.max": "67108864\n", "root/sys/fs/cgroup/memory.current": "46137344\n",
		})
	}
	if err := CheckAnswers(procfs, 1); err != nil {
		t.Error(err)
	}
	if err := CheckAnswers(procfs, 2); err == nil ||
		!strings.Contains(
			err.Error(), "20 MiB left below its memory limit, but the answers of a JVM with 400 threads may take 22 MiB",
		) {
		t.Errorf("got %v", err)
	}
	for _, pid := range []int{3, 4} {
		if err := CheckAnswers(procfs, pid); err == nil || err.Error() != "the JVM has ended" {
			t.Errorf("got %v", err)
		}
	}
}
