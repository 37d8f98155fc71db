#!/usr/bin/env bash
# Tests the chart without a cluster: lint, unit tests, schemas of every rendered manifest and example, and the tests in
# charts/tests. Needs Go, the tools that operator/local-cluster/tools.sh builds, and what setup.sh chart installs.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
. ../operator/local-cluster/env.sh

for tool in helm helm-unittest kubeconform go promtool node npm; do
  command -v "$tool" >/dev/null ||
    die "$tool is missing; run setup.sh chart and tools.sh helm helm-unittest kubeconform in operator/local-cluster"
done

SCHEMAS=$CACHE/schemas
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
passed=0 failed=0

# Runs a command as one check, and always shows its output, because the summaries are useful.
check() { # name, command...
  local name=$1
  shift
  echo "--- $name"
  if "$@" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name" >&2
  fi
}

render() { # file of values
  helm template hotspotter hotspotter --namespace hotspotter --values "$1"
}

valid() { # files; standard input without any
  kubeconform -strict -summary -schema-location "$SCHEMAS/{{.ResourceKind}}{{.KindSuffix}}.json" "$@"
}

rendered_is_valid() { # file of values
  render "$1" >"$WORK/rendered.yaml" && valid "$WORK/rendered.yaml"
}

# Pastes the notes' command into a shell in which kubectl only prints its arguments.
notes_can_be_pasted() {
  # shellcheck disable=SC2317 # the pasted command calls it
  kubectl() { cat; }
  local notes command
  notes=$(helm install hotspotter hotspotter --namespace hotspotter --dry-run=client) || return
  command=$(sed -n '/^kubectl apply/,/^EOF$/p' <<<"$notes")
  eval "$command" >"$WORK/job.yaml"
  grep -q '^kind: ProfileJob$' "$WORK/job.yaml" && valid "$WORK/job.yaml"
}

# Without refusals by the schemas, the checks with them prove nothing.
typing_errors_are_refused() {
  render /dev/null | sed 's/readOnlyRootFilesystem/readOnlyRootFileSystem/' >"$WORK/typo.yaml"
  ! valid "$WORK/typo.yaml" >/dev/null || return
  printf '%s\n' 'apiVersion: hotspotter.dev/v1alpha1' 'kind: ProfileJob' 'metadata: {name: typo}' \
    'spec: {target: {selector: {matchLabels: {app: x}}}, recording: {event: cpu}}' >"$WORK/typo.yaml"
  ! valid "$WORK/typo.yaml" >/dev/null
}

package_has_no_tests() {
  helm package hotspotter --destination "$WORK" && tar -tzf "$WORK"/hotspotter-*.tgz >"$WORK/files" || return
  grep -q '^hotspotter/templates/tests/install-check.yaml$' "$WORK/files" &&
    ! grep -E '^hotspotter/(tests|ci)/' "$WORK/files"
}

write_schemas() {
  go -C tests run ./schemas "$SCHEMAS" "$PWD/../crds/hotspotter.dev_profilejobs.yaml"
}

check "schemas of Kubernetes and of custom resources" write_schemas
for values in /dev/null hotspotter/ci/*-values.yaml; do
  check "helm lint, $(basename "$values")" helm lint --strict --quiet hotspotter --values "$values"
  check "kubeconform, $(basename "$values")" rendered_is_valid "$values"
done
check "the ProfileJob that the notes print" notes_can_be_pasted
check "typing errors are refused" typing_errors_are_refused
while IFS= read -r examples; do
  check "kubeconform, ${examples#../}" valid "$examples"
done < <(find ../docs/examples -name '*.yaml' 2>/dev/null | sort)
check "package" package_has_no_tests
check "helm unittest" helm-unittest --strict hotspotter
check "dashboards have the types of @grafana/schema" tests/grafana/check.sh
check "go test" go -C tests test -count=1 ./...

echo "$passed passed, $failed failed"
((failed == 0))
