package jvm

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTheMainClassIs(t *testing.T) {
	for name, test := range map[string]struct{ line, want string }{
		"the first word that is no option":       {"java -Xmx1g -Dx=y com.example.Main --port 80", "com.example.Main"},
		"not the class path":                     {"/opt/java/bin/java -cp /app/*:x.jar Main", "Main"},
		"not the module path":                    {"java --module-path mods --add-modules a,b -p more Main", "Main"},
		"the name of the jar":                    {"java -XX:+UseG1GC -jar /srv/app.jar serve", "app.jar"},
		"the class of the module":                {"java -p mods -m com.example/com.example.Main", "com.example.Main"},
		"the module that names no class":         {"java --module=com.example", "com.example"},
		"a source file":                          {"java --source 25 Hello.java", "Hello.java"},
		"the launcher's name when not java":      {"/opt/shop/bin/shop --port 80", "shop"},
		"what an argument file says":             {"java @args tail", "com.example.FromFile"},
		"unknown when there is none":             {"java -version", ""},
		"unknown when the argument file is gone": {"java @missing", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := parseArgs(strings.Fields(test.line), func(file string) []string {
				if file == "args" {
					return []string{"-Xmx1g", "-cp", "x", "com.example.FromFile"}
				}
				return nil
			})
			if got.mainClass != test.want {
				t.Errorf("got %q, want %q", got.mainClass, test.want)
			}
		})
	}
}

// The order in which HotSpot applies options decides which of two contrary ones holds.
func TestTheLastOptionWins(t *testing.T) {
	for name, test := range map[string]struct {
		line, environ string
		on, set       bool
	}{
		"when there is none":             {"java Main", "", false, false},
		"when it is on the command line": {"java -XX:+DisableAttachMechanism Main", "", true, true},
		"when it is switched off again": {
			"java -XX:+DisableAttachMechanism -XX:-DisableAttachMechanism Main", "", false, true,
		},
		"when it is the application's": {"java Main -XX:+DisableAttachMechanism", "", false, false},
		"when it is in JAVA_TOOL_OPTIONS": {
			"java Main", "JAVA_TOOL_OPTIONS=-Xmx1g -XX:+DisableAttachMechanism", true, true,
		},
		"when it is in JDK_JAVA_OPTIONS": {"java Main", "JDK_JAVA_OPTIONS=-XX:+DisableAttachMechanism", true, true},
		"when the command line overrides it": {
			"java -XX:-DisableAttachMechanism Main", "JAVA_TOOL_OPTIONS=-XX:+DisableAttachMechanism", false, true,
		},
		"when _JAVA_OPTIONS overrides that": {
			"java -XX:-DisableAttachMechanism Main", "_JAVA_OPTIONS=-XX:+DisableAttachMechanism", true, true,
		},
		"when it is in a relative @file":  {"java @opts Main", "", true, true},
		"when it is in an absolute @file": {"java @/etc/opts Main", "", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 7, map[string]string{
				"cmdline":       strings.ReplaceAll(test.line, " ", "\x00") + "\x00",
				"environ":       "PATH=/bin\x00" + test.environ + "\x00",
				"cwd/opts":      "-Xmx1g\n-XX:+DisableAttachMechanism\n",
				"root/etc/opts": "-XX:+DisableAttachMechanism",
			})
			if on, set := procfs.commandLine(7).flag("DisableAttachMechanism"); on != test.on || set != test.set {
				t.Errorf("on %v, set %v", on, set)
			}
		})
	}
}

// newProcfs is an empty proc file system but for the sidecar's own entry, with pid 2.
func newProcfs(t *testing.T) Procfs {
	t.Helper()
	procfs := Procfs(t.TempDir())
	procfs.add(t, self, map[string]string{"status": statusOf("1000", "1000", "0"), "maps": ""})
	return procfs
}

const self = 2

// add lays out a process.
func (p Procfs) add(t *testing.T, pid int, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := p.path(pid, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// now is where the tests' clock stands, however long they take.
const now = 100 * time.Hour

func init() { sinceBoot = func() time.Duration { return now } }

// startedAgo is the stat file of a process of that age.
func startedAgo(age time.Duration) string {
	ticks := (now - age) / (time.Second / ticksPerSecond)
	return fmt.Sprintf("1 (java) S 1 1 1 0 -1 4194560 1 0 0 0 9 9 0 0 20 0 22 0 %d 99\n", ticks)
}

func statusOf(uid, gid, capabilities string) string {
	four := func(id string) string { return strings.Join(slices.Repeat([]string{id}, 4), "\t") }
	return "Name:\tjava\nUid:\t" + four(uid) + "\nGid:\t" + four(gid) + "\nSigCgt:\t0000000101005ccd\n" +
		"CapPrm:\t" + capabilities + "\nCapEff:\t" + capabilities + "\n"
}
