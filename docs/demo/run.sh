#!/usr/bin/env bash
# The main job from nothing: sets up a local Kubernetes with Hotspotter and the demo workload, profiles it, shows the answer.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../operator/local-cluster/env.sh"

OUT=$REPO/build/demo
DEMO=$REPO/docs/demo
TOOLS=(versitygw helm etcd kube-apiserver kubectl containerd containerd-shim-runc-v2 ctr runc coredns kubelet kube-controller-manager kube-scheduler kube-proxy)
PATIENCE=300 # seconds for the job, besides its recording
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
  helm upgrade --install hotspotter "$REPO/charts/hotspotter" -n hotspotter --create-namespace --wait --timeout 6m >"$CACHE/log/helm.log" 2>&1 ||
    die "the installation failed: $(tail -3 "$CACHE/log/helm.log"); look at kubectl -n hotspotter get pods"
  renew hotspotter
  kubectl -n hotspotter rollout status deployment hotspotter --timeout=5m ||
    die "the operator does not become ready; look at kubectl -n hotspotter describe pods and kubectl -n hotspotter logs deployment/hotspotter"
  step "demo workload"
  kubectl apply -f "$DEMO/demo.yaml"
  renew demo
  kubectl -n demo rollout status deployment/notifier deployment/notifier-load --timeout=5m ||
    die "the demo workload does not become ready; look at kubectl -n demo describe pods"
  wait_for_load
}

# The image that each name stands for now, as a JSON object; containerd's CRI has a second reference to each, its id.
builds() {
  ctr images ls | awk 'NR > 1 { if ($1 ~ /^sha256:/) id[$3] = $1; else digest[$1] = $3 }
    END { for (name in digest) if (digest[name] in id) print name, id[digest[name]] }' | jq -Rn '[inputs / " " | {(.[0]): .[1]}] | add'
}

# An image keeps its name over builds: pods that run an older build make way for new ones.
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

# Prints name and address of the newest pod that is not about to end.
newest_pod() { # namespace, label
  kubectl -n "$1" get pods -l "$2" -o json |
    jq -r '[.items[] | select(.metadata.deletionTimestamp == null)] | max_by(.metadata.creationTimestamp) | "\(.metadata.name) \(.status.podIP)"'
}

# A freshly started JVM would mostly show its own start-up.
wait_for_load() {
  local ip
  read -r _ ip < <(newest_pod demo app=notifier)
  for ((i = 0; i < 60; i++)); do
    [[ $(curl -sf "http://$ip:8080/stats" | jq -r '.uptimeSeconds // 0 | floor' 2>/dev/null || echo 0) -lt 15 ]] || return 0
    sleep 0.5
  done
  die "the demo workload is not under load; look at kubectl -n demo logs deployment/notifier-load"
}

# Always anew: one that an earlier run made may lead to a pod that is no more.
forward() {
  local pod pidfile=$RUN/port-forward.pid
  end_helper "$pidfile"
  read -r pod _ < <(newest_pod hotspotter app.kubernetes.io/component=operator)
  # Without the descriptors of whoever called: it outlives them, and would hold their locks and pipes.
  (for fd in /proc/self/fd/*; do ((${fd##*/} <= 2)) || eval "exec ${fd##*/}>&-"; done
    exec setsid kubectl -n hotspotter port-forward "$pod" 8080 </dev/null >"$STATE/log/port-forward.log" 2>&1) &
  echo $! >"$pidfile"
  for ((i = 0; i < 100; i++)); do
    kill -0 "$!" 2>/dev/null || break # what answers then is not ours
    ! curl -sfo /dev/null "$WEB/" || return 0
    sleep 0.1
  done
  die "the pages cannot be reached at $WEB: $(tail -1 "$STATE/log/port-forward.log"); 'ss -ltnp sport = :8080' shows who else listens there"
}

# Writes a line whenever the job changes. With no other program between, its pid is kubectl's: it would outlive this script
# and hold the standard error of whoever waits for its end.
watch_job() {
  exec {watch}< <(exec kubectl -n demo get profilejob notifier-cpu --watch </dev/null 2>"$CACHE/log/watch.log" \
    -o jsonpath='{.status.phase}|{.status.recordings[*].phase}|{.status.flameGraph}{"\n"}')
  watcher=$!
}

stop_watching() { [[ -z ${watcher:-} ]] || kill "$watcher" 2>/dev/null || true; }

# Follows the job until it ends; sets linked to the instant at which the flame graph's link answered.
follow() {
  local line phase='' recording='' graph='' began=$SECONDS limit=$((PATIENCE + $1))
  linked=
  trap stop_watching EXIT
  watch_job
  while ((SECONDS - began < limit)); do
    if read -r -t 1 -u "$watch" line; then
      IFS='|' read -r phase recording graph <<<"$line"
    elif (($? <= 128)); then # not the time limit
      die "kubectl no longer watches the job: $(tail -1 "$CACHE/log/watch.log")"
    fi
    if [[ -z $linked && $graph == http* ]] && curl -sfo /dev/null "$graph"; then linked=$(now); fi
    printf '\r  %-10s %-12s %3d s of %d s' "${phase:-Pending}" "$recording" $((SECONDS - began)) "$1"
    [[ $phase != Succeeded && $phase != Failed ]] || break
  done
  echo
  stop_watching
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
  local report folder
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

The cluster stays up: export KUBECONFIG=$KUBECONFIG PATH=$BIN:\$PATH
'make down' takes it all away.
TXT
}

[[ -z ${1:-} ]] || die "usage: run.sh"
as_root "the demo"
set_up
install
forward
profile
collect
show
