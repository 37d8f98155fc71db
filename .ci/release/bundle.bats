#!/usr/bin/env bats
# Tests the bundle for the Operator Lifecycle Manager.

bats_require_minimum_version 1.5.0 # run !

setup_file() {
  "$BATS_TEST_DIRNAME/bundle"
}

setup() {
  . "$BATS_TEST_DIRNAME/../../operator/local-cluster/env.sh"
  cd "$REPO/build/bundle" || exit
}

@test "the bundle has only kinds that OLM installs, and no namespace" {
  local kinds
  kinds=$(sed -n 's/^kind: "\(.*\)"/\1/p' manifests/* | sort -u | xargs)
  [[ $kinds == "ClusterRole ClusterServiceVersion ConfigMap CustomResourceDefinition Service" ]]
  run ! grep -E '^  namespace:|^    helm.sh' manifests/*
}

@test "all manifests but OLM's own are valid" {
  go -C "$REPO/charts/tests" run ./schemas "$CACHE/schemas" "$REPO/crds/hotspotter.dev_profilejobs.yaml"
  find manifests -type f ! -name '*.clusterserviceversion.yaml' -exec kubeconform -strict -summary \
    -schema-location "$CACHE/schemas/{{.ResourceKind}}{{.KindSuffix}}.json" {} +
}

@test "metadata and Dockerfile name the same folders and channel" {
  diff <(sed -n 's/^  \(.*\): \(.*\)/\1=\2/p' metadata/annotations.yaml) <(sed -n 's/^LABEL //p' bundle.Dockerfile)
  grep -q '^COPY manifests /manifests/$' bundle.Dockerfile
}
