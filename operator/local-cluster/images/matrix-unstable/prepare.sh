#!/usr/bin/env bash
# Makes a root file system of Debian's unstable suite in the current folder, with the JREs of packages.txt and the
# burners.
set -euo pipefail
. "$HERE/packages.sh"
. "$HERE/images/root.sh"

debs=$(mktemp -d)
trap 'rm -r "$debs"' EXIT
mapfile -t packages < <(grep -v '^#' "$HERE/images/matrix-unstable/packages.txt")
apt_of unstable amd64
(cd "$debs" && apt_get "${apt[@]}" download libc6 busybox libgcc-s1 libstdc++6 zlib1g "${packages[@]}")
mkdir -p usr/{bin,lib,lib64}
for folder in bin lib lib64; do ln -s "usr/$folder" "$folder"; done # as base-files has it
for package in "$debs"/*.deb; do dpkg-deb -x "$package" .; done
complete_root
# Class data of garbage collectors and heaps that no test has, and debug symbols of all libraries but the JVM's.
rm -f usr/lib/jvm/*/lib/server/classes_*.jsa
find usr/lib/debug -type f -size -2M -delete
"$JAVA_HOME/bin/javac" --release 8 -Xlint:-options -d opt/burner "$HERE/images/matrix"/*.java
