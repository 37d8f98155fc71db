#!/usr/bin/env bash
# Tests everything together: a fresh local cluster, the chart installed without values, the demo workload under load.
# Takes the cluster down at its end, unless KEEP_CLUSTER is set.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/local-cluster/cluster.sh"

finish() {
  local code=$?
  # What a person would look at first.
  ((code == 0)) || kubectl get pods,profilejobs --all-namespaces || true
  ((code == 0)) || kubectl -n hotspotter logs deployment/hotspotter --tail=40 || true
  [[ -n ${KEEP_CLUSTER:-} ]] || "$HERE/down.sh"
  exit "$code"
}

announce_takeover
trap finish EXIT
"$HERE/setup.sh" test
"$HERE/images.sh" matrix matrix-unstable matrix-musl
"$HERE/down.sh"
"$HERE/up.sh"
helm install hotspotter "$REPO/charts/hotspotter" -n hotspotter --create-namespace --wait --timeout 6m
kubectl apply -f "$REPO/docs/demo/demo.yaml"
kubectl -n demo rollout status deployment/notifier deployment/notifier-load --timeout=5m
mvn -B -ntp -f "$REPO/operator/pom.xml" -Pe2e verify -DskipUnitTests "$@"
