// Package report is the sidecar's only output: one JSON document in the container's termination message.
package report

import (
	"bytes"
	"encoding/json"
	"os"
	"time"
	"unicode/utf8"
)

// maxBytes is the length to which the kubelet cuts a termination message in a pod of up to three containers.
const maxBytes = 4096

// Outcome tells whether there is a recording and, if not, whether the sidecar acted on the target.
type Outcome string

// The three outcomes.
const (
	OutcomeRecorded Outcome = "Recorded"
	OutcomeRefused  Outcome = "Refused"
	OutcomeFailed   Outcome = "Failed"
)

// ExitCode is the container's exit code for this outcome.
func (o Outcome) ExitCode() int {
	switch o {
	case OutcomeRecorded:
		return 0
	case OutcomeRefused:
		return 2
	default:
		return 1
	}
}

// Report is the document. Its most important fields come first: in a pod with many containers the kubelet cuts it
// short.
type Report struct {
	Version     int          `json:"version"`
	Outcome     Outcome      `json:"outcome"`
	Reason      Reason       `json:"reason"`
	Recording   *Recording   `json:"recording,omitempty"`
	Diagnostics *Diagnostics `json:"diagnostics,omitempty"`
	Message     string       `json:"message"`
	Timings     Timings      `json:"timings"`
	JVM         *JVM         `json:"jvm,omitempty"`
}

// Diagnostics tells the result of the requested diagnostics.
type Diagnostics struct {
	Bytes   int64  `json:"bytes"`             // uploaded; 0 for none
	Message string `json:"message,omitempty"` // the missing ones, and the reasons
}

// JVM describes the process that was, or would have been, profiled.
type JVM struct {
	PID             int    `json:"pid"`
	VM              string `json:"vm"`
	Version         string `json:"version,omitempty"`
	MainClass       string `json:"mainClass,omitempty"`
	UID             int    `json:"uid"`
	GID             int    `json:"gid"`
	Libc            string `json:"libc,omitempty"`
	AgeSeconds      int64  `json:"ageSeconds"`
	FreeMemoryBytes *int64 `json:"freeMemoryBytes,omitempty"` // nil without a limit
	// DebugNonSafepoints is true if the JVM was started with the option that makes inlined methods exact.
	DebugNonSafepoints bool `json:"debugNonSafepoints"`
}

// Recording describes the uploaded file, so that its reader can verify it. The first two fields survive the
// kubelet's cut in a pod of 68 containers. The operator can do without the others: the store has the size, and the
// kubelet has similar times.
type Recording struct {
	Truncated bool      `json:"truncated"`
	SHA256    string    `json:"sha256"`
	StartTime Timestamp `json:"startTime"`
	EndTime   Timestamp `json:"endTime"`
	Bytes     int64     `json:"bytes"`
}

// Timings has the times of the phases.
type Timings struct {
	AttachMillis int64 `json:"attachMillis"`
	RecordMillis int64 `json:"recordMillis"`
	UploadMillis int64 `json:"uploadMillis"`
}

// Timestamp is an instant written as RFC 3339 in UTC with exactly three decimals.
type Timestamp struct{ time.Time }

const timestampLayout = "2006-01-02T15:04:05.000Z"

// MarshalJSON writes the fixed-width form.
func (t Timestamp) MarshalJSON() ([]byte, error) {
	return []byte(t.UTC().Format(`"` + timestampLayout + `"`)), nil
}

// UnmarshalJSON reads the form of MarshalJSON.
func (t *Timestamp) UnmarshalJSON(data []byte) error {
	parsed, err := time.Parse(`"`+timestampLayout+`"`, string(data))
	t.Time = parsed
	return err
}

// New returns an empty report of the current contract version.
func New() *Report { return &Report{Version: 1} }

// Conclude copies outcome, reason and message of the problem that ended the run.
func (r *Report) Conclude(p *Problem) {
	r.Outcome, r.Reason, r.Message = p.Outcome, p.Reason, p.Message
}

// JSON returns the document in at most 4096 bytes, with a cut message if necessary.
func (r Report) JSON() ([]byte, error) {
	document, err := encode(r)
	for err == nil && len(document) > maxBytes && r.Message != "" {
		// A byte of the message takes up to six bytes in JSON: cut only as much as certainly needed, then check
		// again.
		r.Message = Shorten(r.Message, 1+(len(document)-maxBytes)/6)
		document, err = encode(r)
	}
	return document, err
}

// Write writes the document to the path from which the kubelet reads it.
func (r Report) Write(path string) error {
	document, err := r.JSON()
	if err != nil {
		return err
	}
	return os.WriteFile(path, document, 0o644)
}

func encode(r Report) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	// "<", ">" and "&" would otherwise take six bytes each and be unreadable in kubectl describe.
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(r)
	return bytes.TrimSpace(buffer.Bytes()), err
}

const ellipsis = "…"

// Shorten makes a message at least cut bytes shorter, without splitting a character.
func Shorten(message string, cut int) string {
	keep := len(message) - cut - len(ellipsis)
	for keep > 0 && !utf8.RuneStart(message[keep]) {
		keep--
	}
	if keep <= 0 {
		return ""
	}
	return message[:keep] + ellipsis
}
