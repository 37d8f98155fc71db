#!/usr/bin/env bash
# Unpacks Debian's C library and busybox into the current folder and adds the few files that a user needs. Their records
# are where distroless images have them, for `make sbom` and for scanners.
set -euo pipefail
. "$HERE/packages.sh"

debs=$(mktemp -d)
trap 'rm -r "$debs"' EXIT
(cd "$debs" && download_packages libc6 busybox)
mkdir -p var/lib/dpkg/status.d
for package in "$debs"/*.deb; do
  dpkg-deb -x "$package" .
  dpkg-deb -f "$package" >"var/lib/dpkg/status.d/$(dpkg-deb -f "$package" Package)"
done
rm -rf usr/share
for command in $(bin/busybox --list); do
  [[ -e bin/$command ]] || ln -s busybox "bin/$command"
done
mkdir -p etc home tmp
cp -L /etc/os-release etc/os-release
chmod 1777 tmp
printf '%s\n' root:x:0:0:root:/:/bin/sh nonroot:x:65532:65532:nonroot:/home:/bin/sh >etc/passwd
printf '%s\n' root:x:0: nonroot:x:65532: >etc/group
echo 'hosts: files dns' >etc/nsswitch.conf
