#!/usr/bin/env bats
# Tests a whole release, signed with keys made for it and pushed to a registry on this machine, as users verify it.

bats_require_minimum_version 1.5.0 # run !

# The SPDX project's own validator.
VALIDATOR=org.spdx:tools-java:2.0.1:jar:jar-with-dependencies

setup_file() {
  setup
  export GNUPGHOME COSIGN_PASSWORD='' COSIGN_KEY=$BATS_FILE_TMPDIR/cosign.key REGISTRY
  GNUPGHOME=$(mktemp -d) # short, because the agent's socket is in it
  gpg --batch --passphrase '' --quick-generate-key release@example.com rsa2048 sign never
  (cd "$BATS_FILE_TMPDIR" && cosign generate-key-pair)
  touch "$BATS_FILE_TMPDIR/registry.log"
  crane registry serve --address 127.0.0.1:0 >"$BATS_FILE_TMPDIR/registry.log" 2>&1 3>&- &
  echo $! >"$BATS_FILE_TMPDIR/registry.pid"
  for ((i = 0; i < 100; i++)); do
    port=$(sed -n 's/.*serving on port \([0-9]*\).*/\1/p' "$BATS_FILE_TMPDIR/registry.log")
    [[ -z $port ]] || break
    sleep 0.1
  done
  REGISTRY=localhost:$port/team
  GPG_KEY=release@example.com "$REPO/.ci/release/release" "$VERSION" 3>&-
  cp -r "$REPO/build/release" "$BATS_FILE_TMPDIR/release"
}

teardown_file() {
  kill "$(<"$BATS_FILE_TMPDIR/registry.pid")"
  gpgconf --kill gpg-agent
  rm -r "$GNUPGHOME"
}

setup() {
  . "$BATS_TEST_DIRNAME/../../operator/local-cluster/env.sh"
  VERSION=$(sed -n 's:^  <version>\(.*\)</version>:\1:p' "$REPO/operator/pom.xml")
  RELEASE=$BATS_FILE_TMPDIR/release
  cd "$RELEASE" 2>/dev/null || true
}

# The digest of an image's layout in its archive.
archived() { tar -xOf "hotspotter-$1-$VERSION.oci.tar" ./index.json | jq -r '.manifests[0].digest'; }

