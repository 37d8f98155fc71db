//go:build integration

package integration

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	bucket    = "hotspotter"
	accessKey = "hotspotter"
	secretKey = "hotspotter-secret"
)

// store is an S3 server with an empty bucket.
type store struct {
	t       *testing.T
	client  *minio.Client
	command []string
	server  *exec.Cmd
}

var servers = map[string]func(address, folder string) []string{
	"versitygw": func(address, folder string) []string {
		return []string{"--access", accessKey, "--secret", secretKey, "--port", address, "posix", folder}
	},
	"minio": func(address, folder string) []string {
		return []string{"server", "--address", address, "--console-address", "127.0.0.1:0", folder}
	},
}

func startStore(t *testing.T, kind string) *store {
	t.Helper()
	folder := filepath.Join(workDir(t), "data")
	must(t, os.Mkdir(folder, 0o755))
	address := freeAddress(t)
	client, err := minio.New(
		address, &minio.Options{Creds: credentials.NewStaticV4(accessKey, secretKey, ""), Region: "us-east-1"},
	)
	must(t, err)
	s := &store{t: t, client: client, command: append([]string{tool(t, kind)}, servers[kind](address, folder)...)}
	s.start()
	t.Cleanup(s.stop)
	eventually(t, 30*time.Second, kind+" makes a bucket", func() bool {
		return client.MakeBucket(context.Background(), bucket, minio.MakeBucketOptions{}) == nil
	})
	return s
}

// start runs the server, perhaps again, with what it holds and where it was.
func (s *store) start() {
	s.server = exec.Command(s.command[0], s.command[1:]...)
	s.server.Env = append(os.Environ(), "MINIO_ROOT_USER="+accessKey, "MINIO_ROOT_PASSWORD="+secretKey)
	s.server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	must(s.t, s.server.Start())
}

func (s *store) stop() {
	s.server.Process.Kill()
	s.server.Wait()
}

// tool is a server that operator/local-cluster/tools.sh built.
func tool(t *testing.T, name string) string {
	t.Helper()
	cache := os.Getenv("HOTSPOTTER_CACHE")
	if cache == "" {
		home, err := os.UserHomeDir()
		must(t, err)
		cache = filepath.Join(home, ".cache/hotspotter")
	}
	path := filepath.Join(cache, "bin", name)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%s is missing: run operator/local-cluster/tools.sh %s", path, name)
	}
	return path
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	return listener.Addr().String()
}

// presign returns a URL that puts one object while it is valid.
func (s *store) presign(key string, valid time.Duration) string {
	s.t.Helper()
	return s.presignIn(bucket, key, valid)
}

func (s *store) presignIn(bucket, key string, valid time.Duration) string {
	s.t.Helper()
	url, err := s.client.PresignedPutObject(context.Background(), bucket, key, valid)
	must(s.t, err)
	return url.String()
}

// orders returns a URL that reads the sidecar's orders.
func (s *store) orders(key string) string {
	s.t.Helper()
	url, err := s.client.PresignedGetObject(context.Background(), bucket, key, valid, nil)
	must(s.t, err)
	return url.String()
}

// put stores an object.
func (s *store) put(key, content string) {
	s.t.Helper()
	_, err := s.client.PutObject(context.Background(), bucket, key, strings.NewReader(content), int64(len(content)),
		minio.PutObjectOptions{})
	must(s.t, err)
}

// form returns where to post one object of at most so many bytes, and the fields to post with it.
func (s *store) form(key string, most int64) (string, map[string]string) {
	s.t.Helper()
	policy := minio.NewPostPolicy()
	must(s.t, policy.SetBucket(bucket))
	must(s.t, policy.SetKey(key))
	must(s.t, policy.SetExpires(time.Now().Add(valid)))
	must(s.t, policy.SetContentLengthRange(1, most))
	url, fields, err := s.client.PresignedPostPolicy(context.Background(), policy)
	must(s.t, err)
	return url.String(), fields
}

// fetch downloads an object to a file.
func (s *store) fetch(key string) string {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "fetched.jfr")
	must(s.t, s.client.FGetObject(context.Background(), bucket, key, path, minio.GetObjectOptions{}))
	return path
}

// assertAbsent fails if there is anything under the key.
func (s *store) assertAbsent(key string) {
	s.t.Helper()
	_, err := s.client.StatObject(context.Background(), bucket, key, minio.StatObjectOptions{})
	if response := minio.ToErrorResponse(err); response.StatusCode != http.StatusNotFound {
		s.t.Error(fmt.Errorf("%s is there or cannot be looked for: %w", key, err))
	}
}
