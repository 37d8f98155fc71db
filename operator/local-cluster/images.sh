#!/usr/bin/env bash
# Builds the container images whose inputs changed, without any registry, into $HOTSPOTTER_CACHE/images.
# usage: images.sh [--import | --oci <folder>] [image...]     without names: all but matrix*, which only tests need
# --import: also imports them into the running cluster
# --oci: also writes them as OCI layouts into the folder, as a registry would have them, and prints their digests
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

VERSION=$(sed -n 's:^  <version>\(.*\)</version>:\1:p' "$REPO/operator/pom.xml")
# The time of all files and images, so that the same inputs always give the same image.
BUILT=$(date -d "$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' "$REPO/operator/pom.xml")" +%s)
VERSITYGW=$(awk '$1 == "github.com/versity/versitygw" { print $2 }' "$HERE/tools/versitygw/go.mod")
ALL=(pause base jre versitygw sidecar operator demo)
WORK=$CACHE/buildah/context
LOGS=$CACHE/log
export HERE BIN # for the images' prepare.sh

# Runs in its own namespaces, so that a build has no network and leaves no mount.
buildah() {
  CONTAINERS_CONF=$CACHE/buildah/containers.conf unshare --mount --net buildah \
    --root "$CACHE/buildah/storage" --runroot "$CACHE/buildah/run" --storage-driver overlay "$@"
}

