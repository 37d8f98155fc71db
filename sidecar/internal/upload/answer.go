package upload

import (
	"crypto/tls"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

// failure is why a try came to nothing.
type failure struct {
	words  string
	advice string
	passes bool  // whether another try may succeed
	sent   int64 // how much the store had taken when there was no more time
}

func (f *failure) Error() string { return f.words }

func (f *failure) problem(what object, tries int, took time.Duration) *report.Problem {
	tried := ""
	if tries > 1 {
		tried = fmt.Sprintf(" Tried for %v.", took.Round(time.Second))
	}
	return report.Fail(report.UploadFailed, "%s.%s %s", f.words, tried, f.advice)
}

// refusal is the body of an S3 error.
type refusal struct {
	Code    string
	Message string
}

// judge returns nil if the store has the object, as far as its answer tells.
func judge(response *http.Response, what object) *failure {
	status := response.StatusCode
	if status/100 == 2 {
		// Ceph answers a form without one.
		if response.Header.Get("ETag") != "" || status == http.StatusNoContent && response.Request.Method == http.MethodPost {
			return nil
		}
		return &failure{
			words:  fmt.Sprintf("%d %s came without an ETag, so it is not an S3 store that has taken the %s", status, http.StatusText(status), what.name),
			advice: "Check what answers at the store's endpoint.",
			passes: true,
		}
	}
	body := refusal{}
	words := http.StatusText(status)
	if xml.NewDecoder(io.LimitReader(response.Body, 64<<10)).Decode(&body) == nil && body.Code != "" {
		words = strings.TrimSuffix(body.Code+": "+body.Message, ".")
	}
	return &failure{
		words:  fmt.Sprintf("The object store refused the %s: %d %s", what.name, status, words),
		advice: advice(status, body.Code, words, what),
		passes: passes(status, body.Code),
	}
}

// full are the codes of stores without room for whom they belong to.
var full = []string{"QuotaExceeded", "XMinioAdminBucketQuotaExceeded", "XMinioStorageFull"}

// passing are the codes of refusals, among those that are final otherwise, that may pass: somebody makes room or
// corrects a clock, or a connection was interrupted.
var passing = append([]string{"RequestTimeTooSkewed", "RequestTimeout", "IncompleteBody", "OperationAborted"}, full...)

// passes tells what may be otherwise in some seconds. A bucket that is missing is one: the operator makes it anew in a store that has
// lost its folder.
func passes(status int, code string) bool {
	switch status {
	case http.StatusNotFound, http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented:
		return false
	}
	return status/100 == 5 || slices.Contains(passing, code)
}

func advice(status int, code, words string, what object) string {
	switch {
	case status == http.StatusInsufficientStorage || slices.Contains(full, code):
		return "Make room in the store, or raise its quota."
	case status == http.StatusRequestEntityTooLarge || code == "EntityTooLarge":
		return fmt.Sprintf("It has %d bytes: raise the limit of the store or of the proxy before it, or record less.", what.length)
	case strings.Contains(words, "expired") || code == "RequestTimeTooSkewed":
		return "Check that the store's clock agrees with the operator's and start a new ProfileJob."
	case status == http.StatusForbidden:
		return "Check the operator's credentials for the store, and that they may write to the bucket."
	case status == http.StatusNotFound:
		return "Check that the bucket exists."
	case status/100 == 3:
		return "Check the store's region and endpoint."
	case status/100 == 5 || status == http.StatusTooManyRequests:
		return "Check that the store is healthy and has room."
	default:
		return "Check the store's configuration."
	}
}

func unreachable(err error) *failure {
	// url.Error repeats the URL; what it wraps names at most host and port.
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	if untrusted, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return &failure{
			words:  fmt.Sprintf("The object store's certificate is not trusted: %v", untrusted.Err),
			advice: "Give the authority that signed it to objectStore.ca in the chart's values.",
		}
	}
	return &failure{
		words:  fmt.Sprintf("The object store cannot be reached from this pod: %v", err),
		advice: "Check the store's endpoint and the pod's network policies.",
		passes: true,
	}
}

func outOfTime(why error, sent int64, what object) *failure {
	return &failure{
		words:  fmt.Sprintf("The object store had taken %d of the %s's %d bytes when there was no more time: %v", sent, what.name, what.length, why),
		advice: "Check that the store answers, and how fast it is.",
		passes: true,
		sent:   sent,
	}
}
