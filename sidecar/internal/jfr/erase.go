// Package jfr erases events of a finished recording in place; everything else keeps its place and content.
package jfr

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Secret are the event types with the arguments, properties or environment of a JVM or its child.
var Secret = []string{
	"jdk.JVMInformation", "jdk.InitialSystemProperty", "jdk.InitialEnvironmentVariable", "jdk.InitialSecurityProperty",
	"jdk.SecurityPropertyModification", "jdk.SystemProcess", "jdk.ProcessStart", "jdk.StringFlag", "jdk.StringFlagChanged",
	"jdk.JavaAgent", "jdk.NativeAgent",
}

const (
	headerLength = 68
	magic        = "FLR\x00"
	version      = 2
	// What JVMs write is some twenty times smaller.
	largestMetadata = 8 << 20
	mostStrings     = 1 << 18
)

// chunk is an independent part of a recording.
type chunk struct {
	file     *os.File
	start    int64
	size     int64
	metadata int64 // relative to the start
}

// Erase overwrites all events of these types and returns their number. Readers skip the erased events. An
// unreadable recording, or the end of the context, is an error, because nobody knows the rest of the content.
func Erase(ctx context.Context, path string, names []string) (int, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	erased := 0
	for start := int64(0); start < info.Size(); {
		c, err := open(file, start, info.Size())
		if err != nil {
			return erased, err
		}
		types, err := c.types(names)
		if err != nil {
			return erased, err
		}
		count, err := c.erase(ctx, types)
		erased += count
		if err != nil {
			return erased, err
		}
		start += c.size
	}
	return erased, nil
}

func open(file *os.File, start, end int64) (chunk, error) {
	var header [headerLength]byte
	if _, err := file.ReadAt(header[:], start); err != nil {
		return chunk{}, fmt.Errorf("chunk at %d: %w", start, err)
	}
	number := func(at int) int64 { return int64(binary.BigEndian.Uint64(header[at:])) }
	c := chunk{file, start, number(8), number(24)}
	if string(header[:4]) != magic || binary.BigEndian.Uint16(header[4:]) != version || header[headerLength-1]&1 == 0 {
		return c, fmt.Errorf("chunk at %d: not in version %d of JFR", start, version)
	}
	if c.size < headerLength || c.size > end-start || c.metadata < headerLength || c.metadata >= c.size {
		return c, fmt.Errorf("chunk at %d: not finished", start)
	}
	return c, nil
}

// erase walks over all events.
func (c chunk) erase(ctx context.Context, types map[int64]bool) (int, error) {
	events := bufio.NewReaderSize(io.NewSectionReader(c.file, c.start, c.size), 256<<10)
	if _, err := events.Discard(headerLength); err != nil {
		return 0, err
	}
	erased := 0
	for at := int64(headerLength); at < c.size; {
		if err := ctx.Err(); err != nil {
			return erased, err
		}
		size, sizeLength, err := varint(events)
		if err != nil {
			return erased, err
		}
		kind, kindLength, err := varint(events)
		if err != nil {
			return erased, err
		}
		head := int64(sizeLength + kindLength)
		if size < head || size > c.size-at {
			return erased, fmt.Errorf("event at %d: wrong size", c.start+at)
		}
		if types[kind] {
			if err := c.blank(at+int64(sizeLength), kindLength, size-head); err != nil {
				return erased, err
			}
			erased++
		}
		if _, err := events.Discard(int(size - head)); err != nil {
			return erased, err
		}
		at += size
	}
	return erased, nil
}

// blank turns an event into type 0, which readers skip, and overwrites the rest.
func (c chunk) blank(at int64, kindLength int, rest int64) error {
	kind := make([]byte, kindLength)
	for i := range kind[:kindLength-1] {
		kind[i] = 0x80
	}
	_, err := c.file.WriteAt(kind, c.start+at)
	zeros := make([]byte, min(rest, 64<<10))
	for at += int64(kindLength); err == nil && rest > 0; {
		part := zeros[:min(rest, int64(len(zeros)))]
		_, err = c.file.WriteAt(part, c.start+at)
		at, rest = at+int64(len(part)), rest-int64(len(part))
	}
	return err
}

// varint reads a number of seven bits per byte, the lowest first; a ninth byte has eight bits.
func varint(from io.ByteReader) (value int64, length int, err error) {
	for length < 9 {
		b, err := from.ReadByte()
		if err != nil {
			return 0, length, errors.Join(err, io.ErrUnexpectedEOF)
		}
		shift := 7 * length
		length++
		if length == 9 || b < 0x80 {
			return value | int64(b)<<shift, length, nil
		}
		value |= int64(b&0x7f) << shift
	}
	return value, length, nil
}
