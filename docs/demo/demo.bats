#!/usr/bin/env bats
# Tests `make demo` on a fresh local cluster: it ends and leaves no waiting process, and a second run uses newer builds.
# The tests build on each other, and take the cluster down at their end.

REBUILT=(operator demo)

setup_file() {
  setup
  announce_takeover | sed 's/^/# /' >&3
  "$HERE/down.sh"
}

teardown_file() {
  setup
  # Makes the next cluster import the original builds again.
  rm -f "${REBUILT[@]/#/$STATE/containerd/imported/}"
  "$HERE/down.sh"
}

setup() { . "$BATS_TEST_DIRNAME/../../operator/local-cluster/cluster.sh"; }

# Like: make demo 2>&1 | tee log. The reader ends only when no process holds the pipe.
demo_through_a_pipe() { timeout 900 bash -o pipefail -c "'$REPO/docs/demo/run.sh' 2>&1 | cat" 3>&-; }

link_answers() {
  curl -sSf -o /dev/null "$(kubectl -n demo get profilejob notifier-cpu -o 'jsonpath={.status.flameGraph}')"
}

# What make says about a cluster that somebody names.
refuses() { # text, arguments of make
  local text=$1 said
  shift
  if said=$(make -s --no-print-directory -C "$REPO" demo "$@" 2>&1); then return 1; fi
  echo "$said"
  [[ $said == *"$text"* ]]
}

@test "make demo on a cluster asks for a registry" {
  refuses "no registry is named" CONTEXT=nobody
}

@test "make demo on a cluster knows its context" {
  refuses "there is no such context" CONTEXT=nobody REGISTRY=localhost/nobody
}

@test "make demo ends for who reads it through a pipe" {
  demo_through_a_pipe
}

@test "nobody watches the job any more" {
  local file
  while read -r file; do
    [[ $(readlink "${file%cmdline}exe") != "$(realpath "$BIN/kubectl")" ]] || { xargs -0 <"$file" && return 1; }
  done < <(grep -lz notifier-cpu /proc/[0-9]*/cmdline 2>/dev/null)
}

@test "its link answers" {
  link_answers
}

# Imports an image that differs by a label, under the same name.
rebuild() { # image
  local image=$BATS_TEST_TMPDIR/$1 config sum
  mkdir "$image"
  tar -xf "$IMAGES/$1.tar" -C "$image"
  config=$(jq -r '.[0].Config' "$image/manifest.json")
  jq -c '.config.Labels.rebuilt = "yes"' "$image/$config" >"$BATS_TEST_TMPDIR/config"
  sum=$(sha256sum <"$BATS_TEST_TMPDIR/config" | cut -d' ' -f1)
  mv "$BATS_TEST_TMPDIR/config" "$image/$sum.json"
  jq -c --arg config "$sum.json" '.[0].Config = $config' "$image/manifest.json" >"$BATS_TEST_TMPDIR/manifest"
  mv "$BATS_TEST_TMPDIR/manifest" "$image/manifest.json"
  tar -cf "$image.tar" -C "$image" .
  ctr images import "$image.tar"
  touch "$STATE/containerd/imported/$1"
  echo "sha256:$sum" >"$BATS_FILE_TMPDIR/$1.id"
}

runs_rebuilt() { # image, namespace, label
  local ids
  ids=$(kubectl -n "$2" get pods -l "$3" -o 'jsonpath={.items[*].status.containerStatuses[*].imageID}')
  echo "runs $ids, but the new build is $(<"$BATS_FILE_TMPDIR/$1.id")"
  [[ $ids == "$(<"$BATS_FILE_TMPDIR/$1.id")" ]]
}

@test "make demo runs again after new builds" {
  for image in "${REBUILT[@]}"; do rebuild "$image"; done
  demo_through_a_pipe
}

@test "the operator is the new build" {
  runs_rebuilt operator hotspotter app.kubernetes.io/component=operator
}

@test "the notifier and its clients are the new build" {
  runs_rebuilt demo demo app=notifier
  runs_rebuilt demo demo app=notifier-load
}

@test "the new link answers" {
  link_answers
}
