#!/usr/bin/env bash
# Shows whether the cluster runs, its daemons, pods and images. Exits with 1 if it is not ready.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/cluster.sh"

if ! find_node; then
  echo "down; start it with $HERE/up.sh"
  exit 1
fi
echo "up: export KUBECONFIG=$KUBECONFIG PATH=$BIN:\$PATH"
ps -o pid,etime,time,rss,comm --ppid "$node_pid"
echo
ready=$(kubectl get --raw /readyz 2>&1) || die "the API server is not ready: $ready; see $STATE/log/kube-apiserver.log"
kubectl get nodes -o wide
echo
kubectl get pods --all-namespaces
echo
ctr images ls 2>/dev/null | awk '$1 !~ /^sha256:/ { print $1, $4, $5 }' | column -t
