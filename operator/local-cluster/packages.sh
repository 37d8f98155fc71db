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

# Prints the missing ones of these Debian packages. dpkg also lists removed packages with their configuration.
missing_packages() {
  comm -23 <(printf '%s\n' "$@" | sort) <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^installed //p' | sort)
}
