#!/usr/bin/env bats
# Tests how the scripts find a JDK and missing packages. Needs no cluster.

setup() { . "$BATS_TEST_DIRNAME/packages.sh"; }

fake_jdk() { # version, folder
  mkdir -p "$BATS_TEST_TMPDIR/$2/bin"
  printf 'IMPLEMENTOR="x"\nJAVA_VERSION="%s"\n' "$1" >"$BATS_TEST_TMPDIR/$2/release"
  install -m 755 /dev/null "$BATS_TEST_TMPDIR/$2/bin/javac"
  install -m 755 /dev/null "$BATS_TEST_TMPDIR/$2/bin/jlink"
}

@test "the JDK is found by its release file, not by its folder's name" {
  fake_jdk 11.0.25 jdk-11.0.25
  fake_jdk 25.0.1 a-25-without-compiler
  rm "$BATS_TEST_TMPDIR/a-25-without-compiler/bin/javac"
  fake_jdk 250.1 next
  [[ -z $(jdk 25 "$BATS_TEST_TMPDIR") ]]
  fake_jdk 25.0.3 mine
  [[ $(jdk 25 "$BATS_TEST_TMPDIR") == "$BATS_TEST_TMPDIR/mine" ]]
}

@test "a removed package with its configuration counts as missing" {
  mkdir -p "$BATS_TEST_TMPDIR/info"
  printf 'Package: %s\nStatus: %s\nVersion: 1\nArchitecture: all\nMaintainer: x\nDescription: x\n\n' \
    there 'install ok installed' held 'hold ok installed' removed 'deinstall ok config-files' \
    >"$BATS_TEST_TMPDIR/status"
  missing=$(DPKG_ADMINDIR=$BATS_TEST_TMPDIR missing_packages there held removed never | xargs)
  echo "missing: $missing"
  [[ $missing == "never removed" ]]
}
