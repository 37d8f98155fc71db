#!/usr/bin/env bash
# Imports all new or changed images into the running cluster.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/cluster.sh"

find_node || die "the cluster does not run; start it with $HERE/up.sh, which imports the images too"
for archive in "$IMAGES"/*.tar; do
  name=$(basename "$archive" .tar)
  build="pinned $(stat -c '%Y %s %i' "$archive")"
  record=$STATE/containerd/imported/$name
  [[ $(cat "$record" 2>/dev/null) == "$build" ]] && continue
  started=$(date +%s%N)
  # Pinned, because an image that the kubelet deletes when the disk is nearly full could not be pulled again.
  output=$(ctr images import --label io.cri-containerd.pinned=pinned "$archive" 2>&1) ||
    die "containerd refused $archive: $output"
  echo "$build" >"$record"
  echo "         image $name imported in $(seconds_since "$started") s"
done
