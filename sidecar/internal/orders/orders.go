// Package orders reads the operator's orders to a running sidecar. The store delivers them: the sidecar looks for one
// object of its own at intervals.
package orders

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

const (
	// version of the document that this sidecar understands.
	version = 1
	// interval is the mean time between two looks. Each varies by a third: a hundred sidecars do not look at once.
	interval = 3 * time.Second
	// patience is the longest time for one look.
	patience = 10 * time.Second
	// soon is the wait before another first look, at a store that has not answered.
	soon = 500 * time.Millisecond
	// longestDocument is far more than an order needs.
	longestDocument = 4 << 10
	// longestReason leaves room in the report for the other fields.
	longestReason = 300
)

// document is an order as the operator writes it.
type document struct {
	Version int    `json:"version"`
	Stop    string `json:"stop"` // the reason, part of a sentence
}

// Stop is the order to end the recording. Nil stands for a sidecar without orders.
type Stop struct {
	given  chan struct{}
	looked chan struct{}
	ahead  *time.Duration
	reason string
}

// Given returns a channel that is closed by the order.
func (s *Stop) Given() <-chan struct{} {
	if s == nil {
		return nil
	}
	return s.given
}

// Looked returns a channel that is closed after the first look.
func (s *Stop) Looked() <-chan struct{} {
	if s == nil {
		return nil
	}
	return s.looked
}

// StoreAhead returns how far the store's clock is ahead of this node's; nil without an answer of the
// first look, or if it is not over.
func (s *Stop) StoreAhead() *time.Duration {
	select {
	case <-s.Looked():
		return s.ahead
	default:
		return nil
	}
}

// IsGiven reports whether there is an order by now.
func (s *Stop) IsGiven() bool {
	select {
	case <-s.Given():
		return true
	default:
		return false
	}
}

// Reason returns the reason of an order that was given.
func (s *Stop) Reason() string { return s.reason }

// Watch looks for the order at once and then at intervals until the context ends.
func Watch(ctx context.Context, trusted *x509.CertPool, from *url.URL) *Stop {
	return watch(ctx, trusted, from, interval)
}

func watch(ctx context.Context, trusted *x509.CertPool, from *url.URL, every time.Duration) *Stop {
	client := &http.Client{
		// One connection serves all looks, which keeps them cheap.
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, TLSClientConfig: &tls.Config{RootCAs: trusted}, MaxConnsPerHost: 1,
		},
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	stop := &Stop{given: make(chan struct{}), looked: make(chan struct{})}
	go func() {
		defer client.CloseIdleConnections()
		began := time.Now()
		for first := true; ; {
			reason, ahead, answered := look(ctx, client, from)
			if reason != "" {
				slog.Info("ordered to stop", "reason", reason)
				stop.reason = reason
				close(stop.given)
			}
			if first && (answered || time.Since(began) > patience) {
				first = false
				stop.ahead = ahead
				close(stop.looked)
			}
			if reason != "" {
				return
			}
			wait := every*2/3 + rand.N(every*2/3)
			if first {
				wait = soon
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
		}
	}()
	return stop
}

// look returns the reason to stop, the difference of the clocks, and whether the store answered. Only a complete order
// has a reason: a store that is away, or something else that answers, must not end a recording.
func look(ctx context.Context, client *http.Client, from *url.URL) (string, *time.Duration, bool) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from.String(), nil)
	if err != nil {
		return "", nil, false
	}
	response, err := client.Do(request)
	if err != nil {
		return "", nil, false
	}
	defer response.Body.Close()
	answered := response.StatusCode < http.StatusInternalServerError
	return read(response), difference(response), answered
}

// difference returns nothing for the error of a proxy, and for what a cache had.
func difference(response *http.Response) *time.Duration {
	date, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil || response.StatusCode >= http.StatusInternalServerError || response.Header.Get("Age") != "" {
		return nil
	}
	ahead := time.Until(date)
	return &ahead
}

func read(response *http.Response) string {
	body, err := io.ReadAll(io.LimitReader(response.Body, longestDocument))
	if err != nil || response.StatusCode != http.StatusOK {
		return ""
	}
	var order document
	if json.Unmarshal(body, &order) != nil || order.Version != version {
		return ""
	}
	if over := len(order.Stop) - longestReason; over > 0 {
		return report.Shorten(order.Stop, over)
	}
	return order.Stop
}
