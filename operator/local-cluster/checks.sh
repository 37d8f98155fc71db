# Shared by the shell tests: counted checks, and a folder for their files. Sourced, never run.
# shellcheck shell=bash

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
passed=0 failed=0

check() { # claim, command
  local claim=$1
  shift
  if "$@" >"$work/output" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $claim"
  else
    failed=$((failed + 1))
    echo "FAILED  $claim"
    sed 's/^/        /' "$work/output"
  fi
}

verdict() {
  echo "$passed passed, $failed failed"
  ((failed == 0))
}
