package jvm

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// needy is a JVM with so many threads, open files and descriptors at most.
func needy(threads, open int, limit string) map[string]string {
	files := java(map[string]string{
		"status": statusOf("1000", "1000", "0") + fmt.Sprintf("Threads:\t%d\n", threads),
		"limits": "Limit                     Soft Limit           Hard Limit           Units     \n" +
			"Max processes             4                    4                    processes \n" +
			fmt.Sprintf("Max open files            %-20s 524288               files     \n", limit),
	})
	for fd := range open {
		files[fmt.Sprintf("fd/%d", fd)] = ""
	}
	return files
}

func TestPerfEventsMayTakeTheDescriptorsThatAreLeft(t *testing.T) {
	for name, test := range map[string]struct {
		files   map[string]string
		certain bool
		level   string // of perf_event_paranoid; there is none if empty
		words   string // of the refusal; none if empty
	}{
		"of a JVM with many threads": {
			needy(400, 6, "300"), true, "2",
			"may open 294 more files (limit 300), but perf events for its 400 threads need 501",
		},
		"unless nothing is left for new threads": {needy(200, 10, "250"), true, "2", "need 264"},
		"if 64 are left to a small application":  {needy(20, 6, "90"), true, "2", ""},
		"unless one of them is missing": {
			needy(20, 6, "89"), true, "2", "may open 83 more files (limit 89)",
		},
		"if a quarter is left to a big one":        {needy(200, 400, "750"), true, "2", ""},
		"unless it has many files open":            {needy(200, 400, "749"), true, "2", "need 350"},
		"unless more are open than may be":         {needy(20, 90, "80"), true, "2", "may open 0 more files"},
		"if there is no limit":                     {needy(400, 6, "unlimited"), true, "2", ""},
		"if there is a high one":                   {needy(400, 6, "1048576"), true, "2", ""},
		"if it cannot be told":                     {java(nil), true, "2", ""},
		"of a JVM that may not use them":           {needy(400, 6, "300"), false, "2", ""},
		"of a JVM that may not use them on Debian": {needy(400, 6, "300"), false, "3", ""},
		"where there are none":                     {needy(400, 6, "300"), false, "", ""},
		"unless everybody may use them":            {needy(400, 6, "300"), false, "1", "record ctimer instead of cpu"},
		"unless everybody may use all of them":     {needy(400, 6, "300"), false, "-1", "its 400 threads"},
		"unless the JVM has PERFMON": {
			capable(needy(400, 6, "300"), "4000000000"), false, "2", "its 400 threads",
		},
		"unless the JVM has SYS_ADMIN": {
			capable(needy(400, 6, "300"), "200000"), false, "2", "its 400 threads",
		},
		"of a JVM with another capability":                {capable(needy(400, 6, "300"), "400"), false, "2", ""},
		"of a JVM that everybody may profile and has few": {needy(20, 6, "1024"), false, "1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, test.files)
			if test.level != "" {
				file := filepath.Join(string(procfs), "sys/kernel/perf_event_paranoid")
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(test.level+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			process, err := Find(procfs, Wanted{}, self)
			if err != nil {
				t.Fatal(err)
			}
			problem := CheckDescriptors(procfs, process, test.certain)
			switch {
			case test.words != "" && problem != nil:
				expectRefusal(t, problem, report.TooFewFileDescriptors, test.words)
			case test.words != "" || problem != nil:
				t.Errorf("got %v", problem)
			}
		})
	}
}

func TestAttachingMayNotTakeTheLastDescriptors(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		words string // of the refusal; none if empty
	}{
		"of a JVM with none":         {needy(20, 90, "90"), "may open 0 more files (limit 90), but attaching needs 16"},
		"nor if more are open":       {needy(20, 90, "80"), "may open 0 more files"},
		"nor if one is missing":      {needy(20, 75, "90"), "may open 15 more files"},
		"but enough may be left":     {needy(20, 74, "90"), ""},
		"but there may be no limit":  {needy(20, 90, "unlimited"), ""},
		"but it may be unknown":      {java(nil), ""},
		"but the limit may be great": {needy(20, 90, "1048576"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, test.files)
			problem := CheckFreeDescriptors(procfs, 1)
			switch {
			case test.words != "" && problem != nil:
				expectRefusal(t, problem, report.TooFewFileDescriptors, test.words)
			case test.words != "" || problem != nil:
				t.Errorf("got %v", problem)
			}
		})
	}
}

func capable(files map[string]string, capabilities string) map[string]string {
	all := maps.Clone(files)
	all["status"] = strings.Replace(all["status"], "CapEff:\t0", "CapEff:\t"+capabilities, 1)
	return all
}
