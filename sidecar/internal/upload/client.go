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
	// silence is how long a store may take to answer once everything is sent: kernels between us hold some megabytes of it.
	silence = 90 * time.Second
	// stall is how long a store may take no data. One at 100 KB/s takes a buffer in some seconds.
	stall = 15 * time.Second
	// greeting is how long a connection, or its encryption, may take.
	greeting = 10 * time.Second
	// buffer is what our kernel holds of what is sent, so that what is written has nearly arrived.
	buffer = 256 << 10

	firstWait   = 500 * time.Millisecond
	longestWait = 5 * time.Second
)

// Client tries until it has an answer that is final. Its waits grow, and differ from those of other sidecars.
type Client struct {
	http                   *http.Client
	firstWait, longestWait time.Duration
}

// New returns a client that trusts these authorities besides the public ones.
func New(authorities []*x509.Certificate) (Client, error) {
	trusted, err := x509.SystemCertPool()
	if err != nil {
		return Client{}, err
	}
	for _, authority := range authorities {
		trusted.AddCert(authority)
	}
	return newClient(trusted, stall, silence), nil
}

func newClient(trusted *x509.CertPool, stall, silence time.Duration) Client {
	// A host that is gone answers no probe, and one that is only slow does.
	probes := net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 5 * time.Second, Count: 4}
	dialer := net.Dialer{Timeout: greeting, KeepAliveConfig: probes}
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
		TLSClientConfig:       &tls.Config{RootCAs: trusted},
		TLSHandshakeTimeout:   greeting,
		ResponseHeaderTimeout: silence,
		WriteBufferSize:       buffer / 4,
		DisableKeepAlives:     true,
	}
	// A signature is valid for one host only, so following would replace the store's words by another's.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return Client{&http.Client{Transport: transport, CheckRedirect: stay}, firstWait, longestWait}
}

// moving is a connection that fails when the other side takes no data any more, as that of a server that hangs or is gone.
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

// counted knows how much of it has been read.
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
		return unreachable(err)
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
		// S3 takes no chunked bodies, and the client cannot know the length by itself.
		request.ContentLength = what.length
	}
	return request, err
}

// post wraps the content into the form, of which the store reads the file last.
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
