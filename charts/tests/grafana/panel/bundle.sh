#!/usr/bin/env bash
# Makes $CACHE/grafana-panel/panel.js: Grafana's flame graph component with its test code.
# Needs node and npm; only the bundle stays in the cache.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. ../../../../operator/local-cluster/env.sh

made=$CACHE/grafana-panel
sources=$(cat bundle.sh ./*.js package.json package-lock.json unused/* | sha256sum)
only_one grafana-panel
[[ ! -e $made/panel.js || $(<"$made/sources") != "$sources" ]] || exit 0

echo "bundling Grafana's flame graph component"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cp -r ./*.js package.json package-lock.json unused "$work/"
npm ci --prefix "$work" --ignore-scripts --legacy-peer-deps --no-audit --no-fund --loglevel=error ||
  die "npm could not install @grafana/flamegraph"
(cd "$work" && node_modules/.bin/esbuild panel.js --bundle --minify --format=iife --log-level=error \
  --alias:@grafana/assistant=./unused --alias:react-custom-scrollbars-2=./scrollbars.js \
  --define:process.env.NODE_ENV='"production"' --define:global=window --outfile=bundle.js) ||
  die "@grafana/flamegraph could not be bundled"
mkdir -p "$made"
mv "$work/bundle.js" "$made/panel.js"
echo "$sources" >"$made/sources"