# Prints the packages of all documents in the form of package URLs.
packages() { jq -r '.packages[].externalRefs[].referenceLocator' ./*.spdx.json; }

@test "the checksums are of all files, and signed" {
  sha256sum --check --strict SHA256SUMS
  diff <(awk '{ print $2 }' SHA256SUMS | sort) <(find . -type f ! -name 'SHA256SUMS*' | sort)
  gpg --verify SHA256SUMS.asc SHA256SUMS
  cosign verify-blob --key "${COSIGN_KEY%.key}.pub" --insecure-ignore-tlog --bundle SHA256SUMS.sigstore.json SHA256SUMS
}

@test "changed checksums have no valid signature" {
  sed 's/^./0/' SHA256SUMS >"$BATS_TEST_TMPDIR/SHA256SUMS"
  run ! gpg --verify SHA256SUMS.asc "$BATS_TEST_TMPDIR/SHA256SUMS"
  run ! cosign verify-blob --key "${COSIGN_KEY%.key}.pub" --insecure-ignore-tlog --bundle SHA256SUMS.sigstore.json \
    "$BATS_TEST_TMPDIR/SHA256SUMS"
}

@test "helm verifies the chart, and refuses a changed one" {
  gpg --export >"$BATS_TEST_TMPDIR/keys.gpg"
  helm verify --keyring "$BATS_TEST_TMPDIR/keys.gpg" "hotspotter-$VERSION.tgz"
  cp "hotspotter-$VERSION.tgz"* "$BATS_TEST_TMPDIR/"
  echo >>"$BATS_TEST_TMPDIR/hotspotter-$VERSION.tgz"
  run ! helm verify --keyring "$BATS_TEST_TMPDIR/keys.gpg" "$BATS_TEST_TMPDIR/hotspotter-$VERSION.tgz"
  [[ $output == *"does not match"* ]]
}

@test "the chart names the images by their digests" {
  helm template hotspotter "hotspotter-$VERSION.tgz" >"$BATS_TEST_TMPDIR/rendered.yaml"
  grep -qF "image: $REGISTRY/operator@$(archived operator)" "$BATS_TEST_TMPDIR/rendered.yaml"
  grep -qF "value: $REGISTRY/sidecar@$(archived sidecar)" "$BATS_TEST_TMPDIR/rendered.yaml"
  run ! grep -E "$REGISTRY/[a-z]+:" "$BATS_TEST_TMPDIR/rendered.yaml"
}

@test "the registry has the images under these digests, signed, and the chart" {
  for image in operator sidecar; do
    [[ $(crane digest "$REGISTRY/$image:$VERSION") == "$(archived "$image")" ]]
    cosign verify --key "${COSIGN_KEY%.key}.pub" --insecure-ignore-tlog --allow-http-registry \
      "$REGISTRY/$image@$(archived "$image")"
  done
  crane manifest "$REGISTRY/sidecar:$VERSION" | jq -e '[.manifests[].platform.architecture] == ["amd64", "arm64"]'
  helm pull --plain-http "oci://$REGISTRY/charts/hotspotter" --version "$VERSION" -d "$BATS_TEST_TMPDIR"
  cmp "$BATS_TEST_TMPDIR/hotspotter-$VERSION.tgz" "hotspotter-$VERSION.tgz"
}

@test "SPDX's validator accepts the documents, and refuses an incomplete one" {
  mvn -B -ntp -q dependency:copy -Dartifact="$VALIDATOR" -DoutputDirectory="$BATS_TEST_TMPDIR"
  # It reads its own copy of the list of licenses, with a complaint if there is no network.
  validate() { java -Dorg.spdx.useJARLicenseInfoOnly=true -jar "$BATS_TEST_TMPDIR"/tools-java-*.jar Verify "$1"; }
  for document in *.spdx.json; do
    validate "$document"
  done
  jq 'del(.packages[0].downloadLocation)' chart.spdx.json >"$BATS_TEST_TMPDIR/incomplete.spdx.json"
  run ! validate "$BATS_TEST_TMPDIR/incomplete.spdx.json"
}

@test "the documents have every library that go.mod and pom.xml declare for the images" {
  packages >"$BATS_TEST_TMPDIR/packages"
  {
    go -C "$REPO/sidecar" mod edit -json | jq -r '.Require[] | "pkg:golang/\(.Path)@\(.Version)"'
    mvn -B -ntp -q -f "$REPO/operator/pom.xml" dependency:list -DexcludeTransitive -DincludeScope=runtime \
      -DoutputFile="$BATS_TEST_TMPDIR/libraries" >&2 &&
      sed -nE 's/^ +([^:]+):([^:]+):jar:([^:]+):(compile|runtime).*/pkg:maven\/\1\/\2@\3/p' \
        "$BATS_TEST_TMPDIR/libraries"
  } >"$BATS_TEST_TMPDIR/declared"
  (($(wc -l <"$BATS_TEST_TMPDIR/declared") > 15))
  run grep -vxFf "$BATS_TEST_TMPDIR/packages" "$BATS_TEST_TMPDIR/declared"
  echo "missing: $output"
  [[ -z $output ]]
}

@test "the operator's document has the Java runtime and Debian's packages" {
  jq -r '.packages[].name' operator.spdx.json >"$BATS_TEST_TMPDIR/names"
  for name in openjdk libc6 busybox; do grep -qx "$name" "$BATS_TEST_TMPDIR/names"; done
}

# Makes a database for the scanner, in which one package is vulnerable in all versions.
database() { # ecosystem, package
  jq -n --arg ecosystem "$1" --arg name "$2" '{
    id: "TEST-1", modified: "2026-01-01T00:00:00Z", affected: [{
      package: { ecosystem: $ecosystem, name: $name },
      ranges: [{ type: "ECOSYSTEM", events: [{ introduced: "0" }] }]
    }]
  }' >"$BATS_TEST_TMPDIR/TEST-1.json"
  for ecosystem in Maven Go Debian; do
    mkdir -p "$BATS_TEST_TMPDIR/osv-scalibr/$ecosystem"
    jar --create --no-manifest --file "$BATS_TEST_TMPDIR/osv-scalibr/$ecosystem/all.zip" \
      -C "$BATS_TEST_TMPDIR" TEST-1.json
  done
}

scan() { OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY=$BATS_TEST_TMPDIR "$REPO/.ci/release/scan" ./*.spdx.json; }

@test "the scan reports a vulnerable Java library, Go module or Debian package" {
  while read -r ecosystem package; do
    database "$ecosystem" "$package"
    run -1 scan
    [[ $output == *TEST-1*"have known vulnerabilities"* ]]
  done <<'P'
Maven org.apache.logging.log4j:log4j-core
Go github.com/cenkalti/backoff/v5
Debian:12 glibc
P
}

@test "the scan passes where nothing is known, and says nothing without a database" {
  database Maven com.example:absent
  scan
  rm "$BATS_TEST_TMPDIR/osv-scalibr/Go/all.zip"
  run -1 scan
  [[ $output == *"the scan is incomplete and says nothing"* ]]
}