# Sets the recipe of an image: its tag, its Containerfile, the context (none: a new folder that prepare.sh fills),
# the inputs that cause a new build, its bases as build argument=image, and the greatest size in MB.
recipe() {
  local folder=$HERE/images/$1
  containerfile=$folder/Containerfile context='' inputs=("$folder") bases=() budget=0
  case $1 in
    pause) tag=localhost/pause:3 inputs+=("$HERE/tools/kubernetes/go.sum") ;;
    base) tag=localhost/base:12 inputs+=("$HERE/images/root.sh") ;;
    jdk) tag=localhost/jdk:25 inputs+=("$JAVA_HOME/release") bases=(BASE=base) ;;
    jre) tag=localhost/jre:25 context=$folder bases=(JDK=jdk BASE=base) ;;
    versitygw) tag=ghcr.io/versity/versitygw:$VERSITYGW inputs+=("$HERE/tools/versitygw") ;;
    sidecar)
      tag=ghcr.io/hotspotter/sidecar:$VERSION containerfile=$REPO/sidecar/Containerfile context=$REPO/build/sidecar
      inputs=("$context") budget=8
      ;;
    operator)
      tag=ghcr.io/hotspotter/operator:$VERSION containerfile=$REPO/operator/Containerfile context=$REPO/operator
      inputs=("$context"/target/hotspotter-operator-*.jar "$context/target/lib") bases=(JDK=jdk BASE=base) budget=150
      ;;
    matrix)
      tag=localhost/hotspotter-matrix:1 bases=(BASE=base)
      inputs+=("$REPO/build/profiler/library/linux-x64/libasyncProfiler.so" "$REPO/operator/src/test/workloads")
      ;;
    matrix-unstable | matrix-musl)
      tag=localhost/hotspotter-$1:1 inputs+=("$HERE/images/root.sh" "$HERE/images/matrix"/*.java)
      ;;
    demo)
      tag=localhost/hotspotter-demo:$VERSION containerfile=$REPO/docs/demo/Containerfile context=$REPO/docs/demo
      inputs=("$context"/target/*.jar) bases=(BASE=jre)
      ;;
    *) die "there is no image named '$1'; there are: ${ALL[*]}" ;;
  esac
}

fingerprint() {
  local base
  find "$containerfile" "${inputs[@]}" -type f -print0 | sort -zu | xargs -0 sha256sum
  for base in "${bases[@]}"; do cat "$IMAGES/${base#*=}.stamp"; done
}

assemble() {
  local base arguments=()
  if [[ -z $context ]]; then
    context=$WORK/$1
    rm -rf "$context"
    mkdir -p "$context"
    cd "$context"
    bash "$HERE/images/$1/prepare.sh"
  fi
  for base in "${bases[@]}"; do
    arguments+=(--build-arg "${base%=*}=$(recipe "${base#*=}" && echo "$tag")")
  done
  arguments+=(--isolation chroot --timestamp "$BUILT" --identity-label=false -f "$containerfile")
  buildah build --pull=never --layers "${arguments[@]}" -t "$tag" "$context"
  # Only a test of the build: the build runs nothing of it, and this machine could not.
  [[ $1 != sidecar ]] ||
    buildah build --platform linux/arm64 "${arguments[@]}" -t "$tag-arm64" "$context"
  rm -f "$IMAGES/$1.new"
  [[ $1 == jdk ]] || buildah push "$tag" "docker-archive:$IMAGES/$1.new:$tag" # only builds need the JDK
  rm -rf "${WORK:?}/$1"
}

# The size of the archive: all layers, uncompressed.
measure() {
  local megabytes
  megabytes=$(stat -c %s "$IMAGES/$1.new" | awk '{ printf "%.1f", $1 / 1000000 }')
  echo "        $tag: $megabytes MB"
  ((budget == 0 || ${megabytes%.*} < budget)) ||
    die "the image $1 has $megabytes MB, more than its budget of $budget MB"
  mv "$IMAGES/$1.new" "$IMAGES/$1.tar"
}

build() {
  local image=$1 base context containerfile inputs bases budget tag stamp started code
  recipe "$image"
  for base in "${bases[@]}"; do build "${base#*=}"; done
  [[ -f $containerfile ]] || die "$containerfile is missing"
  stamp=$(fingerprint | sha256sum) ||
    die "inputs of the image $image are missing: ${inputs[*]}; 'make images' builds them first"
  [[ -f $IMAGES/$image.stamp && $(<"$IMAGES/$image.stamp") == "$stamp" ]] && return
  printf 'image %s … building' "$image"
  started=$(date +%s%N)
  # Outside of a condition: inside one, bash would ignore failing steps.
  set +e
  (set -e; assemble "$image") >"$LOGS/image-$image.log" 2>&1
  code=$?
  set -e
  if ((code != 0)); then
    echo
    tail -20 "$LOGS/image-$image.log" >&2
    die "the image $image did not build; the whole log is in $LOGS/image-$image.log"
  fi
  echo " … $(seconds_since "$started") s"
  [[ ! -f $IMAGES/$image.new ]] || measure "$image"
  echo "$stamp" >"$IMAGES/$image.stamp"
}

# Of the sidecar, which has two architectures, the digest is that of their index.
write_layout() {
  local image=$1 folder=$2 containerfile context inputs bases budget tag list
  recipe "$image"
  list=localhost/release-$image
  rm -rf "${folder:?}/$image"
  buildah manifest rm "$list" >/dev/null 2>&1 || true
  buildah manifest create "$list" >/dev/null
  buildah manifest add "$list" "$tag" >/dev/null
  [[ $image != sidecar ]] || buildah manifest add "$list" "$tag-arm64" >/dev/null
  buildah manifest push --quiet --all "$list" "oci:$folder/$image:$VERSION"
  echo "$image $(jq -r '.manifests[0].digest' "$folder/$image/index.json")"
}

import=false layouts=''
case ${1:-} in
  --import) import=true && shift ;;
  --oci) layouts=$(realpath -m "${2:?usage: images.sh --oci <folder> [image...]}") && mkdir -p "$layouts" && shift 2 ;;
esac
umask 022 # files keep their modes in the images
as_root "building images"
mkdir -p "$IMAGES" "$WORK" "$LOGS"
only_one images
# By default buildah would make a folder in /etc.
printf '[network]\nnetwork_config_dir = "%s"\n' "$CACHE/buildah/network" >"$CACHE/buildah/containers.conf"
[[ -n $JAVA_HOME ]] || die "there is no JDK 25 under /usr/lib/jvm; run $HERE/setup.sh to see what to do"
for image in "${@:-${ALL[@]}}"; do build "$image"; done
! $import || "$HERE/import.sh"
[[ -z $layouts ]] || for image in "${@:-${ALL[@]}}"; do write_layout "$image" "$layouts"; done
