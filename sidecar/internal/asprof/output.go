package asprof

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// output is the launcher's output. It is a file in memory and no pipe, because a remaining process of the launcher
// would keep a pipe open.
type output struct{ file *os.File }

func newOutput() (output, error) {
	fd, err := unix.MemfdCreate("asprof", unix.MFD_CLOEXEC)
	if err != nil {
		return output{}, err
	}
	return output{os.NewFile(uintptr(fd), "asprof")}, nil
}

// String returns only the beginning, which is enough for a message.
func (o output) String() string {
	const most = 64 << 10
	content, _ := io.ReadAll(io.NewSectionReader(o.file, 0, most))
	return string(content)
}
