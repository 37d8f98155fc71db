// Package upload sends files to an object store that may be away for a while.
package upload

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/url"
	"os"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Destination is a permission to put one object: by PUT to a presigned URL, or by POST with the fields of a signed
// form.
type Destination struct {
	URL  *url.URL
	Form url.Values // empty for PUT
}

// object is the content to send, read again for each attempt.
type object struct {
	name   string
	length int64
	reader func() io.Reader
}

// File uploads the recording. It tries until the context ends or the store gives a final answer. Its errors have
// the store's words and never any part of the URL.
func (c Client) File(ctx context.Context, to Destination, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	content := func() io.Reader { return io.NewSectionReader(file, 0, info.Size()) }
	return c.send(ctx, to, object{"recording", info.Size(), content})
}

// Text uploads the diagnostics in the same way.
func (c Client) Text(ctx context.Context, to Destination, text []byte) error {
	return c.send(ctx, to, object{"diagnostics", int64(len(text)), func() io.Reader { return bytes.NewReader(text) }})
}

func (c Client) send(ctx context.Context, to Destination, what object) error {
	began := time.Now()
	tries := 0
	var last *failure
	try := func() (struct{}, error) {
		tries++
		failed := c.try(ctx, to, what)
		if failed == nil {
			return struct{}{}, nil
		}
		// The timeout says less than the store's last answer, but more than that the store could not be reached.
		if last == nil || ctx.Err() == nil || failed.sent > 0 && !last.answered {
			last = failed
		}
		if !failed.passes {
			return struct{}{}, backoff.Permanent(failed)
		}
		return struct{}{}, failed
	}
	waits := &backoff.ExponentialBackOff{
		InitialInterval: c.firstWait, MaxInterval: c.longestWait, Multiplier: 1.5, RandomizationFactor: 0.5,
	}
	logged := func(err error, wait time.Duration) {
		slog.Warn("upload failed", "error", err, "again in", wait.Round(time.Millisecond))
	}
	_, err := backoff.Retry(ctx, try,
		backoff.WithBackOff(waits), backoff.WithMaxElapsedTime(0), backoff.WithNotify(logged))
	if err == nil {
		return nil
	}
	return last.problem(what, tries, time.Since(began))
}
