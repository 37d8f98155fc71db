#!/usr/bin/env bash
# Runs a ProfileJob on the local cluster in a virtual machine with cgroups of version 2 only.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../env.sh"

export ARCHITECTURE=amd64
"$HERE/images.sh" matrix
"$HERE/vm/prepare.sh" $ARCHITECTURE
SHARE=$(mktemp -d)
trap 'rm -rf "$SHARE"' EXIT
export SHARE DISK=$SHARE/disk MINUTES=60
"$HERE/vm/disk.sh" "$DISK" pause versitygw sidecar operator matrix
cd "$REPO"
"$HERE/vm/run.sh" "$HERE/vm/profilejob.sh"
