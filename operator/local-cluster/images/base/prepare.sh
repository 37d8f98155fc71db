#!/usr/bin/env bash
# Unpacks Debian's C library and busybox into the current folder and adds the few files that a user needs. Their records
# are where distroless images have them, for `make sbom` and for scanners.
set -euo pipefail
. "$HERE/packages.sh"
. "$HERE/images/root.sh"

debs=$(mktemp -d)
trap 'rm -r "$debs"' EXIT
(cd "$debs" && download_packages libc6 busybox)
mkdir -p var/lib/dpkg/status.d
for package in "$debs"/*.deb; do
  dpkg-deb -x "$package" .
  dpkg-deb -f "$package" >"var/lib/dpkg/status.d/$(dpkg-deb -f "$package" Package)"
done
complete_root
cp -L /etc/os-release etc/os-release
