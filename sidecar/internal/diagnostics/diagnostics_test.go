package diagnostics

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/config"
)

const short = 2 * time.Second

var all = []config.Diagnostic{config.ClassHistogram, config.VMFlags, config.ThreadDump, config.HeapSummary}

// jvm is a server at a socket that answers each command as told, and remembers what it was asked.
type jvm struct {
	path  string
	mutex sync.Mutex
	asked []string
}

func start(t *testing.T, answer func(command string, to net.Conn)) *jvm {
	t.Helper()
	// A socket's path has at most 107 bytes, fewer than t.TempDir may need.
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	j := &jvm{path: filepath.Join(dir, "socket")}
	listener, err := net.Listen("unix", j.path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go j.serve(connection, answer)
		}
	}()
	return j
}

// serve reads a request as HotSpot does: the version, the command and three arguments.
func (j *jvm) serve(connection net.Conn, answer func(string, net.Conn)) {
	defer connection.Close()
	var request []byte
	for bytes.Count(request, []byte{0}) < 5 {
		next := make([]byte, 256)
		n, err := connection.Read(next)
		if err != nil {
			return
		}
		request = append(request, next[:n]...)
	}
	j.mutex.Lock()
	j.asked = append(j.asked, string(request))
	j.mutex.Unlock()
	answer(strings.Split(string(request), "\x00")[2], connection)
}

func (j *jvm) connect() (net.Conn, error) { return net.Dial("unix", j.path) }

func says(text string) func(string, net.Conn) {
	return func(_ string, to net.Conn) { io.WriteString(to, text) }
}

func TestEachIsAskedForOnceAndHasAHeadLine(t *testing.T) {
	j := start(t, func(command string, to net.Conn) { io.WriteString(to, "0\nanswer to "+command+"\n\n") })
	document := Collect(t.Context(), all, j.connect)
	want := []string{"Thread.print", "GC.heap_info", "VM.flags", "GC.class_histogram -all"}
	for i, command := range want {
		if i >= len(j.asked) || j.asked[i] != "1\x00jcmd\x00"+command+"\x00\x00\x00" {
			t.Errorf("asked %q", j.asked)
		}
		if !strings.Contains(string(document.Text), ": jcmd "+command+", 2") {
			t.Errorf("no head line for %s in\n%s", command, document.Text)
		}
	}
	if document.Missing != "" ||
		!strings.Contains(string(document.Text), " ms ====\nanswer to GC.heap_info\n\n==== vmFlags: ") {
		t.Errorf("%q is missing in\n%s", document.Missing, document.Text)
	}
}

func TestNothingElseIsAskedFor(t *testing.T) {
	j := start(t, says("0\nempty\n"))
	Collect(t.Context(), []config.Diagnostic{config.HeapSummary}, j.connect)
	if len(j.asked) != 1 || !strings.Contains(j.asked[0], "GC.heap_info") {
		t.Errorf("asked %q", j.asked)
	}
}

func TestAnAnswerThatIsNotWholeIsSaidToBeSo(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	endless := func(_ string, to net.Conn) {
		io.WriteString(to, "0\n")
		for {
			if _, err := io.WriteString(to, line); err != nil {
				return
			}
		}
	}
	slow := func(_ string, to net.Conn) {
		io.WriteString(to, "0\nthe beginning\nthe mid")
		io.Copy(io.Discard, to)
	}
	for name, test := range map[string]struct {
		answer func(string, net.Conn)
		lines  int
		begins string
		want   string
	}{
		"because it never ends": {endless, mostBytes / len(line), line, "cut after 1048576 bytes"},
		"because it is huge": {
			says("0\n" + strings.Repeat(line, 2*mostBytes/len(line))), mostBytes / len(line), line, "cut after 1048576 bytes",
		},
		"because it stops midways": {slow, 1, "the beginning\n", "the rest did not come in time"},
	} {
		t.Run(name, func(t *testing.T) {
			j := start(t, test.answer)
			document := collect(t.Context(), []config.Diagnostic{config.ThreadDump}, j.connect, short)
			_, body, _ := strings.Cut(string(document.Text), "====\n")
			if document.Missing != "threadDump: "+test.want || !strings.HasSuffix(body, "\n("+test.want+")\n\n") {
				t.Errorf("%q, %d bytes", document.Missing, len(body))
			}
			if lines := strings.Count(body, "\n") - 2; lines != test.lines || !strings.HasPrefix(body, test.begins) {
				t.Errorf("%d lines, want %d", lines, test.lines)
			}
		})
	}
}

