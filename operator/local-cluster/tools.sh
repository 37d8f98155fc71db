#!/usr/bin/env bash
# Builds missing or changed tools from Go modules into $HOTSPOTTER_CACHE/bin.
# usage: tools.sh [tool...]     without names: all but those that only a release needs; KUBERNETES=1.34: with that
# version of Kubernetes' tools
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# tool, folder under tools/ with its go.mod and go.sum, package. Tools that others wait for come first.
TOOLS='
versitygw                versitygw      github.com/versity/versitygw/cmd/versitygw
helm                     helm           helm.sh/helm/v4/cmd/helm
kubeconform              kubeconform    github.com/yannh/kubeconform/cmd/kubeconform
helm-unittest            helm-unittest  github.com/helm-unittest/helm-unittest/cmd/helm-unittest
gofumpt                  go-lint        mvdan.cc/gofumpt
staticcheck              go-lint        honnef.co/go/tools/cmd/staticcheck
etcd                     etcd           go.etcd.io/etcd/server/v3
kube-apiserver           kubernetes     k8s.io/kubernetes/cmd/kube-apiserver
kubectl                  kubernetes     k8s.io/kubernetes/cmd/kubectl
containerd               containerd     github.com/containerd/containerd/v2/cmd/containerd
containerd-shim-runc-v2  containerd     github.com/containerd/containerd/v2/cmd/containerd-shim-runc-v2
ctr                      containerd     github.com/containerd/containerd/v2/cmd/ctr
runc                     runc           github.com/opencontainers/runc
coredns                  coredns        .
kubelet                  kubernetes     k8s.io/kubernetes/cmd/kubelet
kube-controller-manager  kubernetes     k8s.io/kubernetes/cmd/kube-controller-manager
kube-scheduler           kubernetes     k8s.io/kubernetes/cmd/kube-scheduler
kube-proxy               kubernetes     k8s.io/kubernetes/cmd/kube-proxy
minio                    minio          github.com/minio/minio
'
# Built only by name: the tests of the project itself do without them.
RELEASE_TOOLS='
osv-scanner              osv-scanner    github.com/google/osv-scanner/v2/cmd/osv-scanner
crane                    crane          github.com/google/go-containerregistry/cmd/crane
cosign                   cosign         github.com/sigstore/cosign/v3/cmd/cosign
'
LOGS=$CACHE/log

# Prints a module's version from the go.mod of a folder under tools/.
pinned() {
  awk -v module="$2" '{ for (i = 1; i < NF; i++) if ($i == module) { print $(i + 1); exit } }' "$HERE/tools/$1/go.mod"
}

# Sets the arrays environment and flags for the build of a folder's tools.
build_settings() {
  local ldflags='-s -w' tags='' version
  environment=(CGO_ENABLED=0 GOFLAGS= GOWORK=off)
  case $1 in
    kubernetes*)
      version=$(pinned "$1" k8s.io/kubernetes)
      ldflags+=" -X k8s.io/component-base/version.gitVersion=$version"
      ldflags+=" -X k8s.io/client-go/pkg/version.gitVersion=$version"
      ldflags+=" -X k8s.io/component-base/version.gitMajor=$(cut -d. -f1 <<<"${version#v}")"
      ldflags+=" -X k8s.io/component-base/version.gitMinor=$(cut -d. -f2 <<<"$version")"
      ;;
    containerd)
      version=$(pinned containerd github.com/containerd/containerd/v2)
      ldflags+=" -X github.com/containerd/containerd/v2/version.Version=$version"
      tags=no_btrfs,no_zfs,no_devmapper
      ;;
    runc)
      environment[0]=CGO_ENABLED=1 # its first stage, which enters the namespaces, is written in C
      tags=seccomp,urfave_cli_no_docs
      ;;
    versitygw) ldflags+=" -X main.Version=$(pinned versitygw github.com/versity/versitygw)" ;;
    kubeconform) ldflags+=" -X main.version=$(pinned kubeconform github.com/yannh/kubeconform)" ;;
  esac
  # -mod=readonly: a build fails if it needs more than the committed go.mod and go.sum.
  flags=(-mod=readonly -trimpath -buildvcs=false -tags="$tags" -ldflags="$ldflags")
}

# Prints a fingerprint of all inputs of a tool's binary.
fingerprint() {
  { echo "$2" "${environment[@]}" "${flags[@]}"; find "$HERE/tools/$1" -type f -print0 | sort -z | xargs -0 cat; } |
    sha256sum | cut -d' ' -f1
}

build() {
  local tool=$1 folder=$2 package=$3 position=$4 bin=$BIN stamp log=$LOGS/build-$1.log started environment flags
  if [[ $folder == kubernetes ]]; then folder=$KUBERNETES_TOOLS bin=$KUBERNETES_BIN; fi
  mkdir -p "$bin/.stamps"
  build_settings "$folder"
  stamp=$(fingerprint "$folder" "$package")
  exec {lock}>"$bin/.stamps/$tool.lock"
  flock "$lock" # another tools.sh may be building the same tool
  if [[ -x $bin/$tool && $(cat "$bin/.stamps/$tool" 2>/dev/null) == "$stamp" ]]; then
    exec {lock}>&-
    return
  fi
  printf '[%s] %s … building' "$position" "$tool"
  started=$(date +%s%N)
  if ! (cd "$HERE/tools/$folder" && env "${environment[@]}" go build "${flags[@]}" -o "$bin/.$tool.new" "$package") \
    >"$log" 2>&1; then
    echo
    tail -20 "$log" >&2
    die "$tool did not build; the whole log is in $log"
  fi
  mv "$bin/.$tool.new" "$bin/$tool"
  echo "$stamp" >"$bin/.stamps/$tool"
  exec {lock}>&-
  echo " … $(seconds_since "$started") s"
}

main() {
  local wanted=("$@") tool folder package number=0
  mkdir -p "$LOGS"
  (($#)) || mapfile -t wanted < <(awk 'NF { print $1 }' <<<"$TOOLS")
  for tool in "${wanted[@]}"; do
    read -r tool folder package < <(awk -v tool="$tool" '$1 == tool' <<<"$TOOLS$RELEASE_TOOLS") ||
      die "there is no tool named '$tool'; there are: $(awk 'NF { printf "%s ", $1 }' <<<"$TOOLS$RELEASE_TOOLS")"
    number=$((number + 1))
    build "$tool" "$folder" "$package" "$number/${#wanted[@]}"
  done
}

main "$@"
