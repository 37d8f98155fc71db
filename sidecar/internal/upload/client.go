package upload

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"maps"
	"mime/multipart"
	"net"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	// The image has no certificates of its own.
	_ "golang.org/x/crypto/x509roots/fallback"
)

const (
	// silence is the longest time until the store's answer after the last byte is sent: kernels on the way hold
	// some megabytes.
	silence = 90 * time.Second
	// stall is the longest time in which the store may take no data. At 100 KB/s it takes a buffer in some seconds.
	stall = 15 * time.Second
	// greeting is the longest time for a connection, or for its TLS handshake.
	greeting = 10 * time.Second
	// buffer is the size of our kernel's send buffer; it is small, so that written data has nearly arrived.
	buffer = 256 << 10

	firstWait   = 500 * time.Millisecond
	longestWait = 5 * time.Second
)

// Client tries until a final answer. Its waits grow, and differ from other sidecars' waits.
type Client struct {
	http                   *http.Client
	clock                  *clock
	firstWait, longestWait time.Duration
}

// New returns a client that trusts these authorities and the public ones.
func New(authorities []*x509.Certificate) (Client, error) {
	trusted, err := Trusted(authorities)
	if err != nil {
		return Client{}, err
	}
	return newClient(trusted, stall, silence), nil
}

// Trusted returns these authorities and the public ones.
func Trusted(authorities []*x509.Certificate) (*x509.CertPool, error) {
	trusted, err := x509.SystemCertPool()
	if err != nil {
		return nil, err
	}
	for _, authority := range authorities {
		trusted.AddCert(authority)
	}
	return trusted, nil
}

func newClient(trusted *x509.CertPool, stall, silence time.Duration) Client {
	// A vanished host answers no probe; a slow one does.
	probes := net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 5 * time.Second, Count: 4}
	dialer := net.Dialer{Timeout: greeting, KeepAliveConfig: probes}
	clock := &clock{}
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			connection, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			if tcp, ok := connection.(*net.TCPConn); ok {
				err = tcp.SetWriteBuffer(buffer)
			}
			return moving{connection, stall}, err
		},
		TLSClientConfig:       &tls.Config{RootCAs: trusted, Time: clock.now},
		TLSHandshakeTimeout:   greeting,
		ResponseHeaderTimeout: silence,
		WriteBufferSize:       buffer / 4,
		DisableKeepAlives:     true,
	}
	// A signature is valid for one host only. After a redirect, the other host's error would hide the store's.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return Client{&http.Client{Transport: transport, CheckRedirect: stay}, clock, firstWait, longestWait}
}

// moving is a connection that fails if the other side takes no data any more, like a hanging or vanished server.
type moving struct {
	net.Conn
	limit time.Duration
}

func (c moving) Write(data []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.limit)); err != nil {
		return 0, err
	}
	return c.Conn.Write(data)
}

// counted counts the bytes that were read.
type counted struct {
	io.Reader
	bytes atomic.Int64
}

func (c *counted) Read(into []byte) (int, error) {
	n, err := c.Reader.Read(into)
	c.bytes.Add(int64(n))
	return n, err
}

func (c Client) try(ctx context.Context, to Destination, what object) *failure {
	body := &counted{Reader: what.reader()}
	request, err := to.request(ctx, what, body)
	if err != nil {
		return unreachable(err)
	}
	response, err := c.http.Do(request)
	switch {
	case ctx.Err() != nil && err != nil:
		return outOfTime(context.Cause(ctx), body.bytes.Load(), what)
	case err != nil:
		return c.unreachable(err)
	}
	defer response.Body.Close()
	return judge(response, what)
}

func (d Destination) request(ctx context.Context, what object, body io.Reader) (*http.Request, error) {
	if len(d.Form) > 0 {
		return d.post(ctx, what, body)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, d.URL.String(), body)
	if err == nil {
		// S3 takes no chunked bodies, and the client does not know the length.
		request.ContentLength = what.length
	}
	return request, err
}

// post wraps the content into the form. The store requires the file as the last field.
func (d Destination) post(ctx context.Context, what object, body io.Reader) (*http.Request, error) {
	var around bytes.Buffer
	form := multipart.NewWriter(&around)
	for _, name := range slices.Sorted(maps.Keys(d.Form)) {
		if err := form.WriteField(name, d.Form.Get(name)); err != nil {
			return nil, err
		}
	}
	if _, err := form.CreateFormFile("file", what.name); err != nil {
		return nil, err
	}
	head := around.Len()
	if err := form.Close(); err != nil {
		return nil, err
	}
	before, after := around.Bytes()[:head], around.Bytes()[head:]
	whole := io.MultiReader(bytes.NewReader(before), body, bytes.NewReader(after))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL.String(), whole)
	if err == nil {
		request.ContentLength = int64(around.Len()) + what.length
		request.Header.Set("Content-Type", form.FormDataContentType())
	}
	return request, err
}
