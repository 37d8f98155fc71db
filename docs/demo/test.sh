#!/usr/bin/env bash
# Tests `make demo` on a fresh local cluster: it ends and leaves no waiting process, and a second run uses newer builds.
# Takes the cluster down at its end.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../operator/local-cluster/cluster.sh"
. "$HERE/checks.sh"

REBUILT=(operator demo)

finish() {
  # Makes the next cluster import the original builds again.
  rm -f "${REBUILT[@]/#/$STATE/containerd/imported/}"
  "$HERE/down.sh"
  rm -r "$work"
}

# Like: make demo 2>&1 | tee log. The reader ends only when no process holds the pipe.
demo_through_a_pipe() { timeout 900 bash -o pipefail -c "'$REPO/docs/demo/run.sh' 2>&1 | cat"; }

nobody_watches() {
  local file
  while read -r file; do
    [[ $(readlink "${file%cmdline}exe") != "$(realpath "$BIN/kubectl")" ]] || { xargs -0 <"$file" && return 1; }
  done < <(grep -lz notifier-cpu /proc/[0-9]*/cmdline 2>/dev/null)
}

link_answers() {
  curl -sSf -o /dev/null "$(kubectl -n demo get profilejob notifier-cpu -o 'jsonpath={.status.flameGraph}')"
}

# Imports an image that differs by a label, under the same name.
rebuild() { # image
  local image=$work/$1 config sum
  mkdir "$image"
  tar -xf "$IMAGES/$1.tar" -C "$image"
  config=$(jq -r '.[0].Config' "$image/manifest.json")
  jq -c '.config.Labels.rebuilt = "yes"' "$image/$config" >"$work/config"
  sum=$(sha256sum <"$work/config" | cut -d' ' -f1)
  mv "$work/config" "$image/$sum.json"
  jq -c --arg config "$sum.json" '.[0].Config = $config' "$image/manifest.json" >"$work/manifest"
  mv "$work/manifest" "$image/manifest.json"
  tar -cf "$image.tar" -C "$image" .
  ctr images import "$image.tar"
  echo "sha256:$sum" >"$image.id"
}

runs_rebuilt() { # image, namespace, label
  local ids
  ids=$(kubectl -n "$2" get pods -l "$3" -o 'jsonpath={.items[*].status.containerStatuses[*].imageID}')
  echo "runs $ids, but the new build is $(<"$work/$1.id")"
  [[ $ids == "$(<"$work/$1.id")" ]]
}

# What make says about a cluster that somebody names.
refuses() { # words, arguments of make
  local words=$1
  shift
  ! make -s --no-print-directory -C "$REPO" demo "$@" 2>"$work/refusal" || return 1
  cat "$work/refusal"
  grep -q "$words" "$work/refusal"
}

announce_takeover
trap finish EXIT
check "make demo on a cluster asks for a registry" refuses "no registry is named" CONTEXT=nobody
check "make demo on a cluster knows its context" \
  refuses "there is no such context" CONTEXT=nobody REGISTRY=localhost/nobody
"$HERE/down.sh"
check "make demo ends for who reads it through a pipe" demo_through_a_pipe
check "nobody watches the job any more" nobody_watches
check "its link answers" link_answers
for image in "${REBUILT[@]}"; do check "there is a new build of the image $image" rebuild "$image"; done
check "make demo again" demo_through_a_pipe
check "the operator is the new build" runs_rebuilt operator hotspotter app.kubernetes.io/component=operator
check "the notifier is the new build" runs_rebuilt demo demo app=notifier
check "its clients are the new build" runs_rebuilt demo demo app=notifier-load
check "the new link answers" link_answers
verdict
