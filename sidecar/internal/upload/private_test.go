package upload

import (
	"crypto/x509"
	"net/http/httptest"
	"testing"
	"time"
)

func TestAStoreOfAPrivateAuthorityIsTrustedWithItAndNotWithout(t *testing.T) {
	back := &store{}
	server := httptest.NewTLSServer(back)
	defer server.Close()
	trusting, err := New([]*x509.Certificate{server.Certificate()})
	if err != nil {
		t.Fatal(err)
	}
	if err := trusting.File(soon(t, time.Minute), destination(t, server.URL), recording(t)); err != nil ||
		back.whole.Load() != 1 {
		t.Errorf("%v, %d arrived", err, back.whole.Load())
	}
	strict, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	check(
		t, strict.File(soon(t, time.Minute), destination(t, server.URL), recording(t)),
		"the object store's certificate is not trusted: x509: ",
	)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it was tried for %v, but no other try can succeed", took)
	}
}
