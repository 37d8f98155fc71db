package config

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

func valid() map[string]string {
	return map[string]string{
		envEvents:      "cpu,alloc",
		envDuration:    "60s",
		envInterval:    "10ms",
		envUploadURL:   "https://store:7070/bucket/key?X-Amz-Signature=s3cr3t",
		envStartBefore: "2026-03-01T09:30:00Z",
		envTimeout:     "3m",
		envMaxBytes:    "268435456",
	}
}

func read(changes map[string]string) (Config, error) {
	env := valid()
	maps.Copy(env, changes)
	return Read(func(name string) string { return env[name] })
}

func TestAValidOrder(t *testing.T) {
	c, err := read(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Events, []Event{CPU, Alloc}) || c.Duration != time.Minute || c.Interval != 10*time.Millisecond ||
		c.Timeout != 3*time.Minute || c.MaxBytes != 256<<20 || c.Upload.URL.Host != "store:7070" || c.Orders != nil ||
		!c.StartBefore.Equal(time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)) || c.TerminationLog != defaultTerminationLog {
		t.Errorf("read %+v", c)
	}
}

func TestOrdersAreOptional(t *testing.T) {
	c, err := read(map[string]string{envOrdersURL: "https://store:7070/bucket/orders.json?X-Amz-Signature=s3cr3t"})
	if err != nil || c.Orders == nil || c.Orders.Host != "store:7070" {
		t.Errorf("read %v, %v", c.Orders, err)
	}
}

