package jvm

import (
	"debug/elf"
	"path/filepath"

	"hotspotter.dev/sidecar/internal/report"
)

// nativeImage names the first GraalVM native image among the processes, because that is more helpful than "no JVM";
// otherwise it returns the given error.
func (p Procfs) nativeImage(pids []int, otherwise error) (Process, error) {
	for _, pid := range pids {
		if !p.isNativeImage(pid) {
			continue
		}
		// It maps no VM, so its version is unknown.
		libs, _ := p.libraries(pid)
		for _, process := range p.process(pid, nativeImage, "", libs) {
			if args := p.strings(pid, "cmdline"); len(args) > 0 {
				process.MainClass = brief(filepath.Base(args[0]))
			}
			return process, nil
		}
	}
	return Process{}, otherwise
}

// isNativeImage looks for the section of the image's heap; it reads only the file's tables.
func (p Procfs) isNativeImage(pid int) bool {
	executable, err := elf.Open(p.path(pid, "exe"))
	if err != nil {
		return false
	}
	defer executable.Close()
	return executable.Section(".svm_heap") != nil
}

func notHotSpot(process Process) *report.Problem {
	if process.VM == nativeImage {
		return report.Refuse(report.NotHotSpot, "the process (pid %d, %s) is a GraalVM native image, which has no JVM to "+
			"profile; run the application on a HotSpot JVM, such as Temurin", process.PID, process.MainClass)
	}
	return report.Refuse(report.NotHotSpot, "the JVM (pid %d) is %s, which async-profiler cannot attach to; "+
		"run the application on a HotSpot JVM, such as Temurin", process.PID, process.VM)
}
