#!/usr/bin/env bash
# Tests an upgrade while jobs record: installs what an earlier commit builds, and lets FaultsE2E upgrade it.
# usage: upgrade.sh <commit or tag>
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/local-cluster/cluster.sh"

[[ -n ${1:-} ]] || die "say from which version to upgrade: make test-upgrade FROM=<commit or tag>"
from=$(git -C "$REPO" rev-parse --verify "$1^{commit}")
old=$REPO/build/upgrade
IMAGES_OF_BOTH=(ghcr.io/hotspotter/operator ghcr.io/hotspotter/sidecar)

finish() {
  local code=$?
  ((code == 0)) || kubectl -n hotspotter get pods || true
  for image in "${IMAGES_OF_BOTH[@]}"; do ctr images rm "$image:earlier" || true; done
  "$HERE/down.sh"
  git -C "$REPO" worktree remove --force "$old" || true
  exit "$code"
}

"$HERE/setup.sh" test
"$HERE/tools.sh"
"$HERE/build.sh"
announce_takeover
trap finish EXIT
git -C "$REPO" worktree prune
git -C "$REPO" worktree add --quiet --force --detach "$old" "$from"
"$HERE/down.sh"
"$old/operator/local-cluster/build.sh"
"$old/operator/local-cluster/images.sh"
"$HERE/up.sh"
# The next images have the same names.
for image in "${IMAGES_OF_BOTH[@]}"; do
  name=$(ctr images list --quiet | grep "^$image:" | grep -v ':earlier$')
  ctr images tag --force "$name" "$image:earlier"
done
"$HERE/images.sh"
"$HERE/images.sh" matrix
"$HERE/import.sh"
helm install hotspotter "$old/charts/hotspotter" -n hotspotter --create-namespace --wait --timeout 6m \
  --set image.tag=earlier --set sidecar.image.tag=earlier
kubectl apply -f "$REPO/docs/demo/demo.yaml"
mvn -B -ntp -f "$REPO/operator/pom.xml" -Pe2e verify -DskipUnitTests -Dit.test=FaultsE2E \
  -Dfaults=whole -Dfaults.upgrade=true -Dfaults.only='^operator upgraded'