func TestEveryEventAloneAndAllThatGoTogetherAreAccepted(t *testing.T) {
	for _, events := range []string{
		"cpu", "ctimer", "itimer", "wall", "alloc", "lock", "wall,alloc,lock", " itimer , wall,alloc,lock",
		"live", "nativelock", "nativemem", "exceptions", "cycles", "instructions", "cache-references", "cache-misses",
		"branch-instructions",
		"branch-misses", "page-faults", "context-switches", "cycles,wall,alloc,live,lock,nativelock,nativemem,exceptions",
	} {
		if _, err := read(map[string]string{envEvents: events}); err != nil {
			t.Errorf("%q: %v", events, err)
		}
	}
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	for name, test := range map[string]struct {
		variable, value, want string
	}{
		"no event": {envEvents, "", "HOTSPOTTER_EVENTS is not set"},
		"an unknown event": {
			envEvents, "cpu,all",
			`has "all", use [cpu ctimer itimer wall alloc live lock nativelock nativemem trace exceptions cycles`,
		},
		"an option in place of an event":  {envEvents, "cpu --all", `has "cpu --all"`},
		"an empty event":                  {envEvents, "cpu,", `has ""`},
		"two ways to sample CPU time":     {envEvents, "cpu,wall,itimer", "has cpu and itimer, choose one of them"},
		"a counter and CPU time":          {envEvents, "cpu,cache-misses", "has cpu and cache-misses, choose one of them"},
		"a counter by its number":         {envEvents, "r4d2", `has "r4d2"`},
		"a method as an event":            {envEvents, "com.example.Dao.find", `has "com.example.Dao.find"`},
		"an event named twice":            {envEvents, "wall,wall", "has wall twice"},
		"a duration without a unit":       {envDuration, "60", `is "60", write a duration`},
		"a duration below a second":       {envDuration, "999ms", "is 999ms, choose 1s to 1h0m0s"},
		"a duration over an hour":         {envDuration, "61m", "is 1h1m0s, choose 1s to 1h0m0s"},
		"an interval below a millisecond": {envInterval, "999us", "choose 1ms to 10s"},
		"an interval over ten seconds":    {envInterval, "11s", "choose 1ms to 10s"},
		"a negative interval":             {envInterval, "-10ms", "choose 1ms to 10s"},
		"a local time":                    {envStartBefore, "2026-03-01 09:30", "write an RFC 3339 instant"},
		"a timeout that is too short":     {envTimeout, "65s", "set it to at least 1m10s"},
		"a delay beyond ten seconds":      {envAttachDelay, "11s", "is 11s, choose 0s to 10s"},
		"a delay without a unit":          {envAttachDelay, "250", `is "250", write a duration`},
		"a size with a unit":              {envMaxBytes, "256Mi", "write a number of bytes"},
		"no room at all":                  {envMaxBytes, "0", "write a number of bytes"},
		"a file in place of a URL": {
			envUploadURL, "file:///etc/passwd", "HOTSPOTTER_UPLOAD_URL is not an http or https URL",
		},
		"orders without a host":           {envOrdersURL, "orders.json", "HOTSPOTTER_ORDERS_URL is not an http or https URL"},
		"a broken pattern":                {envCommandLine, "worker-(", "HOTSPOTTER_PROCESS_COMMAND_LINE is no RE2 pattern"},
		"a container id with its runtime": {envContainerID, "containerd://0123", "write the id alone"},
		"a container id with a path":      {envContainerID, "../0123", "write the id alone"},
		"kernel stacks as a number":       {envKernelStacks, "1", `is "1", write true or false`},
		"kernel stacks without a target": {
			envKernelStacks, "true", "HOTSPOTTER_TARGET_UID is not set\nHOTSPOTTER_TARGET_GID is not set",
		},
		"unknown diagnostics": {
			envDiagnostics, "threadDump,VM.command_line",
			`has "VM.command_line", use [threadDump classHistogram heapSummary vmFlags]`,
		},
		"diagnostics named twice": {envDiagnostics, "vmFlags,vmFlags", "has vmFlags twice"},
		"diagnostics for nobody": {
			envDiagnostics, "vmFlags",
			"HOTSPOTTER_DIAGNOSTICS must be set exactly when HOTSPOTTER_DIAGNOSTICS_URL is set",
		},
		"a URL for no diagnostics": {
			envDiagnosticsURL, "http://store/x",
			"HOTSPOTTER_DIAGNOSTICS must be set exactly when HOTSPOTTER_DIAGNOSTICS_URL is set",
		},
		"a URL without a host": {envUploadURL, "http:///x", "HOTSPOTTER_UPLOAD_URL is not an http or https URL"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(map[string]string{test.variable: test.value})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// Kubernetes puts the values of other variables into it where it says $(NAME).
func TestABrokenPatternIsNotRepeated(t *testing.T) {
	for pattern, want := range map[string]string{
		"s3cr3t-(":     "missing closing )",
		"s3cr3t[z-a]":  "invalid character class range",
		"s3cr3t{1001}": "invalid repeat count",
		"s3cr3t\\8":    "invalid escape sequence",
		"s3cr3t\xff":   "invalid UTF-8",
		strings.Repeat("(s3cr3t", 2000) + strings.Repeat(")", 2000): "expression nests too deeply",
		strings.Repeat("((s3cr3t){100}){10}", 1000):                 "expression too large",
	} {
		_, err := read(map[string]string{envCommandLine: pattern})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %.200v, want %s", err, want)
		} else if message := err.Error(); strings.Contains(message, "s3cr3t") || strings.Contains(message, "z-a") ||
			len(message) > 200 {
			t.Errorf("got %.200s", message)
		}
	}
}

func TestWhichJvmIsMeantIsRead(t *testing.T) {
	c, err := read(map[string]string{
		envMainClass: " com.example.Main ", envCommandLine: "worker-[0-9]+$", envContainerID: "0123abc", envJob: "shop/slow",
	})
	if err != nil || c.MainClass != "com.example.Main" || !c.CommandLine.MatchString("java worker-7") ||
		c.ContainerID != "0123abc" ||
		c.Job != "shop/slow" || c.Target != nil {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := read(nil); err != nil || c.MainClass != "" || c.CommandLine != nil || c.ContainerID != "" || c.Job != "" {
		t.Errorf("without any of it: %+v, %v", c, err)
	}
}

func TestDiagnosticsHaveAURLOfTheirOwn(t *testing.T) {
	c, err := read(
		map[string]string{envDiagnostics: "threadDump,vmFlags", envDiagnosticsURL: "http://store/diagnostics.txt"},
	)
	if err != nil || !slices.Equal(c.Diagnostics, []Diagnostic{ThreadDump, VMFlags}) ||
		c.DiagnosticsTo.URL.Path != "/diagnostics.txt" {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := read(nil); err != nil || c.Diagnostics != nil || c.DiagnosticsTo.URL != nil {
		t.Errorf("without any: %+v, %v", c, err)
	}
	_, err = read(map[string]string{envDiagnostics: "vmFlags", envDiagnosticsURL: "ftp://store/?sig=s3cr3t"})
	if err == nil || err.Error() != "HOTSPOTTER_DIAGNOSTICS_URL is not an http or https URL" {
		t.Errorf("got %v", err)
	}
}

func TestKernelStacksNeedToKnowTheTargetsUser(t *testing.T) {
	kernel := map[string]string{envKernelStacks: "true", envTargetUID: "1000", envTargetGID: "0"}
	if c, err := read(kernel); err != nil || *c.Target != (Target{1000, 0}) {
		t.Errorf("%+v, %v", c, err)
	}
	for variable, value := range map[string]string{envTargetUID: "-1", envTargetGID: "4294967295"} {
		env := maps.Clone(kernel)
		env[variable] = value
		if _, err := read(env); err == nil || !strings.Contains(err.Error(), variable+" is \""+value) {
			t.Errorf("%s=%s: %v", variable, value, err)
		}
	}
	kernel[envEvents] = "ctimer,alloc"
	if _, err := read(kernel); err == nil || !strings.Contains(err.Error(), "add cpu to HOTSPOTTER_EVENTS") {
		t.Errorf("without the event: %v", err)
	}
}

func TestAllProblemsAreReportedAtOnce(t *testing.T) {
	_, err := Read(func(string) string { return "" })
	for name := range valid() {
		if err == nil || !strings.Contains(err.Error(), name+" is not set") {
			t.Errorf("%s is missing in: %v", name, err)
		}
	}
}

func TestABrokenURLIsNotRepeated(t *testing.T) {
	for _, value := range []string{"ftp://store/key?sig=s3cr3t", "http://store/%zz?sig=s3cr3t", "s3cr3t"} {
		if _, err := read(map[string]string{envUploadURL: value}); err == nil || strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%s: %v", value, err)
		}
	}
}

func TestTheReportCanGoElsewhere(t *testing.T) {
	c, err := read(map[string]string{envTerminationLog: "/tmp/log"})
	if err != nil || c.TerminationLog != "/tmp/log" {
		t.Errorf("%q, %v", c.TerminationLog, err)
	}
}
