package asprof

import "strings"

// Settings of the JVM's own recorder. The two profiles of the JDK record the target's environment variables, which
// can contain passwords.
var (
	withThreshold = []string{
		"FileRead", "FileWrite", "SocketRead", "SocketWrite", "JavaMonitorEnter", "JavaMonitorWait",
		"ThreadSleep", "VirtualThreadPinned",
	}
	atOnce = []string{
		"GarbageCollection", "YoungGarbageCollection", "OldGarbageCollection", "G1GarbageCollection", "GCPhasePause",
		"GCPhasePauseLevel1", "GCHeapSummary", "MetaspaceSummary", "ThreadStart", "ThreadEnd", "SafepointBegin",
		"ExecuteVMOperation",
		"ZAllocationStall", "CodeCacheFull", "CompilationFailure", "VirtualThreadSubmitFailed",
	}
	everySecond = []string{
		"CPULoad", "JavaThreadStatistics", "ClassLoadingStatistics", "ExceptionStatistics", "ContainerCPUThrottling",
		"NetworkUtilization", "ThreadContextSwitchRate",
	}
	onlyInProfile = []string{"Compilation", "Deoptimization", "GCPhaseConcurrent", "GCPhasePauseLevel2", "ClassDefine"}
)

// RecorderSettings returns the settings of a profile, default or profile, in the JVM's format.
func RecorderSettings(profile string) []byte {
	threshold := "20 ms"
	events := atOnce
	if profile == "profile" {
		threshold = "10 ms"
		events = append(events[:len(events):len(events)], onlyInProfile...)
	}
	var xml strings.Builder
	xml.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<configuration version="2.0" label="` + profile + `" provider="Hotspotter">` + "\n")
	add := func(names []string, setting, value string) {
		for _, name := range names {
			xml.WriteString(`<event name="jdk.` + name + `"><setting name="enabled">true</setting>` +
				`<setting name="` + setting + `">` + value + "</setting></event>\n")
		}
	}
	add(events, "threshold", "0 ms")
	add(withThreshold, "threshold", threshold)
	add(everySecond, "period", "1 s")
	xml.WriteString("</configuration>\n")
	return []byte(xml.String())
}
