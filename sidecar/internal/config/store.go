package config

import (
	"crypto/x509"
	"encoding/pem"
	"net/url"

	"hotspotter.dev/sidecar/internal/upload"
)

// Names of the variables for the store, besides the URLs.
const (
	envUploadForm      = "HOTSPOTTER_UPLOAD_FORM"
	envDiagnosticsForm = "HOTSPOTTER_DIAGNOSTICS_FORM"
	envAuthorities     = "HOTSPOTTER_CA_CERTIFICATES"
)

// destination never repeats values: they grant write access to the object.
func (r *reader) destination(urlName, formName string) upload.Destination {
	to := upload.Destination{URL: r.requiredURL(urlName)}
	form, err := url.ParseQuery(r.getenv(formName))
	if err != nil {
		r.problem("%s is not a URL-encoded form, write name=value&name=value", formName)
	}
	to.Form = form
	return to
}

func (r *reader) requiredURL(name string) *url.URL {
	value, ok := r.required(name)
	if !ok {
		return nil
	}
	return r.storeURL(name, value)
}

func (r *reader) optionalURL(name string) *url.URL {
	value := r.getenv(name)
	if value == "" {
		return nil
	}
	return r.storeURL(name, value)
}

// storeURL never repeats the value: it grants access to the object.
func (r *reader) storeURL(name, value string) *url.URL {
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		r.problem("%s is not an http or https URL", name)
		return nil
	}
	return u
}

// authorities reads concatenated certificates in PEM.
func (r *reader) authorities() []*x509.Certificate {
	rest := []byte(r.getenv(envAuthorities))
	var all []*x509.Certificate
	for {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			r.problem("%s has a block that is no certificate (%v), write only certificates in PEM", envAuthorities, err)
			return nil
		}
		all = append(all, certificate)
	}
	if len(all) == 0 && r.getenv(envAuthorities) != "" {
		r.problem("%s has no certificate, write certificates in PEM", envAuthorities)
	}
	return all
}
