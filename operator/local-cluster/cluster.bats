#!/usr/bin/env bats
# Tests the local cluster: it works, it is isolated, and it leaves nothing on the machine.
# The tests build on each other: the first starts the cluster, later ones take it down.

bats_require_minimum_version 1.5.0 # run !
NAMESPACE=local-cluster-test

setup_file() {
  . "$BATS_TEST_DIRNAME/cluster.sh"
  announce_takeover | sed 's/^/# /' >&3
  "$HERE/down.sh"
  [[ -e /proc/sys/net/bridge ]] || modprobe br_netfilter # as up.sh does; modules stay loaded
  machine "$BATS_FILE_TMPDIR/before"
}

teardown_file() {
  . "$BATS_TEST_DIRNAME/cluster.sh"
  "$HERE/down.sh"
}

setup() { . "$BATS_TEST_DIRNAME/cluster.sh"; }

# Lists a cluster's possible traces on the machine, one file for each kind. It ignores other things, because others
# use the machine, too.
machine() ( # folder; in a subshell, because bats itself does without pipefail
  set -o pipefail
  mkdir -p "$1"
  awk '{ print $2, $3 }' /proc/self/mounts |
    only -E -e "^($RUN|$(realpath -m "$STATE")|/run/(containerd|netns)|/var/lib/(kubelet|containerd|cni|etcd))[/ ]" \
      -e "^/(run|var|proc) " >"$1/mounts"
  folders /sys/fs/cgroup | only -E '/(kubepods|k8s\.io|cri-containerd)' >"$1/cgroups"
  { ip -o link && ip -o -4 addr && ip route; } | sed 's/ valid_lft.*//' |
    only -wE "$LINK|host0|cni0|10\.(244|96)(\.[0-9]+)+" >"$1/network"
  { nft list ruleset 2>/dev/null && { ! type -t iptables-legacy-save || iptables-legacy-save; }; } |
    only -iE 'kube|cni|10\.(244|96)\.' >"$1/rules"
  sysctl -e "${SYSCTLS[@]}" net.ipv4.{ip_forward,conf.all.route_localnet} net.bridge.bridge-nf-call-iptables \
    >"$1/sysctls"
  folders /etc /opt /run /usr/libexec /var/{lib,log} -maxdepth 2 |
    only -E -e '/(cni|containerd|kubernetes|kubelet|kube-proxy|etcd|coredns|nri|netns|hotspotter)(/|$)' \
      -e '/log/(containers|pods)(/|$)' >"$1/folders"
)
folders() { { find "$@" -type d 2>/dev/null || true; } | sort; } # some may vanish meanwhile
only() { grep "$@" || (($? == 1)); } # no match is no failure

machine_is_as_before() {
  machine "$BATS_TEST_TMPDIR"
  diff -r "$BATS_FILE_TMPDIR/before" "$BATS_TEST_TMPDIR"
}

starts_cluster() {
  "$HERE/up.sh" 3>&- # bats would wait for who has it
  find_node
  note_namespaces
  printf '%s\n' "${namespaces[@]}" >"$BATS_FILE_TMPDIR/namespaces"
}

