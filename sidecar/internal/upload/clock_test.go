package upload

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"net/http/httptest"
	"testing"
	"time"
)

// issued is a certificate for this machine that was valid in that time, as was its authority.
func issued(t *testing.T, from, until time.Time) (tls.Certificate, *x509.Certificate) {
	t.Helper()
	make := func(template, parent *x509.Certificate, signer *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		template.SerialNumber, template.NotBefore, template.NotAfter = big.NewInt(1), from, until
		if parent == nil {
			parent, signer = template, key
		}
		der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
		if err != nil {
			t.Fatal(err)
		}
		certificate, err := x509.ParseCertificate(der)
		if err != nil {
			t.Fatal(err)
		}
		return certificate, key
	}
	authority, signer := make(&x509.Certificate{
		Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign,
	}, nil, nil)
	leaf, key := make(&x509.Certificate{
		Subject: pkix.Name{CommonName: "store"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}, authority, signer)
	return tls.Certificate{Certificate: [][]byte{leaf.Raw}, PrivateKey: key}, authority
}

func TestACertificateOfAnotherClockIsTrusted(t *testing.T) {
	for name, test := range map[string]struct {
		from, until time.Duration
		trusted     bool
	}{
		"of the same clock":                    {-time.Hour, time.Hour, true},
		"issued now, by a clock that is ahead": {10 * time.Minute, time.Hour, true},
		"ended, by a clock that is behind":     {-time.Hour, -10 * time.Minute, true},
		"of tomorrow":                          {24 * time.Hour, 48 * time.Hour, false},
		"of yesterday":                         {-48 * time.Hour, -24 * time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			certificate, authority := issued(t, time.Now().Add(test.from), time.Now().Add(test.until))
			back := &store{}
			server := httptest.NewUnstartedServer(back)
			server.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
			server.StartTLS()
			defer server.Close()
			trusting, err := New([]*x509.Certificate{authority})
			if err != nil {
				t.Fatal(err)
			}
			trusting.firstWait, trusting.longestWait = 10*time.Millisecond, 50*time.Millisecond
			left := time.Minute
			if !test.trusted {
				left = time.Second
			}
			err = trusting.File(soon(t, left), destination(t, server.URL), recording(t))
			if trusted := err == nil && back.whole.Load() == 1; trusted != test.trusted {
				t.Errorf("%v, %d arrived", err, back.whole.Load())
			}
			if !test.trusted {
				check(t, err, "the object store's certificate is not valid now: x509: certificate has expired")
				check(t, err, "s); check the node's clock, or renew the certificate")
			}
		})
	}
}
