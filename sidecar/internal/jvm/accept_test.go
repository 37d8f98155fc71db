package jvm

import (
	"slices"
	"testing"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/report"
)

const (
	glibc240Map = "7f0000000000-7f0000001000 r-xp 00000000 fe:00 3 /usr/lib/libc-2.31.so\n"
	glibc241Map = "7f0000000000-7f0000001000 r-xp 00000000 fe:00 3 /usr/lib/libc.so.6\n"
	muslMap     = "7f0000000000-7f0000001000 r-xp 00000000 fe:00 3 /lib/ld-musl-x86_64.so.1\n"
	noFileMap   = "7f0000000000-7f0000001000 r-xp 00000000 fe:00 3 /nix/libc.so.6\n"
)

func TestAnEventIsRefusedWhereItsSignalsEndAccept(t *testing.T) {
	const tooOld = "upgrade to JDK 11.0.22 or later, or record without wall"
	const switches = "signals of context-switches end"
	others := []config.Event{"cpu", "ctimer", "itimer", "alloc", "lock", "cycles", "page-faults"}
	wall := append(slices.Clone(others), "wall")
	for name, test := range map[string]struct {
		maps, version string
		events        []config.Event
		words         string // none if it is accepted
	}{
		"glibc 2.41, 11":              {glibc241Map, "11", wall, tooOld},
		"glibc 2.41, 11.0.9":          {glibc241Map, "11.0.9", wall, tooOld},
		"glibc 2.41, 11.0.13":         {glibc241Map, "11.0.13", wall, tooOld},
		"glibc 2.41, 11.0.20.1":       {glibc241Map, "11.0.20.1", wall, tooOld},
		"glibc 2.41, 11.0.21":         {glibc241Map, "11.0.21", wall, tooOld},
		"glibc 2.41, 11.0.22":         {glibc241Map, "11.0.22", wall, ""},
		"glibc 2.41, 11.0.33":         {glibc241Map, "11.0.33", wall, ""},
		"glibc 2.41, 8":               {glibc241Map, "1.8.0_504", wall, ""},
		"glibc 2.41, 17":              {glibc241Map, "17.0.9", wall, ""},
		"glibc 2.41, no release file": {glibc241Map, "", wall, ""},
		"glibc 2.40, 11.0.13":         {glibc240Map, "11.0.13", wall, ""},
		"musl, 11.0.21":               {muslMap, "11.0.21", wall, tooOld},
		"musl, 11.0.22":               {muslMap, "11.0.22", wall, ""},
		"musl, other events":          {muslMap, "11.0.21", others, ""},
		"context switches, 11.0.21":   {glibc240Map, "11.0.21", []config.Event{"ctimer", "context-switches"}, switches},
		"context switches, 11.0.22":   {muslMap, "11.0.22", []config.Event{"context-switches"}, ""},
		"a glibc without a file":      {noFileMap, "11.0.13", wall, tooOld},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, java(map[string]string{
				"maps":                      hotspotMap + test.maps,
				"root/opt/java/release":     "JAVA_VERSION=\"" + test.version + "\"\n",
				"root/usr/lib/libc-2.31.so": "\x7fELF GLIBC_2.2.5\x00GLIBC_2.4\x00GLIBC_2.31\x00",
				"root/usr/lib/libc.so.6":    "\x7fELF GLIBC_2.2.5\x00GLIBC_2.4\x00GLIBC_2.41\x00",
			}))
			process, err := Find(procfs, Wanted{}, self)
			if err != nil {
				t.Fatal(err)
			}
			problem := CheckAccept(procfs, process, test.events)
			if test.words == "" {
				if problem != nil {
					t.Error(problem)
				}
				return
			}
			expectRefusal(t, problem, report.JdkTooOld, "JDK "+test.version+",", test.words)
		})
	}
}
