package session

import (
	"context"
	"errors"
	"time"

	"hotspotter.dev/sidecar/internal/upload"
)

// farewell is the longest time of the upload once the pod is being stopped.
const farewell = 5 * time.Second

var (
	errTimeOver = errors.New("the sidecar's time was over")
	errStopped  = errors.New("the pod was being stopped")
)

// upload tries until the end of the sidecar's life, or for the short time that a stopping pod allows.
func (s Session) upload(ctx context.Context) error {
	client, err := upload.New(s.Config.Authorities)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	over := time.AfterFunc(time.Until(s.Deadline.Add(-spare)), func() { cancel(errTimeOver) })
	defer over.Stop()
	go func() {
		select {
		case <-ctx.Done():
		case <-s.Terminate:
			time.AfterFunc(farewell, func() { cancel(errStopped) })
		}
	}()
	return client.File(ctx, s.Config.Upload, s.Output)
}

func (s Session) uploadText(ctx context.Context, text []byte) error {
	client, err := upload.New(s.Config.Authorities)
	if err != nil {
		return err
	}
	return client.Text(ctx, s.Config.DiagnosticsTo, text)
}