# Sets processes to the folders of the cluster's processes; fails if the cluster never started.
find_processes() {
  mapfile -t namespaces <"$BATS_FILE_TMPDIR/namespaces"
  ((${#namespaces[@]} == 3))
  mapfile -t processes < <(inhabitants)
  printf '%s\n' "the cluster has ${#processes[@]} processes" "${processes[@]}"
}

in_client() { kubectl exec -n $NAMESPACE client -- "$@"; }
field() { kubectl get -n $NAMESPACE "$1" "$2" -o "jsonpath={$3}"; }
says() { # text, command; ignores the command's exit code
  local text=$1 said
  shift
  said=$("$@" 2>&1) || true
  echo "$said"
  [[ $said == *"$text"* ]]
}
# For what needs a moment, such as kube-proxy's notice of a ready pod.
soon() { for ((i = 0; i < 150; i++)); do "$@" && return || sleep 0.2; done && return 1; }

@test "up.sh starts the cluster" {
  starts_cluster
}

@test "a second up.sh changes nothing, quickly" {
  local start=$SECONDS
  "$HERE/up.sh" 3>&-
  ((SECONDS - start < 5))
}

@test "a JVM, a client and a claim start in a restricted namespace" {
  kubectl apply -f "$HERE/testdata/workload.yaml"
  kubectl wait -n $NAMESPACE --for=condition=Ready pod --all --timeout=180s
}

@test "the claim is bound to a volume that any user can write" {
  in_client touch /data/written
}

@test "a pod reaches a Service by its name" {
  soon says files in_client timeout 5 wget -qO- http://web/nsswitch.conf
}

@test "this machine reaches a pod" {
  says files curl -sf "http://$(field pod web .status.podIP):8000/nsswitch.conf"
}

@test "this machine reaches a Service" {
  soon says files curl -sf "http://$(field service web .spec.clusterIP)/nsswitch.conf"
}

@test "a pod does not reach beyond this machine" {
  says unreachable in_client timeout 5 wget -qO- http://192.0.2.1/
}

@test "the kubelet reports the users of containers" {
  says 65532 field pod web '.status.containerStatuses[0].user.linux.uid'
}

cpu_metrics() {
  kubectl get --raw "/api/v1/nodes/$NODE/proxy/metrics/cadvisor" | grep '^container_cpu_usage_seconds_total'
}

@test "the kubelet tells how much CPU a pod takes" {
  soon says "namespace=\"$NAMESPACE\",pod=\"web\"" cpu_metrics
}

@test "an ephemeral container sees the JVM's memory map and file system" {
  kubectl patch pod web -n $NAMESPACE --subresource=ephemeralcontainers --patch-file "$HERE/testdata/ephemeral.yaml"
  kubectl wait pod web -n $NAMESPACE --timeout=120s \
    --for=jsonpath='{.status.ephemeralContainerStatuses[0].state.terminated.message}=libjvm.so'
}

pid_of() { # daemon
  local child
  find_node
  for child in $(<"/proc/$node_pid/task/$node_pid/children"); do
    [[ ! /proc/$child/exe -ef $BIN/$1 ]] || echo "$child"
  done
}
is_another() { # pid, daemon
  local now
  now=$(pid_of "$2")
  [[ -n $now && $now != "$1" ]]
}

@test "a daemon that ends is started again, and pods run on" {
  local daemon before started
  started=$(field pod web '.status.containerStatuses[0].state.running.startedAt')
  for daemon in kubelet containerd etcd kube-apiserver; do
    before=$(pid_of "$daemon")
    kill -KILL "$before"
    soon is_another "$before" "$daemon"
  done
  soon kubectl get --raw /readyz
  kubectl wait -n $NAMESPACE --for=condition=Ready pod/web --timeout=60s
  [[ $(field pod web '.status.containerStatuses[0].state.running.startedAt') == "$started" ]]
}

@test "restricted Pod Security is enforced" {
  run ! kubectl run privileged -n $NAMESPACE --image=localhost/base:12 --privileged
  [[ $output == *violates* ]]
}

@test "RBAC is enforced" {
  says no kubectl auth can-i list secrets --as="system:serviceaccount:$NAMESPACE:default"
}

@test "status.sh finds the cluster up" {
  "$HERE/status.sh"
}

# A node process in the machine's network namespace could listen there.
@test "no process of the cluster is in the network of this machine" {
  local here process
  here=$(readlink /proc/self/ns/net)
  find_processes
  ((${#processes[@]} > 8))
  for process in "${processes[@]}"; do
    [[ $(readlink "$process/net") != "$here" ]] || { echo "$process is there" && return 1; }
  done
}

@test "down.sh finds nothing left over" {
  "$HERE/down.sh"
}

@test "after down.sh no process of the cluster is left" {
  find_processes
  ((${#processes[@]} == 0))
}

@test "after down.sh the machine is as before" {
  machine_is_as_before
}

@test "up.sh starts it again" {
  starts_cluster
}

@test "down.sh cleans up after a node that was killed" {
  find_node
  kill -KILL "$node_pid"
  while [[ -e /proc/$node_pid ]]; do sleep 0.1; done
  "$HERE/down.sh"
}

@test "after a kill no process of the cluster is left" {
  find_processes
  ((${#processes[@]} == 0))
}

@test "after a kill the machine is as before" {
  machine_is_as_before
}

@test "down.sh does nothing when nothing runs" {
  "$HERE/down.sh"
}
