#!/usr/bin/env bash
# Runs the sidecar's integration tests in a virtual machine with cgroups of version 2 only.
# usage: sidecar.sh amd64|arm64 [pattern of tests]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../env.sh"

export ARCHITECTURE=$1 ROOT=/ MINUTES=90
tools=$CACHE
"$HERE/vm/prepare.sh" "$ARCHITECTURE"
if [[ $ARCHITECTURE != amd64 ]]; then
  "$HERE/vm/root.sh"
  ROOT=$CACHE/vm/$ARCHITECTURE-root tools=$CACHE/vm/$ARCHITECTURE-tools
fi
"$REPO/sidecar/build.sh"
HOTSPOTTER_CACHE=$tools GOARCH=$ARCHITECTURE "$HERE/tools.sh" versitygw minio

SHARE=$(mktemp -d)
trap 'rm -rf "$SHARE"' EXIT
export SHARE DISK=$SHARE/disk
truncate -s 8G "$DISK"
mke2fs -q -t ext4 -E lazy_itable_init=1,lazy_journal_init=1 "$DISK"
# What the tests read of the checkout and the cache, where the machine sees it.
mkdir -p "$SHARE"/{build/sidecar,cache,sidecar/integration}
cp -r "$REPO/build/sidecar/$ARCHITECTURE" "$SHARE/build/sidecar/"
mkdir "$SHARE/cache/bin"
cp "$tools"/bin/{versitygw,minio} "$SHARE/cache/bin/"
cp -r "$REPO/sidecar/integration/testdata" "$SHARE/sidecar/integration/"
cd "$REPO/sidecar/integration"
# Compiled here, which the emulated processor would take half an hour for. One test at a time, as it is slow enough.
CGO_ENABLED=0 GOARCH=$ARCHITECTURE go test -c -tags integration -o "$SHARE/sidecar/integration/tests" .
"$HERE/vm/run.sh" env -C /vm/sidecar/integration HOTSPOTTER_CACHE=/vm/cache ./tests -test.v -test.parallel 1 \
  -test.timeout "$((MINUTES - 5))m" ${2:+-test.run "$2"}
