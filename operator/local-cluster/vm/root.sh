#!/usr/bin/env bash
# Makes a root file system of arm64 in $CACHE/vm/arm64-root: what the sidecar's integration tests need of a machine.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../packages.sh"

# Of unstable, because bookworm has no JDK 25.
PACKAGES=(bash coreutils mount openjdk-17-jdk-headless openjdk-25-jdk-headless procps util-linux)

root=$CACHE/vm/arm64-root
only_one vm-root
made_by=$(sha256sum <"${BASH_SOURCE[0]}")
[[ $(cat "$root.complete" 2>/dev/null) != "$made_by" ]] || exit 0
echo "preparing the root file system for virtual machines (arm64)"
rm -rf "$root"
mkdir -p "$root"/usr/{bin,lib,sbin}
cd "$root"
for folder in bin lib sbin; do ln -s "usr/$folder" "$folder"; done # as base-files has it
apt_of unstable arm64 >"$root.log"
# With all that they depend on, as nothing counts as installed.
apt_get "${apt[@]}" install -y --no-install-recommends --download-only "${PACKAGES[@]}" >>"$root.log"
for package in "$CACHE"/apt/unstable-arm64/archives/*.deb; do dpkg-deb -x "$package" .; done
rm -rf "$CACHE"/apt/unstable-arm64/archives/*.deb usr/share
ln -sf bash bin/sh
mkdir -p dev etc home lib/modules proc root run state sys tmp var/tmp vm
chmod 1777 tmp var/tmp
echo root:x:0:0:root:/:/bin/sh >etc/passwd
echo root:x:0: >etc/group
echo "$made_by" >"$root.complete"
