# Paths, the JDK, and what all scripts say and lock with. Sourced, never run.
# shellcheck shell=bash disable=SC2034

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPO=$(cd "$HERE/../.." && pwd)
CACHE=$(realpath -ms "${HOTSPOTTER_CACHE:-$HOME/.cache/hotspotter}")

BIN=$CACHE/bin        # tools that tools.sh builds
IMAGES=$CACHE/images  # image archives that images.sh builds
STATE=$CACHE/cluster  # what the local cluster keeps on disk

# Empty for the version in tools/kubernetes; 1.34 for the older one in tools/kubernetes-1.34, beside which all else is
# the same.
KUBERNETES=${KUBERNETES:-}
KUBERNETES_TOOLS=kubernetes${KUBERNETES:+-$KUBERNETES}
KUBERNETES_BIN=$BIN${KUBERNETES:+/$KUBERNETES_TOOLS}

# Prints the home of the first JDK of that feature version, if any. It reads the release file, because folder names
# are unreliable.
jdk() { # version [, folder]
  local home
  for home in "${2:-/usr/lib/jvm}"/*; do
    [[ -x $home/bin/javac && -x $home/bin/jlink && -r $home/release ]] || continue
    [[ $(<"$home/release") != *JAVA_VERSION=\"$1[.\"]* ]] || { echo "$home" && return; }
  done
}

JAVA_HOME=$(jdk 25) # empty if there is none: setup.sh says what to do
export JAVA_HOME KUBERNETES KUBECONFIG=$STATE/kubeconfig HOTSPOTTER_CACHE=$CACHE
export PATH=${JAVA_HOME:+$JAVA_HOME/bin:}$KUBERNETES_BIN:$BIN:$PATH

# Prints one message to standard error and ends the script.
die() {
  echo "error: $*" >&2
  exit 1
}

# Only root can run the cluster, build images and install packages.
as_root() { ((EUID == 0)) || die "${1:-this} needs root; run it as root"; }

# Takes the lock of that name, which is released when this script ends.
only_one() {
  mkdir -p "$CACHE"
  exec {lock}>"$CACHE/$1.lock"
  flock "$lock"
}

# Seconds since a time in nanoseconds, with one decimal.
seconds_since() {
  local tenths=$((($(date +%s%N) - $1) / 100000000))
  echo "$((tenths / 10)).$((tenths % 10))"
}
