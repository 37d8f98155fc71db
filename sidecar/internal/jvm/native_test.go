package jvm

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// executable is an ELF file that consists of its tables only and has one named section.
func executable(section string) string {
	const header, entry = 64, 64
	names := "\x00" + section + "\x00.shstrtab\x00"
	var file bytes.Buffer
	write := func(table any) { binary.Write(&file, binary.LittleEndian, table) }
	write(elf.Header64{
		Ident: [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
		Type:  uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: uint32(elf.EV_CURRENT), Ehsize: header,
		Shoff: header, Shentsize: entry, Shnum: 3, Shstrndx: 2,
	})
	write(elf.Section64{})
	// Of the heap only the name is looked at: its content may lie beyond the end of what there is.
	write(elf.Section64{Name: 1, Type: uint32(elf.SHT_PROGBITS), Off: 1 << 30, Size: 1 << 20})
	write(
		elf.Section64{
			Name: uint32(len(section) + 2), Type: uint32(elf.SHT_STRTAB), Off: header + 3*entry, Size: uint64(len(names)),
		},
	)
	file.WriteString(names)
	return file.String()
}

func TestANativeImageIsToldApart(t *testing.T) {
	native := map[string]string{
		"maps": otherMap, "status": statusOf(
			"1000", "1000", "0",
		), "cmdline": "/app/shop\x00--port\x0080\x00", "exe": executable(".svm_heap"),
	}
	procfs := newProcfs(t)
	procfs.add(
		t, 1,
		map[string]string{
			"maps": otherMap, "status": statusOf("1000", "1000", "0"), "cmdline": "sh\x00", "exe": executable(".text"),
		},
	)
	procfs.add(
		t, 5,
		map[string]string{"maps": otherMap, "status": statusOf("1000", "1000", "0"), "cmdline": "sh\x00", "exe": "#!/bin/sh"},
	)
	procfs.add(t, 7, native)
	process, err := Find(procfs, Wanted{}, self)
	if err != nil || process.PID != 7 || process.VM != "NativeImage" || process.MainClass != "shop" ||
		process.Version != "" || process.Libc != "glibc" {
		t.Errorf("got %+v, %v", process, err)
	}
	expectRefusal(
		t, Check(procfs, self, process, ownLibraries, ownLibrary, 0), report.NotHotSpot,
		"the process (pid 7, shop) is a GraalVM native image",
	)

	procfs.add(t, 9, java(nil))
	if process, err := Find(procfs, Wanted{}, self); err != nil || process.PID != 9 {
		t.Errorf("beside a JVM got %+v, %v", process, err)
	}
}
