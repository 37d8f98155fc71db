module hotspotter.dev/sidecar

go 1.26.0

require (
	github.com/cenkalti/backoff/v5 v5.0.3
	golang.org/x/crypto/x509roots/fallback v0.0.0-20261030153154-30a33513ff6d
	golang.org/x/sys v0.49.0
)
