# The running cluster: its node, processes and addresses. Sourced, never run.
# shellcheck shell=bash disable=SC2034

. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

RUN=/run/hotspotter     # pid files and sockets of the running cluster; gone after down.sh
GOING_DOWN=$RUN/going-down # tells the node to start no daemon again
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

# With a time limit: down.sh calls a containerd in any state.
ctr() {
  CONTAINERD_SUPPRESS_DEPRECATION_WARNINGS=1 timeout $((120 * ${PATIENCE:-1})) \
    "$BIN/ctr" -a "$CONTAINERD_SOCKET" -n k8s.io "$@"
}

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
