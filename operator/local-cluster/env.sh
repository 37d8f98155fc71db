# Names and paths that all scripts of the local cluster share. Sourced, never run.
# shellcheck shell=bash disable=SC2034

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPO=$(cd "$HERE/../.." && pwd)
CACHE=$(realpath -ms "${HOTSPOTTER_CACHE:-$HOME/.cache/hotspotter}")

BIN=$CACHE/bin        # tools that tools.sh builds
IMAGES=$CACHE/images  # image archives that images.sh builds
STATE=$CACHE/cluster  # what the cluster keeps on disk
RUN=/run/hotspotter   # pid files and sockets of the running cluster; gone after down.sh

NODE=hotspotter
LINK=hotspotter0        # this machine's end of the link to the node
HOST_IP=10.244.0.254    # this machine, as pods see it
NODE_IP=10.244.0.1      # API server, kubelet and DNS; the same everywhere, so certificates stay valid on every machine
SERVICE_CIDR=10.96.0.0/16
KUBERNETES_SERVICE_IP=10.96.0.1
CONTAINERD_SOCKET=$RUN/containerd/containerd.sock

# The kubelet changes these for the whole machine; down.sh restores them.
SYSCTLS=(vm.overcommit_memory vm.panic_on_oom kernel.panic kernel.panic_on_oops
  kernel.keys.root_maxkeys kernel.keys.root_maxbytes)

# Prints the home of the first JDK of that feature version, if any. It reads the release file, because folder names
# are unreliable.
jdk() { # version [, folder]
  local home
  for home in "${2:-/usr/lib/jvm}"/*; do
    [[ -x $home/bin/javac && -x $home/bin/jlink && -r $home/release ]] || continue
    [[ $(<"$home/release") != *JAVA_VERSION=\"$1[.\"]* ]] || { echo "$home" && return; }
  done
}

JAVA_HOME=$(jdk 25) # empty if there is none: setup.sh says what to do
export JAVA_HOME KUBECONFIG=$STATE/kubeconfig HOTSPOTTER_CACHE=$CACHE
export PATH=${JAVA_HOME:+$JAVA_HOME/bin:}$BIN:$PATH

# Prints one message to standard error and ends the script.
die() {
  echo "error: $*" >&2
  exit 1
}

# Only root can run the cluster, build images and install packages.
as_root() { ((EUID == 0)) || die "${1:-this} needs root; run it as root"; }

# Takes the lock of that name, which is released when this script ends.
only_one() {
  mkdir -p "$CACHE"
  exec {lock}>"$CACHE/$1.lock"
  flock "$lock"
}

# Seconds since a time in nanoseconds, with one decimal.
seconds_since() {
  local tenths=$((($(date +%s%N) - $1) / 100000000))
  echo "$((tenths / 10)).$((tenths % 10))"
}

# Waits up to five minutes for other package installations, which a fresh machine starts by itself.
apt_get() { apt-get -o DPkg::Lock::Timeout=300 "$@"; }

# apt-get's own waiting ignores the lock of the package lists.
update_packages() {
  local output
  for ((i = 0; i < 60; i++)); do
    output=$(LC_ALL=C apt_get update 2>&1) && return
    [[ $output == *"Could not get lock"* ]] || break
    sleep 5
  done
  echo "$output" >&2
  return 1
}

# Downloads Debian packages into the current folder.
download_packages() {
  local download=(apt_get download -q -o APT::Sandbox::User=root "$@")
  "${download[@]}" || { update_packages && "${download[@]}"; } # its package lists may be missing or out of date
}

# Prints the missing ones of these Debian packages. dpkg also lists removed packages with their configuration.
missing_packages() {
  comm -23 <(printf '%s\n' "$@" | sort) <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^installed //p' | sort)
}

# With a time limit: down.sh calls a containerd in any state.
ctr() { CONTAINERD_SUPPRESS_DEPRECATION_WARNINGS=1 timeout 120 "$BIN/ctr" -a "$CONTAINERD_SOCKET" -n k8s.io "$@"; }

# Ends a process and waits until it is gone.
end() { # pid, signal
  kill "-$2" "$1" 2>/dev/null || return 0
  for ((i = 0; i < 100; i++)); do
    [[ -e /proc/$1 ]] || return 0
    sleep 0.05
  done
  return 1
}

# Ends a background command, such as a port-forward, by its pid file.
end_helper() { # file
  local pid
  [[ -e $1 ]] || return 0
  pid=$(<"$1")
  # The kernel may have reused the pid, so only our own tools are ended.
  if [[ $(readlink "/proc/$pid/exe") == "$(realpath "$BIN")"/* ]]; then end "$pid" TERM || end "$pid" KILL; fi
  rm "$1"
}

# The start time of a process, in clock ticks since boot: with the pid it identifies a process for ever.
started_at() { cut -d' ' -f22 "/proc/$1/stat" 2>/dev/null; }

# Sets node_pid to the node's pid in the machine's PID namespace; fails if the node does not run.
find_node() {
  local started
  read -r node_pid started 2>/dev/null <"$RUN/node" && [[ $(started_at "$node_pid") == "$started" ]]
}

# For tests, which start and end without a cluster: a running one may be somebody's demo.
announce_takeover() {
  ! find_node || echo "note: a local cluster runs, perhaps of 'make demo'; it is taken down now with all its content"
}

# Sets namespaces to the node's own ones, as patterns for find, in which brackets are sets of characters.
note_namespaces() { mapfile -t namespaces < <(readlink "/proc/$node_pid/ns"/{mnt,net,pid} | tr '[]' '?'); }

# Prints the folders under /proc of all processes in these namespaces.
inhabitants() {
  find /proc/[0-9]*/ns \( -lname "${namespaces[0]}" -o -lname "${namespaces[1]}" -o -lname "${namespaces[2]}" \) \
    -printf '%h\n' 2>/dev/null | sort -u
}
