# The steps of the demo on any cluster: load, profile, collect, show. Sourced after env.sh, never run.
# shellcheck shell=bash

OUT=$REPO/build/demo
DEMO=$REPO/docs/demo
PATIENCE=300 # seconds for the job, besides its recording
WEB=http://localhost:8080

step() { printf '\n▸ %s\n' "$*"; }
now() { date +%s%N; }

# Prints the name of the newest pod that is not about to end.
newest_pod() { # namespace, label
  kubectl -n "$1" get pods -l "$2" -o json |
    jq -r '[.items[] | select(.metadata.deletionTimestamp == null)]
      | max_by(.metadata.creationTimestamp).metadata.name'
}

# A fresh JVM would mostly show its own start.
wait_for_load() {
  local pod uptime
  pod=$(newest_pod demo app=notifier)
  for ((i = 0; i < 60; i++)); do
    uptime=$(kubectl get --raw "/api/v1/namespaces/demo/pods/$pod:8080/proxy/stats" 2>/dev/null |
      jq -r '.uptimeSeconds // 0 | floor')
    [[ ${uptime:-0} -lt 15 ]] || return 0
    sleep 0.5
  done
  die "the demo workload is not under load; look at kubectl -n demo logs deployment/notifier-load"
}

# Leads to the operator's pages; its pid is in the file $FORWARD.
forward() {
  local pod log=$CACHE/log/port-forward.log
  pod=$(newest_pod hotspotter app.kubernetes.io/component=operator)
  # Without the descriptors of whoever called: it outlives them, and would hold their locks and pipes.
  (for fd in /proc/self/fd/*; do ((${fd##*/} <= 2)) || eval "exec ${fd##*/}>&-"; done
    exec setsid kubectl -n hotspotter port-forward "$pod" 8080 </dev/null >"$log" 2>&1) &
  echo $! >"$FORWARD"
  for ((i = 0; i < 100; i++)); do
    kill -0 "$!" 2>/dev/null || break # what answers then is not ours
    ! curl -sfo /dev/null "$WEB/" || return 0
    sleep 0.1
  done
  die "the pages cannot be reached at $WEB: $(tail -1 "$log"); 'ss -ltnp sport = :8080' shows who else listens there"
}

# Writes a line at each change of the job. exec makes the pid kubectl's, so that the script can end kubectl: otherwise
# it would outlive the script and hold the caller's standard error. The caller traps EXIT with stop_watching.
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
    die "the job did not succeed: $(jq -r '.status.conditions // []
      | (map(select(.type == "Failed")) + map(select(.type == "Finished")))[0]
      | "\(.reason): \(.message)"' <<<"$job"); see kubectl -n demo describe pfj notifier-cpu"
  [[ -n $linked ]] || die "the job succeeded, but its link $(jq -r .status.flameGraph <<<"$job") does not answer"
  seconds=$(jq -r --argjson nanos $((linked - applied)) '
    def ms: sub("(?<s>.*:\\d+)(?<f>\\.\\d+)?Z"; "\(.s)Z") as $whole
      | (capture("(?<f>\\.\\d+)Z").f // "0" | tonumber) + ($whole | fromdate);
    .status.recordings[0]
      | ($nanos / 1e9) - (if .endTime then (.endTime | ms) - (.startTime | ms) else 20 end)
      | . * 100 | round / 100' <<<"$job")
}

collect() {
  local report folder
  report=$(jq -r .status.report <<<"$job")
  mkdir -p "$OUT"
  folder=$(jq -r '.status.recordings[0] | "\(.pod)/\(.container)"' <<<"$job")
  recording=$report$folder/recording.jfr
  curl -sfo "$OUT/flamegraph.html" "$(jq -r .status.flameGraph <<<"$job")" || die "the flame graph cannot be downloaded"
  curl -sfo "$OUT/recording.jfr" "$recording" || die "the recording cannot be downloaded from $recording"
  curl -sfo "$OUT/report.json" "${report}merged/report.json" ||
    die "the report cannot be downloaded from ${report}merged/report.json"
  kubectl -n demo get profilejob notifier-cpu -o yaml >"$OUT/profilejob.yaml"
}

show() {
  echo
  kubectl -n demo get profilejob notifier-cpu
  cat <<TXT

  phase          $(jq -r .status.phase <<<"$job")
  hottest        $(jq -r '.status.hottest // empty | "\(.frame) \(.percent) %"' <<<"$job")
  report         $(jq -r .status.report <<<"$job")
  flame graph    $(jq -r .status.flameGraph <<<"$job")
  JFR            $recording
  apply → link   $seconds s, recording time taken off
  files          ${OUT#"$REPO"/}/{flamegraph.html,recording.jfr,report.json,profilejob.yaml}
TXT
}
