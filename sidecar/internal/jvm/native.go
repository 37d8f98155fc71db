package jvm

import (
	"debug/elf"
	"path/filepath"

	"hotspotter.dev/sidecar/internal/report"
)

// nativeImage returns the first process that GraalVM compiled ahead of time, of which it is worth saying more than that
// it is no JVM; otherwise the given error.
func (p Procfs) nativeImage(pids []int, otherwise error) (Process, error) {
	for _, pid := range pids {
		if !p.isNativeImage(pid) {
			continue
		}
		// It maps no VM, and hence has no version to be found.
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

// isNativeImage looks for the section with the image's heap; of the file only its tables are read.
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
		return report.Refuse(report.NotHotSpot, "The process (pid %d, %s) is a GraalVM native image: it was compiled ahead of time and has "+
			"no JVM that could be profiled. Run the application on a HotSpot JVM, such as Temurin.", process.PID, process.MainClass)
	}
	return report.Refuse(report.NotHotSpot, "The JVM (pid %d) is %s, which async-profiler cannot attach to: "+
		"run the application on a HotSpot JVM, such as Temurin.", process.PID, process.VM)
}
