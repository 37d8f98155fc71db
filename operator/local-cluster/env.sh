# Names and paths that all scripts of the local cluster share. Sourced, never run.
# shellcheck shell=bash disable=SC2034

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPO=$(cd "$HERE/../.." && pwd)
CACHE=${HOTSPOTTER_CACHE:-$HOME/.cache/hotspotter}

BIN=$CACHE/bin        # tools that tools.sh builds
IMAGES=$CACHE/images  # image archives that images.sh builds
STATE=$CACHE/cluster  # what the cluster keeps on disk
RUN=/run/hotspotter   # pid files and sockets of the running cluster; gone after down.sh

NODE=hotspotter
LINK=hotspotter0        # this machine's end of the cable to the node
HOST_IP=10.244.0.254    # this machine, as pods see it
NODE_IP=10.244.0.1      # API server, kubelet and DNS; the same everywhere, so certificates stay valid on every machine
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

# Waits until no other script holds the lock of that name; it is given back when this script ends.
only_one() {
  mkdir -p "$CACHE"
  exec {lock}>"$CACHE/$1.lock"
  flock "$lock"
}

# Seconds since the instant given in nanoseconds, with one decimal.
seconds_since() {
  local tenths=$((($(date +%s%N) - $1) / 100000000))
  echo "$((tenths / 10)).$((tenths % 10))"
}

# Downloads Debian packages into the current folder.
download_packages() {
  local download=(apt-get download -q -o APT::Sandbox::User=root "$@")
  "${download[@]}" || { apt-get update && "${download[@]}"; } # the machine may know none, or only versions that are gone
}

ctr() { "$BIN/ctr" -a "$CONTAINERD_SOCKET" -n k8s.io "$@"; }

# The instant a process started, in clock ticks since boot: with the pid it names a process once and for all.
started_at() { cut -d' ' -f22 "/proc/$1/stat" 2>/dev/null; }

# Sets node_pid to the process that is the node, as this machine counts; fails if the node does not run.
find_node() {
  local started
  read -r node_pid started 2>/dev/null <"$RUN/node" && [[ $(started_at "$node_pid") == "$started" ]]
}

# Sets namespaces to the node's own ones, as patterns for find, which takes brackets for a set of characters.
note_namespaces() { mapfile -t namespaces < <(readlink "/proc/$node_pid/ns"/{mnt,net,pid} | tr '[]' '?'); }

# Folders under /proc of the processes that live in any of the noted namespaces.
inhabitants() {
  find /proc/[0-9]*/ns \( -lname "${namespaces[0]}" -o -lname "${namespaces[1]}" -o -lname "${namespaces[2]}" \) -printf '%h\n' 2>/dev/null | sort -u
}
