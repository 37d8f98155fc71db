package config

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestEachEventHasAnIntervalOfItsOwnKind(t *testing.T) {
	const all = "wall,alloc,live,lock,nativelock,nativemem,exceptions"
	for name, test := range map[string]struct {
		events, intervals string
		want              map[Event]int64
	}{
		"unless it has none": {"exceptions", "", map[Event]int64{}},
		"the default": {
			"cpu," + all, "",
			map[Event]int64{CPU: 1e7, Wall: 1e7, Alloc: 524288, Lock: 10000, NativeLock: 10000, NativeMem: 524288},
		},
		"as ordered": {
			"cpu," + all, "wall=50ms,alloc=1048576,lock=1ms,nativelock=1us,nativemem=4096,cpu=1ms",
			map[Event]int64{CPU: 1e6, Wall: 5e7, Alloc: 1 << 20, Lock: 1e6, NativeLock: 1000, NativeMem: 4096},
		},
		"the longest wait":      {"lock,nativelock", "lock=1m,nativelock=60s", map[Event]int64{Lock: 6e10, NativeLock: 6e10}},
		"live that of alloc":    {"live", "alloc=4096", map[Event]int64{Alloc: 4096}},
		"a number for counters": {"cycles", "cycles=5000000", map[Event]int64{"cycles": 5e6}},
		"a million of cycles":   {"cycles", "", map[Event]int64{"cycles": 1e6}},
		"one of page faults":    {"page-faults", "", map[Event]int64{"page-faults": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := read(map[string]string{envEvents: test.events, envIntervals: test.intervals})
			if err != nil || !maps.Equal(c.Options.Intervals, test.want) {
				t.Errorf("got %v, %v, want %v", c.Options.Intervals, err, test.want)
			}
		})
	}
}

func TestOptionsAreReadAndMayBeLeftOut(t *testing.T) {
	c, err := read(map[string]string{
		envEvents: "cpu,trace,exceptions",
		envTrace:  "com.example.Dao.find:10ms,Main.<init>:0s,a.Dao.get([[ILjava/util/Map$Entry;)[J:1s", envStackDepth: "256",
		envMemoryLimit: "33554432", envJFRSync: "profile",
	})
	traces := []Trace{
		{"com.example.Dao.find", 10 * time.Millisecond},
		{"Main.<init>", 0},
		{"a.Dao.get([[ILjava/util/Map$Entry;)[J", time.Second},
		{"java.lang.Throwable.fillInStackTrace", 0},
	}
	if err != nil || !slices.Equal(c.Options.Traces, traces) || c.Options.StackDepth != 256 ||
		c.Options.MemoryLimit != 32<<20 ||
		c.Options.JFRSync != "profile" || c.Options.ExtraMemory() == 0 {
		t.Errorf("%+v, %v", c.Options, err)
	}
	c, err = read(nil)
	if o := c.Options; err != nil || o.Traces != nil || o.StackDepth != 0 || o.MemoryLimit != 0 || o.JFRSync != "" ||
		o.ExtraMemory() != 0 {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestNoOptionBecomesAnotherOne(t *testing.T) {
	tracing := func(value string) map[string]string { return map[string]string{envEvents: "trace", envTrace: value} }
	for name, test := range map[string]struct {
		env  map[string]string
		want string
	}{
		"an interval of an event that is not recorded": {
			map[string]string{envIntervals: "lock=1ms"}, `has "lock=1ms", but HOTSPOTTER_EVENTS has no such event`,
		},
		"an interval of an unknown event": {
			map[string]string{envIntervals: "file=1"}, `has "file=1", but HOTSPOTTER_EVENTS has no such event`,
		},
		"an interval with another option behind it": {
			map[string]string{envIntervals: "alloc=1024;file=/x"}, "write a number from 1024",
		},
		"an interval without a value": {
			map[string]string{envIntervals: "alloc"}, "write a number from 1024",
		},
		"too few bytes": {
			map[string]string{envIntervals: "alloc=1023"}, "write a number from 1024",
		},
		"bytes with a unit": {
			map[string]string{envIntervals: "alloc=1Mi"}, "write a number from 1024",
		},
		"a wait that is too short": {
			map[string]string{envEvents: "lock", envIntervals: "lock=999ns"}, "write a duration from 1µs to 1m0s",
		},
		"too few cycles": {
			map[string]string{envEvents: "cycles", envIntervals: "cycles=999"}, "write a number from 1000",
		},
		"a method without a class": {tracing("find:1ms"), "write a method with its class"},
		"a pattern":                {tracing("com.example.*:1ms"), "write a method with its class"},
		"a signature without a result": {
			tracing("com.example.Dao.find(I):1ms"), "write a method with its class",
		},
		"a signature in Java's words": {
			tracing("com.example.Dao.find(int):1ms"), "write a method with its class",
		},
		"a pattern in a signature": {
			tracing("com.example.Dao.find(*:1ms"), "write a method with its class",
		},
		"an option behind a signature": {
			tracing("com.example.Dao.find()V;file=/x:1ms"), "write a method with its class",
		},
		"exceptions as a method with its signature": {
			tracing(fillInStackTrace + "()Ljava/lang/Throwable;:0s"), "record the event exceptions instead",
		},
		"a method with a blank": {
			tracing("com.example.Dao.find --all:1ms"), "write a method with its class",
		},
		"a method that is too long": {
			tracing("a." + strings.Repeat("b", 252) + ":1ms"), "write a method with its class",
		},
		"a threshold that is none": {
			tracing("com.example.Dao.find:soon"), "write a duration from 0s to 1h0m0s",
		},
		"no threshold": {
			tracing("com.example.Dao.find"), "write a duration from 0s to 1h0m0s",
		},
		"exceptions as a method": {
			tracing("java.lang.Throwable.fillInStackTrace:0s"), "record the event exceptions instead",
		},
		"methods that are too long together": {
			tracing(strings.Repeat("a."+strings.Repeat("b", 169)+":1s,", 2) + "a." + strings.Repeat("b", 169) + ":1s"),
			"has methods of 513 bytes in total, name fewer or shorter ones of at most 512",
		},
		"too many methods": {
			tracing(strings.Repeat("a.b:1s,", 16) + "a.b:1s"), "has 17 methods, name at most 16",
		},
		"methods without the event": {
			map[string]string{envTrace: "a.b:1s"},
			"HOTSPOTTER_TRACE must be set exactly when HOTSPOTTER_EVENTS has the event trace",
		},
		"the event without methods": {map[string]string{envEvents: "trace"}, "must be set exactly when"},
		"a stack that is too deep": {
			map[string]string{envStackDepth: "2049"}, "write a number from 1 to 2048",
		},
		"no stack": {
			map[string]string{envStackDepth: "0"}, "write a number from 1 to 2048",
		},
		"memory in which no stack is kept": {
			map[string]string{envMemoryLimit: "9437184"}, "write a number from 10485760",
		},
		"a file of JFR settings": {
			map[string]string{envJFRSync: "/etc/passwd"}, `is "/etc/passwd", use one of [default profile]`,
		},
		"a list of JFR events": {
			map[string]string{envJFRSync: "+jdk.SocketRead"}, "use one of [default profile]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := read(test.env); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
