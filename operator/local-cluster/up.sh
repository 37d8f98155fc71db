#!/usr/bin/env bash
# Starts the local single-node Kubernetes and imports the built images. Skips finished steps.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/cluster.sh"

VOLUMES=20

check() {
  local tool
  for tool in "$BIN"/{etcd,containerd,containerd-shim-runc-v2,runc,ctr,coredns} \
    "$KUBERNETES_BIN"/{kube-apiserver,kube-controller-manager,kube-scheduler,kubelet,kube-proxy,kubectl}; do
    [[ -x $tool ]] || die "$tool is missing; run $HERE/tools.sh"
  done
  [[ -x /usr/lib/cni/bridge && -x /usr/sbin/nft ]] || die "Debian packages are missing; run $HERE/setup.sh"
  [[ -f $IMAGES/pause.tar ]] || die "$IMAGES/pause.tar is missing; run $HERE/images.sh pause"
  [[ -e /proc/sys/net/bridge ]] || modprobe br_netfilter ||
    die "the kernel has no br_netfilter module, which Services need"
  [[ -z $(find /sys/fs/cgroup -maxdepth 2 -name kubepods) ]] ||
    die "cgroups named kubepods exist: another kubelet runs on this machine, or was killed; run $HERE/down.sh"
}

prepare() {
  rm -rf "${STATE:?}"/{var,volumes,log,static}
  mkdir -p "$RUN" "$STATE"/{log,run,static,volumes} "$STATE"/var/{lib,log,tmp}
  ln -s /run "$STATE/var/run"
  # Without the mark of down.sh, containerd still has the containers of a killed cluster.
  [[ -f $STATE/containerd/clean ]] || rm -rf "$STATE/containerd"
  mkdir -p "$STATE/containerd/imported"
  rm -f "$STATE/containerd/clean"
  for ((n = 1; n <= VOLUMES; n++)); do install -d -m 777 "$STATE/volumes/$n"; done
  "$HERE/pki.sh"
  [[ -f $RUN/sysctls ]] || sysctl "${SYSCTLS[@]}" >"$RUN/sysctls" # keeps the first values after an interrupted start
}

start_node() {
  setsid unshare --mount --net --pid --fork --kill-child "$HERE/node.sh" </dev/null \
    >"$STATE/log/node.log" 2>&1 {lock}>&- &
  wait_for 60 "the node's first process" find_node
  find_node
  ip link add "$LINK" type veth peer name host0 netns "$node_pid"
  ip addr add "$HOST_IP/24" dev "$LINK"
  ip link set "$LINK" up
  ip route add "$SERVICE_CIDR" via "$NODE_IP" dev "$LINK"
}

# The StorageClass has no provisioner, because that would be a download: claims bind to these volumes.
volumes() {
  local n
  for ((n = 1; n <= VOLUMES; n++)); do
    cat <<Y
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: local-$n}
spec:
  storageClassName: local
  capacity: {storage: 20Gi}
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Retain
  hostPath: {path: $RUN/state/volumes/$n, type: Directory}
Y
  done
}

apply_base() {
  { cat "$HERE/config/base.yaml" && volumes; } | kubectl apply --server-side --field-manager=local-cluster -f -
}

# Waits until a command succeeds, and prints the time since the start.
wait_for() { # seconds, subject, command
  local limit=$(($1 * ${PATIENCE:-1})) what=$2 end # an emulated machine needs more patience
  end=$(($(date +%s) + limit))
  shift 2
  until "$@" >/dev/null 2>&1; do
    (($(date +%s) < end)) ||
      die "$what: not within $limit s; see the logs in $STATE/log, then start over with $HERE/down.sh"
    sleep 0.1
  done
  progress "$what"
}
progress() { printf '%5s s  %s\n' "$(seconds_since "$T0")" "$1"; }

as_root "the cluster"
only_one cluster
T0=$(date +%s%N)
if ! find_node; then
  check
  prepare
  start_node
fi
wait_for 120 "containerd" ctr version
"$HERE/import.sh"
wait_for 300 "API server" kubectl get --raw /readyz
wait_for 120 "roles, storage class and volumes" apply_base
wait_for 240 "node ready" kubectl wait --for=condition=Ready "node/$NODE" --timeout=10s
wait_for 240 "service accounts" kubectl get serviceaccount default -n default
wait_for 240 "DNS" curl -sf "http://$NODE_IP:8181/ready"
progress "the cluster is up: export KUBECONFIG=$KUBECONFIG PATH=$BIN:\$PATH"
