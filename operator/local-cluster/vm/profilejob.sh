#!/usr/bin/env bash
# In the virtual machine: starts the local cluster, installs the chart, profiles a pod with a memory limit.
set -euo pipefail
export HOTSPOTTER_CACHE=/state/cache PATIENCE=10
. "$(dirname "${BASH_SOURCE[0]}")/../env.sh"

say() { echo "▸ $(cut -d. -f1 /proc/uptime) s: $*"; }

# Prints what a person would look at first.
finish() {
  local code=$?
  ((code == 0)) || kubectl get pods,profilejobs --all-namespaces -o wide || true
  ((code == 0)) || kubectl -n hotspotter logs deployment/hotspotter --tail=20 || true
  cp "$STATE"/log/*.log /vm/ 2>/dev/null || true
  exit "$code"
}
trap finish EXIT

# An emulated machine takes minutes for a step; this shows that it goes on.
watch() {
  while sleep 60; do
    say "$(kubectl get pods --all-namespaces --no-headers 2>&1 | awk '{ print $2, $3, $4 }' | paste -sd ';')"
  done
}

say "cgroups: $(stat -fc %T /sys/fs/cgroup), $(cat /sys/fs/cgroup/cgroup.controllers)"
"$HERE/up.sh"
say "the cluster is up"
watch &
# The operator's JVM takes minutes to start.
cp -r "$REPO/charts/hotspotter" /state/chart
sed -i 's/failureThreshold: 120/failureThreshold: 1200/' /state/chart/templates/deployment.yaml
helm install hotspotter /state/chart -n hotspotter --create-namespace
kubectl -n hotspotter rollout status deployment/hotspotter --timeout=30m
say "the operator is ready"
# shellcheck disable=SC2016 # a variable of the pod's shell
sed -e 's/metadata: {}/metadata: {name: burner, labels: {app: burner}}/' \
  -e 's#exec $JAVA#exec /opt/java/25/bin/java -Xmx32m -XX:+UseSerialGC -cp /opt/burner#' \
  -e 's/imagePullPolicy: IfNotPresent/resources: {limits: {memory: 256Mi, cpu: "1"}}/' \
  "$REPO/operator/src/test/resources/e2e/burner-pod.yaml" | kubectl apply -f -
kubectl wait pod/burner --for=condition=Ready --timeout=10m
kubectl apply -f - <<'Y'
apiVersion: hotspotter.dev/v1alpha1
kind: ProfileJob
metadata: {name: burner}
spec:
  activeDeadlineSeconds: 1800
  target: {selector: {matchLabels: {app: burner}}}
  recording: {duration: 10s, events: [{type: cpu, interval: 1ms}, {type: alloc}]}
Y
kubectl wait profilejob/burner --for=condition=Finished --timeout=30m
say "the job has ended"
kubectl get profilejob burner -o jsonpath='{.status}' | jq .
kubectl get pod burner -o jsonpath='{.status.ephemeralContainerStatuses[0].state.terminated.message}' | jq .
uid=$(kubectl get pod burner -o jsonpath='{.metadata.uid}')
echo "memory.max of the target's containers: $(cat "/sys/fs/cgroup/kubepods"*/*/"pod$uid"/*/memory.max | xargs)"
uid=$(kubectl -n hotspotter get pods -l app.kubernetes.io/name=hotspotter -o jsonpath='{.items[0].metadata.uid}')
echo "memory.oom.group of the operator's: $(cat "/sys/fs/cgroup/kubepods"*/*/"pod$uid"/*/memory.oom.group | xargs)"
[[ $(kubectl get profilejob burner -o jsonpath='{.status.phase} {.status.hottest.frame}') == "Succeeded Burner.burn" ]]
[[ $(kubectl get pod burner -o jsonpath='{.status.containerStatuses[0].restartCount}') == 0 ]]
"$HERE/down.sh"
