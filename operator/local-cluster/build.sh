#!/usr/bin/env bash
# Builds the content of the images: operator, sidecar and demo workload. Skips up-to-date parts.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

umask 022 # files keep their modes in jars and images
mkdir -p "$CACHE/log"

# usage: maven <module> <its main jar> : packages without tests, unless the jar is newer than all its sources
maven() {
  local module=$REPO/$1 jar=$REPO/$1/target/$2 started
  [[ -f $jar && -z $(find "$module/src/main" "$module/pom.xml" -newer "$jar" -print -quit) ]] && return
  rm -rf "$module/target/lib" # Maven only adds to it
  chmod -R u=rwX,go=rX "$module/pom.xml" "$module/src/main" # those of a checkout depend on the umask
  printf '%s … building' "$1"
  started=$(date +%s%N)
  mvn -B -ntp -f "$module/pom.xml" package -Dmaven.test.skip=true >"$CACHE/log/build-${1//\//-}.log" 2>&1 || {
    echo
    grep -m 20 ERROR "$CACHE/log/build-${1//\//-}.log" >&2
    die "$1 did not build; the whole log is $CACHE/log/build-${1//\//-}.log"
  }
  echo " … $(seconds_since "$started") s"
}

maven operator hotspotter-operator-0.1.0.jar
maven docs/demo notifier.jar
"$REPO/sidecar/build.sh"
