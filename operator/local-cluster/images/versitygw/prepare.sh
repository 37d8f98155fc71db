#!/usr/bin/env bash
# Puts the built versitygw into the current folder.
set -euo pipefail

"$HERE/tools.sh" versitygw
cp "$BIN/versitygw" .
mkdir -m 1777 tmp
