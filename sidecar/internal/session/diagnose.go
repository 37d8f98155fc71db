package session

import (
	"context"
	"log/slog"
	"net"
	"time"

	"hotspotter.dev/sidecar/internal/diagnostics"
	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/report"
)

const (
	// diagnosis is the longest time for the diagnostics, their upload included.
	diagnosis = 25 * time.Second
	// spare is the end of the sidecar's life, reserved for other work.
	spare = time.Second
	// longestWords leaves room in the report for the other fields.
	longestWords = 600
)

// diagnose gets the JVM's diagnostics and uploads them. The recording is already stored, and no problem here
// affects it; a hanging request is abandoned in time.
func (s Session) diagnose(ctx context.Context, end ending, process jvm.Process) *report.Diagnostics {
	if len(s.Config.Diagnostics) == 0 {
		return nil
	}
	result := report.Diagnostics{Message: "the sidecar had no time left"}
	limit := min(diagnosis, time.Until(s.Deadline)-spare)
	switch {
	case end == terminated:
		result.Message = "the pod is being stopped"
	case s.Stop.IsGiven():
		result.Message = s.Stop.Reason()
	case limit > 0:
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		done := make(chan report.Diagnostics, 1)
		go func() { done <- s.collect(ctx, process) }()
		select {
		case result = <-done:
		case <-s.Terminate:
			result.Message = "the pod is being stopped"
		case <-s.Stop.Given():
			result.Message = s.Stop.Reason()
		case <-time.After(limit + spare/2):
		}
	}
	if over := len(result.Message) - longestWords; over > 0 {
		result.Message = report.Shorten(result.Message, over)
	}
	slog.Info("diagnostics", "bytes", result.Bytes, "missing", result.Message)
	return &result
}

func (s Session) collect(ctx context.Context, process jvm.Process) report.Diagnostics {
	if err := jvm.CheckAnswers(s.Procfs, process.PID); err != nil {
		return report.Diagnostics{Message: err.Error()}
	}
	connect := func() (net.Conn, error) { return jvm.Connect(s.Procfs, process.PID) }
	document := diagnostics.Collect(ctx, s.Config.Diagnostics, connect)
	if document.Text == nil {
		return report.Diagnostics{Message: document.Missing}
	}
	if err := s.uploadText(ctx, document.Text); err != nil {
		return report.Diagnostics{Message: report.AsProblem(err, report.UploadFailed).Message}
	}
	return report.Diagnostics{Bytes: int64(len(document.Text)), Message: document.Missing}
}
