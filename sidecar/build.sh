#!/usr/bin/env bash
# Builds what the sidecar image holds, for both architectures, into build/sidecar/{amd64,arm64}.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly out=../build/sidecar
readonly profiler=../build/profiler
readonly most_bytes=8000000

# Only profiler/pom.xml has the version.
version=$(sed -n 's:.*<async-profiler.version>\(.*\)</async-profiler.version>.*:\1:p' profiler/pom.xml)

fail() {
  echo "sidecar: $*" >&2
  exit 1
}

fetched() {
  [[ -d $profiler ]] && (cd "$profiler" && sha256sum --check --strict --quiet) <profiler/SHA256SUMS 2>/dev/null
}

fetch_profiler() {
  if fetched; then return; fi
  echo "sidecar: fetching async-profiler $version"
  rm -rf "$profiler"
  mvn -B -ntp -q --strict-checksums -f profiler/pom.xml generate-resources
  fetched ||
    fail "the profiler's files differ from profiler/SHA256SUMS; after an upgrade, check them and renew the sums"
}

# Without this check, only users would notice a file for the wrong machine.
check_machine() {
  local want=$1 file machine
  shift
  for file in "$@"; do
    machine=$(od -An -j18 -N2 -tu2 "$file" | tr -d ' ')
    [[ $machine == "$want" ]] || fail "$file is for ELF machine $machine, expected $want"
  done
}

# usage: build <Go's name> <async-profiler's name> <ELF machine>
build() {
  local dir=$out/$1 bytes
  mkdir -p "$dir"
  # Without HTTP/2 the binary is 0.4 MB smaller; one PUT does not need it.
  CGO_ENABLED=0 GOOS=linux GOARCH=$1 go build -trimpath -buildvcs=false -tags nethttpomithttp2 \
    -ldflags "-s -w -X main.profilerVersion=$version" -o "$dir/sidecar" .
  install -m 0755 "$profiler/launcher/libs/asprof-$version-linux-$2" "$dir/asprof"
  install -m 0755 "$profiler/library/linux-$2/libasyncProfiler.so" "$dir/libasyncProfiler.so"
  check_machine "$3" "$dir/sidecar" "$dir/asprof" "$dir/libasyncProfiler.so"
  bytes=$(cat "$dir/sidecar" "$dir/asprof" "$dir/libasyncProfiler.so" | wc -c)
  echo "sidecar: $1 image content is $bytes bytes"
  ((bytes <= most_bytes)) || fail "the $1 image has $bytes bytes, more than $most_bytes"
}

fetch_profiler
install -d -m 1777 "$out/root/recording" "$out/root/tmp"
build amd64 x64 62
build arm64 arm64 183
