#!/usr/bin/env bash
# The demo from scratch: starts a local Kubernetes with Hotspotter and the demo workload, profiles it, shows the answer.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../operator/local-cluster/cluster.sh"
. "$REPO/docs/demo/steps.sh"

FORWARD=$RUN/port-forward.pid
TOOLS=(versitygw helm etcd kube-apiserver kubectl containerd containerd-shim-runc-v2 ctr runc coredns kubelet
  kube-controller-manager kube-scheduler kube-proxy)

set_up() {
  step "packages and toolchains"
  "$HERE/setup.sh"
  step "tools (built from source once, about 15 minutes on 2 cores; then cached in $CACHE)"
  "$HERE/tools.sh" "${TOOLS[@]}"
  step "Hotspotter and the demo workload"
  "$HERE/build.sh"
  "$HERE/images.sh"
  step "Kubernetes on this machine"
  "$HERE/up.sh"
}

install() {
  step "helm upgrade --install hotspotter charts/hotspotter -n hotspotter --create-namespace"
  helm upgrade --install hotspotter "$REPO/charts/hotspotter" \
    -n hotspotter --create-namespace --wait --timeout 6m >"$CACHE/log/helm.log" 2>&1 ||
    die "the installation failed: $(tail -3 "$CACHE/log/helm.log"); look at kubectl -n hotspotter get pods"
  renew operator hotspotter app.kubernetes.io/component=operator
  renew versitygw hotspotter app.kubernetes.io/component=store
  kubectl -n hotspotter rollout status deployment hotspotter --timeout=5m ||
    die "the operator does not become ready; see kubectl -n hotspotter describe pods, and logs deployment/hotspotter"
  step "demo workload"
  kubectl apply -f "$DEMO/demo.yaml"
  renew demo demo 'app in (notifier, notifier-load)'
  kubectl -n demo rollout status deployment/notifier deployment/notifier-load --timeout=5m ||
    die "the demo workload does not become ready; look at kubectl -n demo describe pods"
  wait_for_load
}

# Builds keep an image's name, so pods that are older than the last import of their image are replaced.
renew() { # image, namespace, label of the pods
  local created
  created=$(kubectl -n "$2" get pods -l "$3" -o json |
    TZ=UTC jq '[.items[].metadata | select(.deletionTimestamp == null).creationTimestamp | fromdate]
      | min // now | floor') # in other zones, jq 1.6 adds an hour in summer
  ((created >= $(stat -c %Y "$STATE/containerd/imported/$1"))) || kubectl -n "$2" delete pods -l "$3"
}

[[ -z ${1:-} ]] || die "usage: run.sh"
as_root "the demo"
trap stop_watching EXIT
set_up
install
end_helper "$FORWARD" # it may lead to a pod that is no more
forward
profile
collect
show
cat <<TXT

The cluster stays up: export KUBECONFIG=$KUBECONFIG PATH=$BIN:\$PATH
'make down' takes it all away.
TXT
