#!/usr/bin/env bats
# Tests the chart without a cluster: lint, unit tests, schemas of every rendered manifest and example, and the tests in
# charts/tests. Needs Go, the tools that operator/local-cluster/tools.sh builds, and what setup.sh chart installs.

bats_require_minimum_version 1.5.0 # run !

setup_file() {
  setup
  for tool in helm helm-unittest kubeconform go promtool node npm; do
    command -v "$tool" >/dev/null ||
      die "$tool is missing; run setup.sh chart and tools.sh helm helm-unittest kubeconform in operator/local-cluster"
  done
  go -C tests run ./schemas "$SCHEMAS" "$PWD/../crds/hotspotter.dev_profilejobs.yaml"
}

setup() {
  cd "$BATS_TEST_DIRNAME" || exit
  . ../operator/local-cluster/env.sh
  SCHEMAS=$CACHE/schemas
  VALUES=(/dev/null hotspotter/ci/*-values.yaml)
}

render() { # file of values
  helm template hotspotter hotspotter --namespace hotspotter --values "$1"
}

valid() { # files
  kubeconform -strict -summary -schema-location "$SCHEMAS/{{.ResourceKind}}{{.KindSuffix}}.json" "$@"
}

@test "helm lint accepts all files of values" {
  for values in "${VALUES[@]}"; do
    echo "$values"
    helm lint --strict --quiet hotspotter --values "$values"
  done
}

@test "manifests rendered from all files of values are valid" {
  for values in "${VALUES[@]}"; do
    echo "$values"
    render "$values" >"$BATS_TEST_TMPDIR/rendered.yaml"
    valid "$BATS_TEST_TMPDIR/rendered.yaml"
  done
}

@test "all examples of the docs are valid" {
  local examples=(../docs/examples/*.yaml)
  ((${#examples[@]} > 3))
  valid "${examples[@]}"
}

# Pastes the notes' command into a shell in which kubectl only prints its standard input.
@test "the command that the notes print makes a valid ProfileJob" {
  kubectl() { cat; }
  helm install hotspotter hotspotter --namespace hotspotter --dry-run=client >"$BATS_TEST_TMPDIR/notes"
  eval "$(sed -n '/^kubectl apply/,/^EOF$/p' "$BATS_TEST_TMPDIR/notes")" >"$BATS_TEST_TMPDIR/job.yaml"
  grep -q '^kind: ProfileJob$' "$BATS_TEST_TMPDIR/job.yaml"
  valid "$BATS_TEST_TMPDIR/job.yaml"
}

# Without refusals by the schemas, the tests with them prove nothing.
@test "the schemas refuse misspelt fields" {
  render /dev/null | sed 's/readOnlyRootFilesystem/readOnlyRootFileSystem/' >"$BATS_TEST_TMPDIR/typo.yaml"
  run ! valid "$BATS_TEST_TMPDIR/typo.yaml"
  [[ $output == *readOnlyRootFileSystem* ]]
  printf '%s\n' 'apiVersion: hotspotter.dev/v1alpha1' 'kind: ProfileJob' 'metadata: {name: typo}' \
    'spec: {target: {selector: {matchLabels: {app: x}}}, recording: {event: cpu}}' >"$BATS_TEST_TMPDIR/typo.yaml"
  run ! valid "$BATS_TEST_TMPDIR/typo.yaml"
}

@test "the packaged chart has its Helm test, and no tests of its own" {
  helm package hotspotter --destination "$BATS_TEST_TMPDIR"
  tar -tzf "$BATS_TEST_TMPDIR"/hotspotter-*.tgz >"$BATS_TEST_TMPDIR/files"
  grep -q '^hotspotter/templates/tests/install-check.yaml$' "$BATS_TEST_TMPDIR/files"
  run ! grep -E '^hotspotter/(tests|ci)/' "$BATS_TEST_TMPDIR/files"
}

@test "helm unittest" {
  helm-unittest --strict hotspotter
}

@test "dashboards have the types of @grafana/schema" {
  tests/grafana/check.sh
}

@test "go test" {
  go -C tests test -count=1 ./...
}
