// Package diagnostics gets jcmd's information from a JVM through its attach socket, with limits of time and size.
package diagnostics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"
	"time"

	"hotspotter.dev/sidecar/internal/config"
)

// patience is the longest time for one answer.
const patience = 5 * time.Second

// section is one part of the document.
type section struct {
	diagnostic config.Diagnostic
	command    string
	edit       func(string) string
}

// sections has the slowest command last, so that no other waits for it.
var sections = []section{
	// Without -l: the JVM would examine the whole heap.
	{config.ThreadDump, "Thread.print", nil},
	{config.HeapSummary, "GC.heap_info", nil},
	{config.VMFlags, "VM.flags", withoutTexts},
	// With -all: otherwise the JVM would collect all garbage first.
	{config.ClassHistogram, "GC.class_histogram -all", nil},
}

// Document has the answers, and a sentence about the missing ones.
type Document struct {
	Text    []byte // nil without any answer
	Missing string
}

// Collect asks for each requested diagnostic. After a timeout it asks for no more, because the JVM is still busy.
func Collect(ctx context.Context, wanted []config.Diagnostic, connect func() (net.Conn, error)) Document {
	return collect(ctx, wanted, connect, patience)
}

func collect(
	ctx context.Context, wanted []config.Diagnostic, connect func() (net.Conn, error), limit time.Duration,
) Document {
	var text strings.Builder
	var missing []string
	found, busy := false, false
	for _, s := range sections {
		if !slices.Contains(wanted, s.diagnostic) {
			continue
		}
		if busy {
			missing = append(missing, fmt.Sprintf("%s: not asked for", s.diagnostic))
			continue
		}
		began := time.Now()
		got, err := s.ask(ctx, connect, limit)
		busy = errors.Is(err, errBusy)
		fmt.Fprintf(&text, "==== %s: jcmd %s, %s, %d ms ====\n", s.diagnostic, s.command,
			began.UTC().Format("2006-01-02T15:04:05.000Z"), time.Since(began).Milliseconds())
		if err != nil {
			got.missing = phrase(err.Error())
		} else {
			found = true
			text.WriteString(strings.TrimRight(got.text, "\n") + "\n")
		}
		if got.missing != "" {
			missing = append(missing, fmt.Sprintf("%s: %s", s.diagnostic, got.missing))
			fmt.Fprintf(&text, "(%s)\n", got.missing)
		}
		text.WriteString("\n")
	}
	document := Document{Missing: strings.Join(missing, "; ")}
	if found {
		document.Text = []byte(text.String())
	}
	return document
}

func (s section) ask(ctx context.Context, connect func() (net.Conn, error), limit time.Duration) (answer, error) {
	connection, err := connect()
	if err != nil {
		return answer{}, fmt.Errorf("the JVM's attach socket cannot be used: %w", err)
	}
	got, err := ask(ctx, connection, s.command, limit)
	if s.edit != nil {
		got.text = s.edit(got.text)
	}
	return got, err
}

// plain matches flags that are switches or numbers.
var plain = regexp.MustCompile(`^-XX:([+-]\w+|\w+=-?[0-9.]+(e[+-]?[0-9]+)?)$`)

// withoutTexts writes one flag per line, and omits the value of a text flag: a command for OutOfMemoryError, for
// example, may hold a token. The JVM quotes nothing, so a text may contain something like another flag.
func withoutTexts(flags string) string {
	var lines []string
	for _, word := range strings.Fields(flags) {
		name, _, hasValue := strings.Cut(word, "=")
		switch {
		case plain.MatchString(word):
			lines = append(lines, word)
		case strings.HasPrefix(word, "-XX:") && hasValue:
			lines = append(lines, name+"=(a text, not shown)")
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
