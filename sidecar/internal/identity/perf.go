package identity

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

const kernelSymbols = "/proc/kallsyms"

// perfEvents opens an event like the profiler's and looks for the kernel's symbols. Without either, the profiler
// would record something else, and say so only in the target's log.
func perfEvents() error {
	attr := unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_CPU_CLOCK, Sample: 10_000_000, Bits: unix.PerfBitDisabled,
	}
	attr.Size = uint32(unsafe.Sizeof(attr))
	event, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return fmt.Errorf("perf_event_open: %w", err)
	}
	unix.Close(event)
	symbols, err := os.Open(kernelSymbols)
	if err != nil {
		return err
	}
	defer symbols.Close()
	return symbolsVisible(symbols)
}

// symbolsVisible reports whether the kernel shows addresses; it shows zeros to processes without the right. The
// first few may be zero in truth.
func symbolsVisible(symbols io.Reader) error {
	const enough = 1 << 18
	lines := bufio.NewScanner(io.LimitReader(symbols, enough))
	for lines.Scan() {
		if address, _, ok := strings.Cut(lines.Text(), " "); ok && strings.Trim(address, "0") != "" {
			return nil
		}
	}
	return errors.Join(lines.Err(),
		errors.New(kernelSymbols+" hides all addresses, as it does without SYSLOG or with kernel.kptr_restrict=2"))
}
