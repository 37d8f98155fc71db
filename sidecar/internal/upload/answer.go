package upload

import (
	"crypto/tls"
	"crypto/x509"
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

// failure is a failed attempt.
type failure struct {
	words    string
	advice   string
	answered bool  // true for an answer, also if it is no store's
	passes   bool  // true if another attempt may succeed
	sent     int64 // bytes that the store had taken by the timeout
}

func (f *failure) Error() string { return f.words }

func (f *failure) problem(what object, tries int, took time.Duration) *report.Problem {
	tried := ""
	if tries > 1 {
		tried = fmt.Sprintf(" (tried for %v)", took.Round(time.Second))
	}
	return report.Fail(report.UploadFailed, "%s%s; %s", f.words, tried, f.advice)
}

// refusal is the body of an S3 error.
type refusal struct {
	Code    string
	Message string
}

// judge returns nil if the answer says that the store has the object.
func judge(response *http.Response, what object) *failure {
	status := response.StatusCode
	if status/100 == 2 {
		// Ceph's answer to a form lacks an ETag.
		if response.Header.Get("ETag") != "" || status == http.StatusNoContent && response.Request.Method == http.MethodPost {
			return nil
		}
		return &failure{
			words: fmt.Sprintf("the answer to the %s was %d %s without an ETag, so it is no S3 store's",
				what.name, status, http.StatusText(status)),
			advice:   "check what answers at the store's endpoint",
			answered: true,
			passes:   true,
		}
	}
	body := refusal{}
	words := http.StatusText(status)
	if xml.NewDecoder(io.LimitReader(response.Body, 64<<10)).Decode(&body) == nil && body.Code != "" {
		words = strings.TrimSuffix(body.Code+": "+body.Message, ".")
	}
	return &failure{
		words:    fmt.Sprintf("the object store refused the %s: %d %s", what.name, status, words),
		advice:   advice(status, body.Code, words, what),
		answered: true,
		passes:   passes(status, body.Code),
	}
}

// full are the error codes of stores without room.
var full = []string{"QuotaExceeded", "XMinioAdminBucketQuotaExceeded", "XMinioStorageFull"}

// passing are the error codes that may pass although their status is final: after somebody makes room or corrects a
// clock, or after an interrupted connection.
var passing = append([]string{"RequestTimeTooSkewed", "RequestTimeout", "IncompleteBody", "OperationAborted"}, full...)

// passes reports whether another attempt may succeed in some seconds. It may for a missing bucket: the operator
// creates it again in a store that lost its folder.
func passes(status int, code string) bool {
	switch status {
	case http.StatusNotFound, http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly,
		http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented:
		return false
	}
	return status/100 == 5 || slices.Contains(passing, code)
}

func advice(status int, code, words string, what object) string {
	switch {
	case status == http.StatusInsufficientStorage || slices.Contains(full, code):
		return "make room in the store, or raise its quota"
	case status == http.StatusRequestEntityTooLarge || code == "EntityTooLarge":
		return fmt.Sprintf("raise the limit of the store or of the proxy before it to %d bytes, or record less",
			what.length)
	case strings.Contains(words, "expired") || code == "RequestTimeTooSkewed":
		return "check that the clocks of store and operator agree, and create a new ProfileJob"
	case status == http.StatusForbidden:
		return "check that the operator's credentials for the store may write to the bucket"
	case status == http.StatusNotFound:
		return "check that the bucket exists"
	case status/100 == 3:
		return "check the store's region and endpoint"
	case status/100 == 5 || status == http.StatusTooManyRequests:
		return "check that the store is healthy and has room"
	default:
		return "check the store's configuration"
	}
}

// unreachable also has the next try take another time for the present, if the store's certificate is not valid now.
func (c Client) unreachable(err error) *failure {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		c.clock.doubt()
		return &failure{
			words:  fmt.Sprintf("the object store's certificate is not valid now: %v", invalid),
			advice: "check the node's clock, or renew the certificate",
			passes: true,
		}
	}
	return unreachable(err)
}

func unreachable(err error) *failure {
	// url.Error repeats the URL; the wrapped error has at most host and port.
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	if untrusted, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return &failure{
			words:  fmt.Sprintf("the object store's certificate is not trusted: %v", untrusted.Err),
			advice: "set objectStore.ca in the chart's values to the authority that signed it",
		}
	}
	return &failure{
		words:  fmt.Sprintf("the object store cannot be reached from this pod: %v", err),
		advice: "check the store's endpoint and the pod's network policies",
		passes: true,
	}
}

func outOfTime(why error, sent int64, what object) *failure {
	return &failure{
		words: fmt.Sprintf("the object store had taken %d of the %s's %d bytes at the timeout: %v",
			sent, what.name, what.length, why),
		advice: "check that the store answers, and its speed",
		passes: true,
		sent:   sent,
	}
}
