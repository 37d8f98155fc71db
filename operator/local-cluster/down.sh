#!/usr/bin/env bash
# Stops the cluster and removes its traces from the machine; tools and imported images stay cached.
# Exits with 1 and lists the remains, if any.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/cluster.sh"

child_named() { # executable
  local child
  for child in $(<"/proc/$node_pid/task/$node_pid/children"); do
    [[ $(readlink "/proc/$child/exe") != */"$1" ]] || echo "$child"
  done
}

# Removes images whose name a newer build took; containerd's CRI has a second reference to each.
old_builds() {
  ctr images ls | awk 'NR > 1 { if ($1 ~ /^sha256:/) second[$1] = $3; else named[$3] = 1 }
    END { for (name in second) if (!(second[name] in named)) print name }'
}

# Without this, the next containerd would start with records of dead containers.
forget_containers() {
  local child list rest snapshots
  for child in $(child_named kubelet); do end "$child" KILL; done
  mapfile -t list < <(ctr tasks ls -q)
  ((${#list[@]} == 0)) || ctr tasks rm -f "${list[@]}"
  mapfile -t list < <(ctr containers ls -q)
  ((${#list[@]} == 0)) || ctr containers rm "${list[@]}"
  mapfile -t list < <(ctr sandboxes ls | awk 'NR > 1 { print $1 }')
  ((${#list[@]} == 0)) || ctr sandboxes rm -f "${list[@]}"
  mapfile -t list < <(old_builds)
  ((${#list[@]} == 0)) || ctr images rm "${list[@]}"
  rest=$(ctr containers ls -q) && snapshots=$(ctr snapshots ls) &&
    [[ -z $rest && $snapshots != *Active* ]] && touch "$STATE/containerd/clean"
}

stop_node() {
  find_node || return 0
  note_namespaces
  touch "$GOING_DOWN"
  forget_containers >"$STATE/log/down.log" 2>&1 || true # without the mark, up.sh starts with an empty containerd
  end "$node_pid" KILL || die "the node's first process, $node_pid, does not end; its log is $STATE/log/node.log"
}

clean_up() {
  [[ -e $RUN ]] || return 0 # then any cgroups are another kubelet's: up.sh refuses to start beside them
  for ((i = 0; i < 20; i++)); do
    find /sys/fs/cgroup -depth -type d -path '*/kubepods*' -exec rmdir {} + 2>/dev/null && break
    sleep 0.1
  done
  [[ ! -f $RUN/sysctls ]] || sysctl -q -p "$RUN/sysctls"
  ! ip link show "$LINK" >/dev/null 2>&1 || ip link del "$LINK" 2>/dev/null || true # the kernel may have been faster
  rm -rf --one-file-system "${RUN:?}" "${STATE:?}"/{var,volumes,run}
}

left_over() {
  [[ -z ${namespaces[*]} ]] || inhabitants | sed 's/^/process /'
  grep -F -e " $RUN" -e " $(realpath -m "$STATE")" /proc/self/mounts | sed 's/^/mount /'
  ! $was_up || find /sys/fs/cgroup -type d -name 'kubepods*' -printf 'cgroup %p\n'
  ! ip link show "$LINK" >/dev/null 2>&1 || echo "network interface $LINK"
  [[ ! -e $RUN ]] || echo "folder $RUN"
}

as_root "taking the cluster down"
only_one cluster
was_up=false
[[ ! -e $RUN ]] || was_up=true
namespaces=()
started=$(date +%s%N)
for helper in "$RUN"/*.pid; do end_helper "$helper"; done
stop_node
clean_up
rest=$(left_over)
[[ -z $rest ]] || die "the cluster is down, but this is left over: $rest"
echo "the cluster is down after $(seconds_since "$started") s; nothing is left over"
