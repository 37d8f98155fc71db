#!/usr/bin/env bash
# Checks the chart's dashboards against the types that Grafana publishes.
# Needs node and npm; their downloads stay in the cache.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. ../../../operator/local-cluster/env.sh

installed=$CACHE/grafana
if ! cmp -s package-lock.json "$installed/complete"; then
  mkdir -p "$installed"
  cp package.json package-lock.json "$installed/"
  npm ci --prefix "$installed" --ignore-scripts --no-audit --no-fund --loglevel=error ||
    die "npm could not install @grafana/schema and typescript into $installed"
  cp package-lock.json "$installed/complete"
fi

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
ln -s "$installed/node_modules" "$work/node_modules"
cp ./*.ts tsconfig.json "$work/"
for file in ../../hotspotter/dashboards/*.json; do
  {
    echo "import type { DashboardFile } from './dashboard';"
    echo 'export default ('
    cat "$file"
    echo ') satisfies DashboardFile;'
  } >"$work/$(basename "$file" .json).dashboard.ts"
done
"$work/node_modules/.bin/tsc" --project "$work"
