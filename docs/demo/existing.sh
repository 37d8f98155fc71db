#!/usr/bin/env bash
# The demo on a cluster that is there already: builds the images, pushes them to a registry, installs Hotspotter and the
# demo workload, profiles it, shows the answer. Needs no root.
# usage: existing.sh <registry>     for example registry.example.com/team; KUBECONFIG and CONTEXT name the cluster,
#                                   BUILDER the program that builds images (docker, podman or buildah)
set -euo pipefail
cluster=${KUBECONFIG:-$HOME/.kube/config} context=${CONTEXT:-} java=${JAVA_HOME:-}
. "$(dirname "${BASH_SOURCE[0]}")/../../operator/local-cluster/env.sh"
. "$REPO/docs/demo/steps.sh"

REGISTRY=${1:-}
FORWARD=$OUT/port-forward.pid
TAG=demo-$(date -u +%Y%m%d%H%M%S) # always another, so that pods of an earlier demo make way

# The first of these programs that there is.
builder() {
  local program
  for program in ${BUILDER:-docker podman buildah}; do
    ! type "$program" >/dev/null 2>&1 || { echo "$program" && return; }
  done
}

check_programs() {
  local program
  [[ -n $REGISTRY ]] ||
    die "no registry is named; add one that the cluster pulls from: make demo CONTEXT=… REGISTRY=example.com/team"
  for program in mvn go kubectl helm jq curl; do
    type "$program" >/dev/null 2>&1 || die "$program is missing; install it"
  done
  export JAVA_HOME=${JAVA_HOME:-$java}
  [[ $("${JAVA_HOME:-/usr}/bin/java" -version 2>&1) == *'"25'* ]] ||
    die "JAVA_HOME names no JDK 25; install one and set JAVA_HOME"
  [[ -n $(builder) ]] || die "there is neither docker nor podman nor buildah; install one, or set BUILDER"
}

# A kubeconfig of this cluster alone: nothing below can reach another one.
choose_cluster() {
  KUBECONFIG=$(mktemp)
  export KUBECONFIG
  trap 'stop_watching; rm -f "$KUBECONFIG"' EXIT
  kubectl --kubeconfig "$cluster" ${context:+--context "$context"} config view --raw --minify --flatten \
    >"$KUBECONFIG" ||
    die "there is no such context in $cluster; look at kubectl config get-contexts"
  kubectl get --raw /readyz >/dev/null || die "the cluster does not answer; look at kubectl cluster-info"
  step "cluster $(kubectl config view -o 'jsonpath={.clusters[0].cluster.server}')," \
    "context $(kubectl config current-context)"
}

# usage: push <name> <Containerfile> <build context>
push() {
  local image=$REGISTRY/$1:$TAG
  step "$image"
  "$(builder)" build -f "$2" -t "$image" "$3" >"$CACHE/log/image-$1.log" 2>&1 ||
    die "$image did not build: $(tail -3 "$CACHE/log/image-$1.log")"
  "$(builder)" push "$image" >"$CACHE/log/push-$1.log" 2>&1 ||
    die "$image cannot be pushed: $(tail -3 "$CACHE/log/push-$1.log"); log in to the registry"
}

install() {
  step "helm upgrade --install hotspotter charts/hotspotter -n hotspotter --create-namespace"
  helm upgrade --install hotspotter "$REPO/charts/hotspotter" -n hotspotter --create-namespace --wait --timeout 6m \
    --set "image.repository=$REGISTRY/operator,image.tag=$TAG" \
    --set "sidecar.image.repository=$REGISTRY/sidecar,sidecar.image.tag=$TAG" \
    >"$CACHE/log/helm.log" 2>&1 ||
    die "the installation failed: $(tail -3 "$CACHE/log/helm.log"); look at kubectl -n hotspotter get pods"
  step "demo workload"
  sed "s|image: localhost/hotspotter-demo:.*|image: $REGISTRY/demo:$TAG|" "$DEMO/demo.yaml" | kubectl apply -f -
  kubectl -n demo rollout status deployment/notifier deployment/notifier-load --timeout=5m ||
    die "the demo workload does not become ready; look at kubectl -n demo describe pods"
  wait_for_load
}

# Its pid may be another process's by now.
end_earlier_forward() {
  [[ ! -e $FORWARD || $(ps -o args= -p "$(<"$FORWARD")") != *port-forward* ]] || kill "$(<"$FORWARD")"
}

mkdir -p "$CACHE/log" "$OUT"
check_programs
choose_cluster
step "Hotspotter and the demo workload"
"$HERE/build.sh"
push operator "$REPO/operator/Containerfile" "$REPO/operator"
push sidecar "$REPO/sidecar/Containerfile" "$REPO/build/sidecar"
push demo "$DEMO/Containerfile" "$DEMO"
install
end_earlier_forward
forward
profile
collect
show
cat <<TXT

The pages are at $WEB until you end the port-forward: kill $(<"$FORWARD")
To remove all:
  kubectl delete namespace demo; helm uninstall hotspotter -n hotspotter; kubectl delete namespace hotspotter
TXT
