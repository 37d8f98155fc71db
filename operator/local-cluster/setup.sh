#!/usr/bin/env bash
# Checks for a JDK, Maven and Go, and installs the Debian packages that are missing.
# usage: setup.sh [chart|test|vm]  chart: also bats, Prometheus, Node.js and a browser for the chart's tests
# test: also the packages of all other tests; vm: also QEMU for the tests in virtual machines
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

PACKAGES=(
  buildah # image builds
  containernetworking-plugins
  curl
  gcc libc6-dev libseccomp-dev pkg-config # runc and pause are C in part
  iproute2 kmod nftables procps # the node's network and sysctls
  jq
  openssl # certificates
  util-linux # unshare, nsenter, flock
)
CHART_PACKAGES=(
  bats # runs the tests of chart and scripts
  chromium chromium-driver # the tests open pages in a browser
  libfaketime # tests of the operator run processes whose clocks are wrong
)
TEST_PACKAGES=(
  gnupg # signs a release in its tests
  shellcheck # make verify
  openjdk-17-jdk-headless # the sidecar's tests record an older JDK, too
  python3-pip # fetches the JREs of the matrix
)
VM_PACKAGES=(
  qemu-system-x86 qemu-system-arm
  cpio e2fsprogs # their first file systems
)

install() {
  as_root "installing the packages $*"
  echo "installing Debian packages: $*"
  export DEBIAN_FRONTEND=noninteractive
  { update_packages && apt_get install -y --no-install-recommends "$@"; } >"$CACHE/log/apt.log" 2>&1 ||
    die "apt-get failed: $(tail -3 "$CACHE/log/apt.log"); the whole log is in $CACHE/log/apt.log"
}

# Unpacks Debian's Prometheus without installing it: the package would start a service.
prometheus() {
  local work
  [[ -x $BIN/prometheus ]] && return
  echo "unpacking Debian's prometheus"
  work=$(mktemp -d)
  (cd "$work" && download_packages prometheus && dpkg-deb -x prometheus_*.deb .) >"$CACHE/log/apt.log" 2>&1 ||
    die "Debian's prometheus could not be downloaded; the log is $CACHE/log/apt.log"
  mkdir -p "$BIN"
  mv "$work"/usr/bin/{prometheus,promtool} "$BIN/"
  rm -r "$work"
}

toolchains() {
  local version
  [[ -n $JAVA_HOME ]] ||
    die "there is no JDK 25 under /usr/lib/jvm; install Temurin 25 there" \
      "(the package temurin-25-jdk, see https://adoptium.net/installation/linux)"
  type mvn >/dev/null 2>&1 || die "there is no Maven; install it, for example with: apt-get install maven"
  version=$(go env GOVERSION 2>/dev/null) || die "there is no Go; install Go 1.26 or newer from https://go.dev/dl"
  [[ $(printf '%s\n' go1.26 "$version" | sort -V | head -1) == go1.26 ]] ||
    die "$version is too old; install Go 1.26 or newer from https://go.dev/dl"
}

# Any Node.js from version 18 on is enough, also from another source than Debian.
node_packages() { type node npm >/dev/null 2>&1 || echo nodejs npm; }

[[ ${1:-test} == @(chart|test|vm) ]] || die "usage: setup.sh [chart|test|vm]"
type apt-get dpkg-query >/dev/null 2>&1 || die "there is no apt-get; this needs a Debian machine, 12 or later"
toolchains
mkdir -p "$CACHE/log"
# shellcheck disable=SC2207 # two words
(($# == 0)) || PACKAGES+=($(node_packages) "${CHART_PACKAGES[@]}")
[[ ${1:-} != @(test|vm) ]] || PACKAGES+=("${TEST_PACKAGES[@]}")
[[ ${1:-} != vm ]] || PACKAGES+=("${VM_PACKAGES[@]}")
mapfile -t lacking < <(missing_packages "${PACKAGES[@]}")
((${#lacking[@]} == 0)) || install "${lacking[@]}"
(($# == 0)) || prometheus
