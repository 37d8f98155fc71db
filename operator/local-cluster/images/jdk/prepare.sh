#!/usr/bin/env bash
# Copies this machine's JDK 25 into the current folder, with what its links lead to: Debian keeps the certificates elsewhere.
set -euo pipefail

cp -rL "$JAVA_HOME/." .
