package config

import (
	"encoding/pem"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHowToReachTheStore(t *testing.T) {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	certificate := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	c, err := read(map[string]string{
		envUploadForm: "key=team%2Frecording.jfr&policy=e30%3D", envAuthorities: certificate + "\n" + certificate,
		envDiagnostics: "vmFlags", envDiagnosticsURL: "https://store/bucket/", envDiagnosticsForm: "key=d",
	})
	if err != nil || c.Upload.Form.Get("key") != "team/recording.jfr" || c.Upload.Form.Get("policy") != "e30=" ||
		c.DiagnosticsTo.Form.Get("key") != "d" || len(c.Authorities) != 2 || !c.Authorities[0].Equal(server.Certificate()) {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := read(nil); err != nil || len(c.Upload.Form) > 0 || c.Authorities != nil {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestWhatIsWrongWithTheStoreIsNamedWithoutItsValue(t *testing.T) {
	for name, test := range map[string]struct{ variable, value, want string }{
		"a form that is none": {envUploadForm, "s3cr3t=%zz", "HOTSPOTTER_UPLOAD_FORM is not a URL-encoded form"},
		"an authority that is none": {
			envAuthorities, "s3cr3t", "HOTSPOTTER_CA_CERTIFICATES has no certificate, write certificates in PEM",
		},
		"a block that is no authority": {
			envAuthorities, "-----BEGIN CERTIFICATE-----\naGk=\n-----END CERTIFICATE-----",
			"has a block that is no certificate",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := read(map[string]string{test.variable: test.value}); err == nil ||
				!strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "s3cr3t") {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
