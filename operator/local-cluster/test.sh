#!/usr/bin/env bash
# Tests the local cluster: it works, it is isolated, and it leaves nothing on the machine.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/cluster.sh"
. "$HERE/packages.sh"
. "$HERE/checks.sh"

NAMESPACE=local-cluster-test
# Lists a cluster's possible traces on the machine, one file for each kind. It ignores other things, because others
# use the machine, too.
machine() {
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
}
folders() { { find "$@" -type d 2>/dev/null || true; } | sort; } # some may vanish meanwhile
only() { grep "$@" || (($? == 1)); } # no match is no failure

# Tests the search for a JDK: by its release file, not by its folder's name.
finds_the_jdk() {
  local found
  fake_jdk 11.0.25 jdk-11.0.25
  fake_jdk 25.0.1 a-25-without-compiler && rm "$work/jvm/a-25-without-compiler/bin/javac"
  fake_jdk 250.1 next
  [[ -z $(jdk 25 "$work/jvm") ]] || return 1
  fake_jdk 25.0.3 mine
  found=$(jdk 25 "$work/jvm") && [[ $found == "$work/jvm/mine" ]]
}
fake_jdk() { # version, folder
  mkdir -p "$work/jvm/$2/bin"
  printf 'IMPLEMENTOR="x"\nJAVA_VERSION="%s"\n' "$1" >"$work/jvm/$2/release"
  install -m 755 /dev/null "$work/jvm/$2/bin/javac"
  install -m 755 /dev/null "$work/jvm/$2/bin/jlink"
}

# dpkg still lists a removed package with its configuration.
knows_missing_packages() {
  local found
  mkdir -p "$work/dpkg/info"
  printf 'Package: %s\nStatus: %s\nVersion: 1\nArchitecture: all\nMaintainer: x\nDescription: x\n\n' \
    there 'install ok installed' held 'hold ok installed' removed 'deinstall ok config-files' >"$work/dpkg/status"
  found=$(DPKG_ADMINDIR=$work/dpkg missing_packages there held removed never | xargs)
  echo "missing: $found"
  [[ $found == "never removed" ]]
}

same() { diff "$work/before/$1" "$work/$2/$1"; }

no_inhabitants() { ! inhabitants | grep .; }

in_client() { kubectl exec -n $NAMESPACE client -- "$@"; }
field() { kubectl get -n $NAMESPACE "$1" "$2" -o "jsonpath={$3}"; }
says() { # text, command; ignores its exit code
  local text=$1
  shift
  { "$@" || true; } >"$work/said" 2>&1
  cat "$work/said"
  grep -qF -- "$text" "$work/said"
}
quick_second_up() { local start=$SECONDS && "$HERE/up.sh" && ((SECONDS - start < 5)); }

starts() {
  kubectl apply -f "$HERE/testdata/workload.yaml" &&
    kubectl wait -n $NAMESPACE --for=condition=Ready pod --all --timeout=180s
}

# An ephemeral container in the JVM's process namespace, with the same user, sees the JVM's memory map and file
# system.
ephemeral_container() {
  kubectl patch pod web -n $NAMESPACE --subresource=ephemeralcontainers --patch-file "$HERE/testdata/ephemeral.yaml"
  kubectl wait pod web -n $NAMESPACE --timeout=120s \
    --for=jsonpath='{.status.ephemeralContainerStatuses[0].state.terminated.message}=libjvm.so'
}

refuses_privileged() {
  ! kubectl run privileged -n $NAMESPACE --image=localhost/base:12 --privileged 2>"$work/said" &&
    grep violates "$work/said"
}

cpu_metrics() {
  kubectl get --raw "/api/v1/nodes/$NODE/proxy/metrics/cadvisor" | grep '^container_cpu_usage_seconds_total'
}

# A node process in the machine's network namespace could listen there.
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

# kube-proxy notices a ready pod within a second.
soon() { for ((i = 0; i < 150; i++)); do "$@" && return || sleep 0.2; done && return 1; }

while_up() {
  check "a second up.sh changes nothing, quickly" quick_second_up
  check "a JVM, a client and a claim start in a restricted namespace" starts
  check "the claim is bound to a volume that any user can write" in_client touch /data/written
  check "a pod reaches a Service by its name" soon says files in_client timeout 5 wget -qO- http://web/nsswitch.conf
  check "this machine reaches a pod" says files curl -sf "http://$(field pod web .status.podIP):8000/nsswitch.conf"
  check "this machine reaches a Service" soon says files \
    curl -sf "http://$(field service web .spec.clusterIP)/nsswitch.conf"
  check "a pod does not reach beyond this machine" says unreachable in_client timeout 5 wget -qO- http://192.0.2.1/
  check "the kubelet reports the users of containers" says 65532 \
    field pod web '.status.containerStatuses[0].user.linux.uid'
  check "the kubelet tells how much CPU a pod takes" soon says "namespace=\"$NAMESPACE\",pod=\"web\"" cpu_metrics
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

announce_takeover
check "the JDK is found by what it says of itself" finds_the_jdk
check "Debian packages that are not installed are found" knows_missing_packages
"$HERE/down.sh"
[[ -e /proc/sys/net/bridge ]] || modprobe br_netfilter # as up.sh does; modules stay loaded
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
verdict
