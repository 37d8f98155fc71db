# Debian packages. Sourced, never run.
# shellcheck shell=bash

. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# Waits up to five minutes for other package installations, which a fresh machine starts by itself.
apt_get() { apt-get -o DPkg::Lock::Timeout=300 "$@"; }

# apt-get's own waiting ignores the lock of the package lists.
update_packages() {
  local output
  for ((i = 0; i < 60; i++)); do
    output=$(LC_ALL=C apt_get update 2>&1) && return
    [[ $output == *"Could not get lock"* ]] || break
    sleep 5
  done
  echo "$output" >&2
  return 1
}

# Downloads Debian packages into the current folder.
download_packages() {
  local download=(apt_get download -q -o APT::Sandbox::User=root "$@")
  "${download[@]}" || { update_packages && "${download[@]}"; } # its package lists may be missing or out of date
}

# Sets apt to the arguments with which apt-get and apt-cache know one suite and architecture, by package lists of their
# own; the machine's stay as they are.
apt_of() { # suite, architecture
  local lists=$CACHE/apt/$1-$2 repository
  # shellcheck disable=SC2016 # apt-get's own variable
  repository=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -1)
  mkdir -p "$lists"/{lists,archives}/partial
  echo "deb [arch=$2 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $repository $1 main" \
    >"$lists/sources.list"
  apt=(-q -o APT::Sandbox::User=root -o APT::Architecture="$2" -o APT::Architectures="$2"
    -o Dir::Etc::SourceList="$lists/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::State::Lists="$lists/lists" -o Dir::Cache="$lists" -o Dir::State::status=/dev/null)
  apt_get "${apt[@]}" update
}

# Unpacks the package of a requirements file into a folder. pip takes only one version of a package at a time, and
# downloads nothing twice.
python_package() { # requirements, package[==version], folder
  local name=${2%%==*}
  grep "^$2\b" "$1" >"$3.txt"
  /usr/bin/python3 -m pip download -q --no-deps --only-binary :all: --require-hashes -d "$CACHE/wheels" -r "$3.txt"
  /usr/bin/python3 -m zipfile -e \
    "$CACHE/wheels/${name//-/_}-$(sed -E 's/^[^=]*==([^ ]*) .*/\1/' "$3.txt")"-*.whl "$3"
}

# Prints the missing ones of these Debian packages. dpkg also lists removed packages with their configuration.
missing_packages() {
  comm -23 <(printf '%s\n' "$@" | sort) <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^installed //p' | sort)
}
