#!/usr/bin/env bash
# Makes a disk for a virtual machine: the cache of a cluster that has its certificates and images already, because an
# emulated processor takes minutes for both.
# usage: disk.sh file image...
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../cluster.sh"

disk=$1
shift
work=$(mktemp -d -p "$(dirname "$disk")")
trap 'rm -rf "$work"' EXIT
state=$work/state/cache/cluster
mkdir -p "$state/containerd" "$work/state/cache/images"
HOTSPOTTER_CACHE=$work/state/cache "$HERE/pki.sh"

# containerd with the same paths as in a node, in mounts of its own.
# shellcheck disable=SC2016 # variables of the inner shell
STATE=$state BIN=$BIN HERE=$HERE IMAGES=$IMAGES unshare --mount --net --pid --fork --kill-child bash -euc '
  mount -t tmpfs tmpfs /run
  mkdir -p /run/hotspotter/{state,config}
  mount --bind "$STATE" /run/hotspotter/state
  mount --bind "$HERE/config" /run/hotspotter/config
  "$BIN/containerd" --config /run/hotspotter/config/containerd.toml >"$STATE/containerd.log" 2>&1 &
  client=("$BIN/ctr" -a /run/hotspotter/containerd/containerd.sock -n k8s.io)
  until "${client[@]}" version >/dev/null 2>&1; do kill -0 $! && sleep 0.1; done
  for image in "$@"; do "${client[@]}" images import "$IMAGES/$image.tar"; done
  kill $!
  wait $! || true
' disk "$@" >"$work/import.log" 2>&1 || die "containerd refused an image: $(tail -3 "$work/import.log")"
touch "$state/containerd/clean"
cp "$IMAGES/pause.tar" "$work/state/cache/images/" # up.sh asks for it
ln -s "$BIN" "$work/state/cache/bin"
rm -f "$disk"
truncate -s 16G "$disk"
mke2fs -q -t ext4 -E lazy_itable_init=1,lazy_journal_init=1 -d "$work" "$disk"
