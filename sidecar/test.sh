#!/usr/bin/env bash
# Checks the sidecar's code, then runs its unit and integration tests against what build.sh makes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. ../operator/local-cluster/env.sh

unformatted=$(gofmt -l .)
if [[ -n $unformatted ]]; then
  echo "sidecar: run gofmt -w on: $unformatted" >&2
  exit 1
fi
./build.sh
go vet ./...
go test -count=1 ./...
cd integration
go vet -tags integration ./...
go test -tags integration -count=1 -timeout 10m ./...
