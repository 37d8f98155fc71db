// Package upload sends what the sidecar has to presigned URLs, each of which takes one object.
package upload

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	// The image has no certificates of its own.
	_ "golang.org/x/crypto/x509roots/fallback"

	"hotspotter.dev/sidecar/internal/report"
)

const (
	attempts  = 4
	firstWait = 200 * time.Millisecond
	longest   = 2 * time.Second
	// silence is how long a store may take to answer once it has everything.
	silence = 30 * time.Second
)

// File puts the recording to the URL. Its errors carry the store's words and never any part of the URL.
func File(ctx context.Context, to *url.URL, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return put(ctx, to, file, info.Size(), "recording")
}

// Text puts the diagnostics to the URL.
func Text(ctx context.Context, to *url.URL, text []byte) error {
	return put(ctx, to, text, int64(len(text)), "diagnostics")
}

func put(ctx context.Context, to *url.URL, body any, length int64, what string) error {
	request, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPut, to.String(), body)
	if err != nil {
		return unreachable(err)
	}
	// S3 takes no chunked bodies, and the client cannot know the length of a file by itself.
	request.ContentLength = length
	response, err := client().Do(request)
	if err != nil {
		return unreachable(err)
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		return refused(response, what)
	}
	return nil
}

// client retries what may pass: lost connections, 429 and 5xx.
func client() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryMax, c.RetryWaitMin, c.RetryWaitMax = attempts-1, firstWait, longest
	// Its messages contain the URL.
	c.Logger = nil
	c.ErrorHandler = retryablehttp.PassthroughErrorHandler
	c.HTTPClient = &http.Client{
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			ResponseHeaderTimeout: silence,
			DisableKeepAlives:     true,
		},
		// A signature is valid for one host only, so following would replace the store's words by another's.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c
}

// refusal is the body of an S3 error.
type refusal struct {
	Code    string
	Message string
}

func refused(response *http.Response, what string) error {
	words := http.StatusText(response.StatusCode)
	body := refusal{}
	if xml.NewDecoder(io.LimitReader(response.Body, 64<<10)).Decode(&body) == nil && body.Code != "" {
		words = strings.TrimSuffix(body.Code+": "+body.Message, ".")
	}
	return report.Fail(report.UploadFailed, "The object store refused the %s: %d %s. %s",
		what, response.StatusCode, words, advice(response.StatusCode, words))
}

func advice(status int, words string) string {
	switch {
	case strings.Contains(words, "expired") || strings.Contains(words, "RequestTimeTooSkewed"):
		return "Check that the store's clock agrees with the operator's and start a new ProfileJob."
	case status == http.StatusForbidden:
		return "Check the operator's credentials for the store, and that they may write to the bucket."
	case status == http.StatusNotFound:
		return "Check that the bucket exists."
	case status/100 == 3:
		return "Check the store's region and endpoint."
	case status/100 == 5 || status == http.StatusTooManyRequests:
		return fmt.Sprintf("Tried %d times; check that the store is healthy and has room.", attempts)
	default:
		return "Check the store's configuration."
	}
}

func unreachable(err error) error {
	// url.Error repeats the URL; what it wraps names at most host and port.
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	return report.Fail(report.UploadFailed, "The object store cannot be reached from this pod: %v. "+
		"Check the store's endpoint and the pod's network policies.", err)
}
