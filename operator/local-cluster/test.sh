#!/usr/bin/env bash
# Tests the local cluster: what runs on it, that it keeps to itself, and that nothing of it stays on the machine.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

NAMESPACE=local-cluster-test
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
passed=0 failed=0

check() { # what is claimed, command
  local claim=$1
  shift
  if "$@" >"$work/output" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $claim"
  else
    failed=$((failed + 1))
    echo "FAILED  $claim"
    sed 's/^/        /' "$work/output"
  fi
}

# What the machine looks like, one file for each kind of thing that a cluster could leave behind.
machine() {
  mkdir -p "$1"
  awk '{ print $1, $2 }' /proc/self/mounts | sort >"$1/mounts"
  find /sys/fs/cgroup -type d | sort >"$1/cgroups"
  { ip -o link && ip -o -4 addr && ip route; } | sed 's/ valid_lft.*//' >"$1/network"
  nft list ruleset >"$1/rules"
  # All settings but those that are counters, or follow the machine's load.
  sysctl -a 2>/dev/null | grep -vE '^(dev\.|fs\.(dentry|file-nr|inode|aio-nr|quota)|kernel\.(random|ns_last_pid|pty\.nr|sched)|net\.netfilter\.nf_conntrack_count|net\.ipv4\.(tcp_mem|udp_mem))|\.(neigh|conf)\.' >"$1/sysctls"
  ls /etc /opt /run /usr/libexec /var/lib /var/log >"$1/folders"
}

same() { diff "$work/before/$1" "$work/$2/$1"; }

no_inhabitants() { ! inhabitants | grep .; }

in_client() { kubectl exec -n $NAMESPACE client -- "$@"; }
field() { kubectl get -n $NAMESPACE "$1" "$2" -o "jsonpath={$3}"; }
says() { # text, command, whose exit code does not matter
  local text=$1
  shift
  { "$@" || true; } >"$work/said" 2>&1
  cat "$work/said"
  grep -qF -- "$text" "$work/said"
}
quick_second_up() { local start=$SECONDS && "$HERE/up.sh" && ((SECONDS - start < 5)); }

starts() {
  kubectl apply -f "$HERE/testdata/workload.yaml" && kubectl wait -n $NAMESPACE --for=condition=Ready pod --all --timeout=60s
}

# An ephemeral container in the JVM's process namespace, as the same user, sees the JVM's memory map and file system.
ephemeral_container() {
  kubectl patch pod web -n $NAMESPACE --subresource=ephemeralcontainers --patch-file "$HERE/testdata/ephemeral.yaml"
  kubectl wait pod web -n $NAMESPACE --for=jsonpath='{.status.ephemeralContainerStatuses[0].state.terminated.message}=libjvm.so' --timeout=20s
}

refuses_privileged() {
  ! kubectl run privileged -n $NAMESPACE --image=localhost/base:12 --privileged 2>"$work/said" && grep violates "$work/said"
}


# A process of the node that is in the machine's network could listen there.
keeps_to_its_network() {
  local here processes process
  here=$(readlink /proc/self/ns/net)
  mapfile -t processes < <(inhabitants)
  for process in "${processes[@]}"; do
    [[ $(readlink "$process/net") != "$here" ]] || { echo "$process" && return 1; }
  done
  echo "the node has only ${#processes[@]} processes"
  ((${#processes[@]} > 8))
}

# kube-proxy takes up to a second to learn of a pod that became ready.
soon() { for ((i = 0; i < 20; i++)); do "$@" && return || sleep 0.2; done && return 1; }

while_up() {
  check "a second up.sh changes nothing, quickly" quick_second_up
  check "a JVM, a client and a claim start in a restricted namespace" starts
  check "the claim is bound to a volume that any user can write" in_client touch /data/written
  check "a pod reaches a Service by its name" soon says files in_client timeout 5 wget -qO- http://web/nsswitch.conf
  check "this machine reaches a pod" says files curl -sf "http://$(field pod web .status.podIP):8000/nsswitch.conf"
  check "this machine reaches a Service" soon says files curl -sf "http://$(field service web .spec.clusterIP)/nsswitch.conf"
  check "a pod does not reach beyond this machine" says unreachable in_client timeout 5 wget -qO- http://192.0.2.1/
  check "the kubelet reports the users of containers" says 65532 field pod web '.status.containerStatuses[0].user.linux.uid'
  check "an ephemeral container sees the JVM" ephemeral_container
  check "restricted Pod Security is enforced" refuses_privileged
  check "RBAC is enforced" says no kubectl auth can-i list secrets --as="system:serviceaccount:$NAMESPACE:default"
  check "status.sh finds the cluster up" "$HERE/status.sh"
  check "no process of the cluster is in the network of this machine" keeps_to_its_network
}

after_down() {
  check "no process of the cluster is left ($1)" no_inhabitants
  machine "$work/after"
  for kind in mounts cgroups network rules sysctls folders; do
    check "$kind are as before ($1)" same $kind after
  done
}

"$HERE/down.sh"
machine "$work/before"
check "up.sh starts the cluster" "$HERE/up.sh"
find_node && note_namespaces
while_up
check "down.sh finds nothing left over" "$HERE/down.sh"
after_down "after down"
check "up.sh starts it again" "$HERE/up.sh"
find_node && note_namespaces
kill -KILL "$node_pid"
while [[ -e /proc/$node_pid ]]; do sleep 0.1; done
check "down.sh cleans up after a node that was killed" "$HERE/down.sh"
after_down "after a kill"
check "down.sh does nothing when nothing runs" "$HERE/down.sh"
echo "$passed passed, $failed failed"
((failed == 0))
