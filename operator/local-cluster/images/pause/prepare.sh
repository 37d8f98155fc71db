#!/usr/bin/env bash
# Compiles Kubernetes' own pause, from the module that tools/kubernetes pins, into the current folder.
set -euo pipefail

module() { go -C "$HERE/tools/kubernetes" "$@" k8s.io/kubernetes; }
module mod download
gcc -Os -static -s -o pause "$(module list -m -f '{{.Dir}}')/build/pause/linux/pause.c"
