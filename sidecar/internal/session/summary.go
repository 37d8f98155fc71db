package session

import (
	"fmt"
	"strings"
	"time"
)

// summary says in one sentence what was recorded, and why it is not what was ordered.
func (s Session) summary(end ending, recorded time.Duration, bytes int64) string {
	var events []string
	for _, event := range s.Config.Events {
		events = append(events, string(event))
	}
	what := strings.Join(events, ",")
	if end == completed && recorded > s.Config.Duration+grace/2 {
		return fmt.Sprintf("recorded %s for %v and uploaded %d bytes; it took longer than %v, because the JVM had too few "+
			"free file descriptors to be told to stop", what, recorded.Round(time.Second), bytes, s.Config.Duration)
	}
	if end == completed {
		return fmt.Sprintf("recorded %s for %v and uploaded %d bytes", what, s.Config.Duration, bytes)
	}
	return fmt.Sprintf("recorded %s for %v of %v and uploaded %d bytes: %s",
		what, recorded.Round(100*time.Millisecond), s.Config.Duration, bytes, s.whyEarly(end))
}

func (s Session) whyEarly(end ending) string {
	switch end {
	case tooBig:
		limit := fmt.Sprintf("HOTSPOTTER_MAX_BYTES (%d bytes)", s.Config.MaxBytes)
		if s.withRecorder() {
			limit = "half of " + limit + ", because spec.recording.jfrSync keeps two copies on disk"
		}
		return "the recording grew past " + limit + "; choose fewer events or a longer interval to record the whole duration"
	case tmpFull:
		return "the target's /tmp is full; mount a larger emptyDir there, or record without spec.recording.jfrSync"
	case terminated:
		return "the pod is being stopped"
	case stopped:
		return s.Stop.Reason()
	default:
		return "attaching took too long for HOTSPOTTER_TIMEOUT"
	}
}
