package jfr

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// number is in as few bytes as it takes.
func number(value int64) []byte {
	var all []byte
	for ; value >= 0x80; value >>= 7 {
		all = append(all, byte(value)|0x80)
	}
	return append(all, byte(value))
}

// event has its size in four bytes, as the profiler writes it.
func event(kind int64, payload string) []byte {
	rest := append(number(kind), payload...)
	size := len(rest) + 4
	return append([]byte{byte(size) | 0x80, byte(size>>7) | 0x80, byte(size>>14) | 0x80, byte(size >> 21)}, rest...)
}

// described is metadata of some types, numbered from 200 on.
func described(types ...string) []byte {
	strings := []string{"root", "class", "name", "id"}
	elements := append(append(number(0), number(0)...), number(int64(len(types)))...)
	for i, name := range types {
		strings = append(strings, name, "20"+string(rune('0'+i)))
		at := int64(len(strings) - 2)
		for _, n := range []int64{1, 2, 2, at, 3, at + 1, 0} {
			elements = append(elements, number(n)...)
		}
	}
	table := number(int64(len(strings)))
	for _, text := range strings {
		table = append(append(append(table, utf8), number(int64(len(text)))...), text...)
	}
	return event(0, "\x01\x02\x03"+string(table)+string(elements))
}

func chunkOf(metadata []byte, events ...[]byte) []byte {
	body := append(bytes.Join(events, nil), metadata...)
	header := make([]byte, headerLength)
	copy(header, magic)
	binary.BigEndian.PutUint16(header[4:], version)
	binary.BigEndian.PutUint64(header[8:], uint64(headerLength+len(body)))
	binary.BigEndian.PutUint64(header[24:], uint64(headerLength+len(body)-len(metadata)))
	header[headerLength-1] = 1
	return append(header, body...)
}

func written(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recording.jfr")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEventsAreErasedInPlaceInEachChunk(t *testing.T) {
	long := strings.Repeat("secret ", 20_000)
	before := append(
		chunkOf(
			described("jdk.ExecutionSample", "jdk.JVMInformation"), event(200, "sample"), event(201, "secret"),
			event(200, "another"), event(201, long),
		),
		chunkOf(described("jdk.InitialSystemProperty", "jdk.ExecutionSample"), event(200, "secret"), event(201, "last"))...)
	path := written(t, before)
	erased, err := Erase(t.Context(), path, Secret)
	if err != nil || erased != 3 {
		t.Fatalf("erased %d, %v", erased, err)
	}
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) != len(before) || bytes.Contains(after, []byte("secret")) {
		t.Errorf("%d bytes of %d, with a secret: %v", len(after), len(before), bytes.Contains(after, []byte("secret")))
	}
	for _, kept := range []string{"sample", "another", "last"} {
		if !bytes.Contains(after, []byte(kept)) {
			t.Errorf("%s is gone", kept)
		}
	}
	if again, err := Erase(t.Context(), path, Secret); again != 0 || err != nil {
		t.Errorf("then erased %d, %v", again, err)
	}
}

func TestWhatCannotBeReadToItsEndIsAnError(t *testing.T) {
	whole := chunkOf(described("jdk.JVMInformation"), event(200, "secret"))
	changed := func(at int, value byte) []byte {
		other := bytes.Clone(whole)
		other[at] = value
		return other
	}
	for name, content := range map[string][]byte{
		"cut off":                    whole[:len(whole)-1],
		"with something behind":      append(bytes.Clone(whole), "more"...),
		"of another kind":            changed(0, 'X'),
		"of another version":         changed(5, 3),
		"of plain numbers":           changed(headerLength-1, 0),
		"that is being written":      changed(8, 0x40),
		"without metadata":           changed(31, 0),
		"whose metadata is an event": changed(31, headerLength),
		"with an event of no size":   changed(headerLength, 0x80),
		"with an event too long":     changed(headerLength+3, 0x7f),
	} {
		t.Run(name, func(t *testing.T) {
			if erased, err := Erase(t.Context(), written(t, content), Secret); err == nil {
				t.Errorf("erased %d", erased)
			}
		})
	}
	if _, err := Erase(t.Context(), filepath.Join(t.TempDir(), "none"), Secret); err == nil {
		t.Error("of no file")
	}
}

func TestNothingIsErasedPastTheDeadline(t *testing.T) {
	before := chunkOf(described("jdk.JVMInformation"), event(200, "secret"))
	path := written(t, before)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if erased, err := Erase(over, path, Secret); erased != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("erased %d, %v", erased, err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("it was changed, %v", err)
	}
}

// A hostile target may have written anything.
func FuzzErase(f *testing.F) {
	f.Add(chunkOf(described("jdk.JVMInformation"), event(200, "secret")))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := written(t, content)
		if _, err := Erase(t.Context(), path, Secret); err != nil {
			return
		}
		if info, err := os.Stat(path); err != nil || info.Size() != int64(len(content)) {
			t.Errorf("%v, %v", info, err)
		}
	})
}
