# Names and paths that all scripts of the local cluster share. Sourced, never run.
# shellcheck shell=bash disable=SC2034

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPO=$(cd "$HERE/../.." && pwd)
CACHE=${HOTSPOTTER_CACHE:-$HOME/.cache/hotspotter}

BIN=$CACHE/bin        # tools that tools.sh builds
IMAGES=$CACHE/images  # image archives that images.sh builds
STATE=$CACHE/cluster  # what the cluster keeps on disk
RUN=/run/hotspotter   # pid files, sockets and mounts of the running cluster; gone after down.sh

NODE=hotspotter
BRIDGE=hotspotter0
# The node, the API server and DNS live on the bridge's address: it is the same on every machine, so certificates
# stay valid, and no other machine can reach it.
NODE_IP=10.244.0.1
POD_CIDR=10.244.0.0/24
SERVICE_CIDR=10.96.0.0/16
KUBERNETES_SERVICE_IP=10.96.0.1
CONTAINERD_SOCKET=$RUN/containerd/containerd.sock

export KUBECONFIG=$STATE/kubeconfig
export PATH=$BIN:$PATH

# Prints one sentence to standard error and ends the script.
die() {
  echo "error: $*" >&2
  exit 1
}

# Seconds since the instant given in nanoseconds, with one decimal.
seconds_since() {
  local tenths=$((($(date +%s%N) - $1) / 100000000))
  echo "$((tenths / 10)).$((tenths % 10))"
}
