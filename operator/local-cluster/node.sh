#!/usr/bin/env bash
# The node: the first process of the cluster's own process, mount and network namespaces, started by up.sh.
# When it is killed, the kernel ends every process, mount, interface and network rule of the cluster with it.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/cluster.sh"

# Closes the caller's descriptors, such as a lock: the node must not keep them open.
for file in /proc/self/fd/*; do
  descriptor=${file##*/}
  ((descriptor < 3 || descriptor == 255)) || exec {descriptor}>&- # 255 is bash's own: this script
done

# /proc is still the machine's, so this is the pid in its PID namespace.
read -r pid _ </proc/self/stat
echo "$pid $(started_at "$pid")" >"$RUN/node"

own_file_system() {
  # Container tools need certain /run and /var paths; theirs are private to the node and end with it. Only
  # /run/hotspotter is shared with the machine; its folders state, bin and config have fixed names.
  mount --bind "$RUN" "$STATE/run"
  mount -t tmpfs -o mode=755 tmpfs /run
  mkdir "$RUN"
  mount --bind "$STATE/run" "$RUN"
  mkdir -p "$RUN"/{state,bin,config}
  mount --bind "$BIN" "$RUN/bin"
  mount --bind "$HERE/config" "$RUN/config"
  mount --bind "$STATE" "$RUN/state"
  mount --bind "$RUN/state/var" /var
  mount -t proc proc /proc
  mount --make-rshared / # containerd and the kubelet pass mounts on to containers
}

own_network() {
  ip link set lo up
  ip link add cni0 type bridge
  ip addr add "$NODE_IP/24" dev cni0
  ip link set cni0 up
  until ip link set host0 master cni0 up 2>/dev/null; do sleep 0.05; done # up.sh plugs the other end in
  sysctl -qw net.ipv4.ip_forward=1 net.bridge.bridge-nf-call-iptables=1
}

daemon() { # name, arguments
  local name=$1
  shift
  "$name" "$@" </dev/null >>"$LOG/$name.log" 2>&1 &
  names[$!]=$name
}

start() { # name
  local pki=$RUN/state/pki kubeconfigs=$RUN/state/kubeconfigs
  case $1 in
    # All that etcd holds is thrown away at the end: no need to wait for the disk.
    etcd) daemon etcd --data-dir /var/lib/etcd --unsafe-no-fsync --log-level warn ;;
    containerd) daemon containerd --config "$RUN/config/containerd.toml" ;;
    kube-apiserver)
      daemon kube-apiserver --etcd-servers=http://127.0.0.1:2379 \
        --bind-address="$NODE_IP" --advertise-address="$NODE_IP" --service-cluster-ip-range="$SERVICE_CIDR" \
        --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged=true \
        --client-ca-file="$pki/ca.crt" \
        --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" \
        --kubelet-client-certificate="$pki/apiserver-kubelet-client.crt" \
        --kubelet-client-key="$pki/apiserver-kubelet-client.key" \
        --kubelet-certificate-authority="$pki/ca.crt" --kubelet-preferred-address-types=InternalIP \
        --service-account-key-file="$pki/service-account.pub" \
        --service-account-signing-key-file="$pki/service-account.key" \
        --service-account-issuer=https://kubernetes.default.svc.cluster.local \
        --requestheader-client-ca-file="$pki/front-proxy-ca.crt" --requestheader-allowed-names=front-proxy-client \
        --requestheader-extra-headers-prefix=X-Remote-Extra- --requestheader-group-headers=X-Remote-Group \
        --requestheader-username-headers=X-Remote-User \
        --proxy-client-cert-file="$pki/front-proxy-client.crt" --proxy-client-key-file="$pki/front-proxy-client.key"
      ;;
    kube-controller-manager)
      daemon kube-controller-manager --kubeconfig="$kubeconfigs/kube-controller-manager" \
        --authentication-kubeconfig="$kubeconfigs/kube-controller-manager" \
        --authorization-kubeconfig="$kubeconfigs/kube-controller-manager" --bind-address=127.0.0.1 \
        --leader-elect=false --use-service-account-credentials=true --root-ca-file="$pki/ca.crt" \
        --service-account-private-key-file="$pki/service-account.key" \
        --kube-api-qps=200 --kube-api-burst=400 --pvclaimbinder-sync-period=1s \
        --flex-volume-plugin-dir=/var/lib/kubelet/volumeplugins \
        --cluster-signing-cert-file="$pki/ca.crt" --cluster-signing-key-file="$pki/ca.key"
      ;;
    kube-scheduler)
      daemon kube-scheduler --kubeconfig="$kubeconfigs/kube-scheduler" \
        --authentication-kubeconfig="$kubeconfigs/kube-scheduler" \
        --authorization-kubeconfig="$kubeconfigs/kube-scheduler" --bind-address=127.0.0.1 --leader-elect=false
      ;;
    kubelet)
      daemon kubelet --config="$RUN/config/kubelet.yaml" --kubeconfig="$kubeconfigs/kubelet" \
        --hostname-override="$NODE" --node-ip="$NODE_IP" \
        --containerd="$CONTAINERD_SOCKET" # for cAdvisor, which would not know whose container a cgroup is
      ;;
    kube-proxy) daemon kube-proxy --config="$RUN/config/kube-proxy.yaml" ;;
    coredns) daemon coredns -conf "$RUN/config/Corefile" ;;
  esac
}

start_all() {
  local name
  for name in etcd containerd kube-apiserver; do start "$name"; done
  # The others give up, some for ten seconds, when the API server is not there yet.
  until kubectl get --raw /readyz >/dev/null 2>&1; do sleep 0.1; done
  for name in kube-controller-manager kube-scheduler kubelet kube-proxy coredns; do start "$name"; done
}

declare -A names
own_file_system
export KUBECONFIG=$RUN/state/kubeconfig PATH=$RUN/bin${KUBERNETES_BIN#"$BIN"}:$RUN/bin:$PATH
LOG=$RUN/state/log
own_network
start_all

# Stays for as long as the node lives, collects orphans, and starts daemons that end again, as systemd does. It looks at
# each, because `wait -n` misses a process that ends during another command.
while sleep 1; do
  for pid in "${!names[@]}"; do
    [[ ! -e /proc/$pid ]] || continue
    name=${names[$pid]} code=0
    wait "$pid" || code=$?
    unset "names[$pid]"
    echo "$(date -Is) $name ended with exit code $code"
    [[ -e $GOING_DOWN ]] || start "$name"
  done
done
