package jfr

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Encodings of strings.
const (
	null = iota
	empty
	constant
	utf8
	characters
	latin1
)

var errMetadata = errors.New("the metadata cannot be read")

// types maps names of types to this chunk's numbers for them.
func (c chunk) types(names []string) (map[int64]bool, error) {
	section := io.NewSectionReader(c.file, c.start+c.metadata, min(c.size-c.metadata, largestMetadata))
	content, err := io.ReadAll(section)
	if err != nil {
		return nil, err
	}
	m := metadata{Reader: bytes.NewReader(content)}
	m.number() // size
	if kind := m.number(); kind != 0 {
		return nil, fmt.Errorf("%w: it is of type %d", errMetadata, kind)
	}
	for range 3 {
		m.number() // start, duration, id
	}
	m.readStrings()
	types := m.classes(names)
	return types, m.err
}

// metadata is a table of strings, and elements with attributes that refer to it.
type metadata struct {
	*bytes.Reader
	strings []string
	err     error
}

func (m *metadata) number() int64 {
	if m.err != nil {
		return 0
	}
	value, _, err := varint(m)
	if err != nil {
		m.err = fmt.Errorf("%w: %w", errMetadata, err)
	}
	return value
}

// count reads the number of things of at least one byte each.
func (m *metadata) count() int64 {
	value := m.number()
	if value < 0 || value > int64(m.Len()) {
		m.err = errors.Join(m.err, errMetadata)
		return 0
	}
	return value
}

func (m *metadata) readStrings() {
	count := m.count()
	if count > mostStrings {
		m.err = errors.Join(m.err, errMetadata)
		return
	}
	for range count {
		m.strings = append(m.strings, m.text())
	}
}

func (m *metadata) text() string {
	encoding := m.number()
	switch encoding {
	case null, empty:
		return ""
	case utf8, latin1:
		text := make([]byte, m.count())
		if _, err := io.ReadFull(m, text); err != nil {
			m.err = errors.Join(m.err, errMetadata)
		}
		return string(text)
	case characters:
		text := make([]rune, 0)
		for range m.count() {
			text = append(text, rune(m.number()))
		}
		return string(text)
	default:
		m.err = errors.Join(m.err, errMetadata)
		return ""
	}
}

// classes walks over all elements. Each is followed by its children, so only their number matters.
func (m *metadata) classes(names []string) map[int64]bool {
	types := map[int64]bool{}
	for left := int64(1); left > 0 && m.err == nil; left-- {
		isClass := m.string() == "class"
		attributes := map[string]string{}
		for range m.count() {
			name := m.string()
			attributes[name] = m.string()
		}
		left += m.count()
		if isClass && slices.Contains(names, attributes["name"]) {
			id, err := strconv.ParseInt(attributes["id"], 10, 64)
			if err != nil {
				m.err = errors.Join(m.err, errMetadata)
			}
			types[id] = true
		}
	}
	return types
}

func (m *metadata) string() string {
	index := m.number()
	if index < 0 || index >= int64(len(m.strings)) {
		m.err = errors.Join(m.err, errMetadata)
		return ""
	}
	return m.strings[index]
}
