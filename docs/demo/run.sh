#!/usr/bin/env bash
# The main job from nothing: sets up a local Kubernetes with Hotspotter and the demo workload, profiles it, shows the answer.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../operator/local-cluster/env.sh"

OUT=$REPO/build/demo
DEMO=$REPO/docs/demo
TOOLS=(versitygw helm etcd kube-apiserver kubectl containerd containerd-shim-runc-v2 ctr runc coredns kubelet kube-controller-manager kube-scheduler kube-proxy)
PATIENCE=120 # seconds for the job, besides its recording
WEB=http://localhost:8080

step() { printf '\n▸ %s\n' "$*"; }
now() { date +%s%N; }

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
  helm upgrade --install hotspotter "$REPO/charts/hotspotter" -n hotspotter --create-namespace --wait --timeout 3m >"$CACHE/log/helm.log" 2>&1 ||
    die "the installation failed: $(tail -3 "$CACHE/log/helm.log"); look at kubectl -n hotspotter get pods"
  # The image keeps its tag over builds, so a new build needs a new pod.
  if [[ -f $RUN/operator-image ]] && ! cmp -s "$RUN/operator-image" "$IMAGES/operator.stamp"; then
    kubectl -n hotspotter rollout restart deployment hotspotter >/dev/null
  fi
  cp "$IMAGES/operator.stamp" "$RUN/operator-image"
  kubectl -n hotspotter rollout status deployment hotspotter --timeout=2m ||
    die "the operator does not become ready; look at kubectl -n hotspotter describe pods and kubectl -n hotspotter logs deployment/hotspotter"
  step "demo workload"
  kubectl apply -f "$DEMO/demo.yaml"
  kubectl -n demo rollout status deployment/notifier deployment/notifier-load --timeout=2m ||
    die "the demo workload does not become ready; look at kubectl -n demo describe pods"
  wait_for_load
}

# A freshly started JVM would mostly show its own start-up.
wait_for_load() {
  local pod ip
  pod=$(kubectl -n demo get pod -l app=notifier -o jsonpath='{.items[0].metadata.name}')
  ip=$(kubectl -n demo get pod "$pod" -o jsonpath='{.status.podIP}')
  for ((i = 0; i < 60; i++)); do
    [[ $(curl -sf "http://$ip:8080/stats" | jq -r '.uptimeSeconds // 0 | floor' 2>/dev/null || echo 0) -lt 15 ]] || return 0
    sleep 0.5
  done
  die "the demo workload is not under load; look at kubectl -n demo logs deployment/notifier-load"
}

forward() {
  local pidfile=$RUN/port-forward.pid
  if curl -sfo /dev/null "$WEB/"; then return; fi
  # Without the descriptors of whoever called: it outlives them, and would hold their locks and pipes.
  (for fd in /proc/self/fd/*; do ((${fd##*/} <= 2)) || eval "exec ${fd##*/}>&-"; done
    exec setsid kubectl -n hotspotter port-forward deployment/hotspotter 8080 </dev/null >"$STATE/log/port-forward.log" 2>&1) &
  echo $! >"$pidfile"
  for ((i = 0; i < 100; i++)); do
    curl -sfo /dev/null "$WEB/" && return
    sleep 0.1
  done
  die "the pages cannot be reached at $WEB: $(tail -1 "$STATE/log/port-forward.log")"
}

# Follows the job until it ends; sets linked to the instant at which the flame graph's link answered.
follow() {
  local line phase recording='' graph began=$SECONDS limit=$((PATIENCE + $1))
  linked=
  exec {watch}< <(kubectl -n demo get profilejob notifier-cpu --watch -o json | jq --unbuffered -r \
    '[.status.phase // "Pending", .status.recordings[0].phase // "-", .status.flameGraph // "-"] | @tsv')
  watcher=$!
  while ((SECONDS - began < limit)); do
    if read -r -t 1 -u "$watch" line; then
      IFS=$'\t' read -r phase recording graph <<<"$line"
      if [[ -z $linked && $graph == http* ]] && curl -sfo /dev/null "$graph"; then linked=$(now); fi
    fi
    printf '\r  %-10s %-12s %3d s of %d s' "${phase:-Pending}" "${recording:-}" $((SECONDS - began)) "$1"
    [[ ${phase:-} != Succeeded && ${phase:-} != Failed ]] || break
  done
  echo
  kill "$watcher" 2>/dev/null || true
}

profile() {
  local applied
  step "kubectl apply -f docs/demo/profilejob.yaml"
  kubectl delete -f "$DEMO/profilejob.yaml" --ignore-not-found >/dev/null
  applied=$(now)
  kubectl apply -f "$DEMO/profilejob.yaml"
  follow 20
  job=$(kubectl -n demo get profilejob notifier-cpu -o json)
  [[ $(jq -r .status.phase <<<"$job") == Succeeded ]] ||
    die "the job did not succeed: $(jq -r '.status.conditions[0] | "\(.reason): \(.message)"' <<<"$job"); see kubectl -n demo describe pj notifier-cpu"
  [[ -n $linked ]] || die "the job succeeded, but its link $(jq -r .status.flameGraph <<<"$job") does not answer"
  seconds=$(jq -r --argjson nanos $((linked - applied)) '
    def ms: sub("(?<s>.*:\\d+)(?<f>\\.\\d+)?Z"; "\(.s)Z") as $whole | (capture("(?<f>\\.\\d+)Z").f // "0" | tonumber) + ($whole | fromdate);
    .status.recordings[0] | ($nanos / 1e9) - (if .endTime then (.endTime | ms) - (.startTime | ms) else 20 end) | . * 100 | round / 100' <<<"$job")
}

collect() {
  local report folder file
  report=$(jq -r .status.report <<<"$job")
  mkdir -p "$OUT"
  folder=$(jq -r '.status.recordings[0] | "\(.pod)/\(.container)"' <<<"$job")
  recording=$report$folder/recording.jfr
  curl -sfo "$OUT/flamegraph.html" "$(jq -r .status.flameGraph <<<"$job")" || die "the flame graph cannot be downloaded"
  curl -sfo "$OUT/recording.jfr" "$recording" || die "the recording cannot be downloaded from $recording"
  curl -sfo "$OUT/report.json" "${report}merged/report.json" || die "the report cannot be downloaded from ${report}merged/report.json"
  kubectl -n demo get profilejob notifier-cpu -o yaml >"$OUT/profilejob.yaml"
}

show() {
  echo
  kubectl -n demo get profilejob notifier-cpu
  cat <<TXT

  phase          $(jq -r .status.phase <<<"$job")
  hottest        $(jq -r .status.hottest <<<"$job")
  report         $(jq -r .status.report <<<"$job")
  flame graph    $(jq -r .status.flameGraph <<<"$job")
  JFR            $recording
  apply → link   $seconds s, recording time taken off
  files          ${OUT#"$REPO"/}/{flamegraph.html,recording.jfr,report.json,profilejob.yaml}

The cluster stays up: export KUBECONFIG=$KUBECONFIG
'make down' takes it all away.
TXT
}

[[ -z ${1:-} ]] || die "usage: run.sh"
set_up
install
forward
profile
collect
show
