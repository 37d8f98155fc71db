#!/usr/bin/env bash
# Copies this machine's JDK 25 and its links' targets into the current folder: Debian keeps certificates elsewhere.
set -euo pipefail

cp -rL "$JAVA_HOME/." .
