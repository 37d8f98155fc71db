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
  renew hotspotter
  kubectl -n hotspotter rollout status deployment hotspotter --timeout=5m ||
    die "the operator does not become ready; see kubectl -n hotspotter describe pods, and logs deployment/hotspotter"
  step "demo workload"
  kubectl apply -f "$DEMO/demo.yaml"
  renew demo
  kubectl -n demo rollout status deployment/notifier deployment/notifier-load --timeout=5m ||
    die "the demo workload does not become ready; look at kubectl -n demo describe pods"
  wait_for_load
}

# The current image of each name, as a JSON object. containerd's CRI has a second reference to each image, its id.
builds() {
  ctr images ls | awk 'NR > 1 { if ($1 ~ /^sha256:/) id[$3] = $1; else digest[$1] = $3 }
    END { for (name in digest) if (digest[name] in id) print name, id[digest[name]] }' |
    jq -Rn '[inputs / " " | {(.[0]): .[1]}] | add'
}

# Builds keep an image's name, so pods of an older build must be replaced.
renew() { # namespace
  local pods known
  known=$(builds)
  mapfile -t pods < <(kubectl -n "$1" get pods -o json | jq -r --argjson builds "$known" '.items[] | . as $pod
    | select(any(.status.containerStatuses[]?; . as $status
      | ($pod.spec.containers[] | select(.name == $status.name) | $builds[.image]) as $build
      | $build and .imageID != "" and .imageID != $build))
    | .metadata.name')
  ((${#pods[@]} == 0)) || kubectl -n "$1" delete pods "${pods[@]}"
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
