package diagnostics

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"
)

// Limits of one answer. Closing the connection early is harmless: HotSpot ignores it.
const (
	mostBytes  = 1 << 20
	mostPhrase = 200
)

// answer is the JVM's answer.
type answer struct {
	text    string
	missing string // the reason for missing text, or empty
}

var errSilent = errors.New("the JVM closed the connection without an answer")

var errBusy = errors.New("the JVM did not answer in time; see whether it is frozen or starved, or leave this one out")

// ask sends a jcmd command in the first version of HotSpot's attach protocol, which every later JVM understands. It
// consists of strings that end in NUL. The answer has the result code in its first line. Then the JVM closes the
// connection.
func ask(ctx context.Context, connection net.Conn, command string, limit time.Duration) (answer, error) {
	defer connection.Close()
	connection.SetDeadline(time.Now().Add(limit))
	defer context.AfterFunc(ctx, func() { connection.SetDeadline(time.Unix(1, 0)) })()
	if _, err := io.WriteString(connection, "1\x00jcmd\x00"+command+"\x00\x00\x00"); err != nil {
		return answer{}, inTime(err)
	}
	content, err := io.ReadAll(io.LimitReader(connection, mostBytes+1))
	code, text, complete := bytes.Cut(content, []byte("\n"))
	switch {
	case !complete && err != nil:
		return answer{}, inTime(err)
	case !complete:
		return answer{}, errSilent
	case string(code) != "0":
		return answer{}, errors.New(phrase("the JVM refused (" + string(code) + ") " + string(text)))
	case err != nil:
		return answer{whole(text), "the rest did not come in time"}, nil
	case len(content) > mostBytes:
		return answer{whole(text), fmt.Sprintf("cut after %d bytes", mostBytes)}, nil
	}
	return answer{text: clean(string(text))}, nil
}

func inTime(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errBusy
	}
	return errSilent
}

// whole drops the last line, which may be cut.
func whole(text []byte) string { return clean(string(text[:bytes.LastIndexByte(text, '\n')+1])) }

// phrase returns the beginning of a text in one line.
func phrase(text string) string {
	line := strings.Join(strings.Fields(clean(text)), " ")
	if len(line) > mostPhrase {
		line = strings.ToValidUTF8(line[:mostPhrase], "") + "…"
	}
	return line
}

// clean removes control characters, because the application chooses the names of threads and classes.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