func TestNoAnswerIsNoDocument(t *testing.T) {
	for name, test := range map[string]struct {
		answer func(string, net.Conn)
		want   string
	}{
		"when the JVM refuses": {
			says("-1\njava.lang.IllegalArgumentException: Unknown diagnostic command\n"),
			"refused (-1) java.lang.IllegalArgumentException: Unknown",
		},
		"when it has no words":          {says("101\n"), "the JVM refused (101)"},
		"when it hangs up":              {func(string, net.Conn) {}, "closed the connection without an answer"},
		"when there is half a code":     {says("0"), "closed the connection without an answer"},
		"when it is silent":             {func(_ string, to net.Conn) { io.Copy(io.Discard, to) }, "did not answer in time"},
		"when it refuses at length":     {says("-1\n" + strings.Repeat("no ", 9999)), "the JVM refused (-1) no no "},
		"when it refuses in other code": {says("-1\n\x1b[31mno\n"), "the JVM refused (-1) \uFFFD[31mno"},
	} {
		t.Run(name, func(t *testing.T) {
			j := start(t, test.answer)
			document := collect(t.Context(), []config.Diagnostic{config.VMFlags}, j.connect, short)
			if document.Text != nil || !strings.HasPrefix(document.Missing, "vmFlags: ") ||
				!strings.Contains(document.Missing, test.want) || len(document.Missing) > 300 {
				t.Errorf("%q in\n%s", document.Missing, document.Text)
			}
		})
	}
}

func TestASocketThatCannotBeUsedIsSaid(t *testing.T) {
	refuse := func() (net.Conn, error) { return nil, errors.New("the socket belongs to another JVM") }
	document := Collect(t.Context(), all, refuse)
	if document.Text != nil || strings.Count(document.Missing, "cannot be used: the socket belongs to another JVM") != 4 {
		t.Errorf("%q", document.Missing)
	}
}

// A JVM works at one after the other: what it is given while it is busy it does later, when nobody wants it any more.
func TestABusyJvmIsNotAskedForMore(t *testing.T) {
	j := start(t, func(command string, to net.Conn) {
		if command == "GC.heap_info" {
			io.Copy(io.Discard, to)
		}
		io.WriteString(to, "0\nfine\n")
	})
	document := collect(t.Context(), all, j.connect, short)
	if len(j.asked) != 2 || !strings.Contains(string(document.Text), "fine") ||
		!strings.Contains(document.Missing, "heapSummary: the JVM did not answer in time") ||
		!strings.HasSuffix(document.Missing, "vmFlags: not asked for; classHistogram: not asked for") {
		t.Errorf("asked %q: %s", j.asked, document.Missing)
	}
}

func TestNothingIsWaitedForBeyondTheContext(t *testing.T) {
	j := start(t, func(_ string, to net.Conn) { io.Copy(io.Discard, to) })
	ctx, cancel := context.WithTimeout(t.Context(), short)
	defer cancel()
	began := time.Now()
	document := collect(ctx, all, j.connect, time.Minute)
	if took := time.Since(began); took > 40*time.Second || len(j.asked) != 1 {
		t.Errorf("%v, %q", took, document.Missing)
	}
}

// What HotSpot answers: nothing is quoted, so that a command to run seems to go on with flags of its own.
func TestTheTextsOfFlagsAreNotShown(t *testing.T) {
	const flags = "-XX:CICompilerCount=2 -XX:HeapDumpPath=/tmp/my dir/x -XX:MaxRAMPercentage=75.500000 " +
		"-XX:OnOutOfMemoryError=curl -H s3cr3t -XX:X=s3cr3t -Dp=s3cr3t;kill %p -XX:+UseG1GC -XX:-UseNUMA \n"
	want := "-XX:CICompilerCount=2\n-XX:HeapDumpPath=(a text, not shown)\n-XX:MaxRAMPercentage=75.500000\n" +
		"-XX:OnOutOfMemoryError=(a text, not shown)\n-XX:X=(a text, not shown)\n-XX:+UseG1GC\n-XX:-UseNUMA\n"
	if got := withoutTexts(flags); got != want {
		t.Errorf("got\n%s", got)
	}
	j := start(t, says("0\n"+flags))
	if document := Collect(
		t.Context(), []config.Diagnostic{config.VMFlags}, j.connect,
	); bytes.Contains(document.Text, []byte("s3cr3t")) {
		t.Errorf("got\n%s", document.Text)
	}
}

func TestANameThatWouldControlATerminalDoesNot(t *testing.T) {
	j := start(t, says("0\n\"\x1b[2J\xff höher\x9b\" #1\n\tat a.b\n"))
	document := Collect(t.Context(), []config.Diagnostic{config.ThreadDump}, j.connect)
	if !strings.Contains(string(document.Text), "\"\uFFFD[2J\uFFFD höher\uFFFD\" #1\n\tat a.b\n") {
		t.Errorf("got\n%q", document.Text)
	}
}
