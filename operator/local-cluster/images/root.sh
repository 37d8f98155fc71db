# What every root file system has besides its libraries: a shell's commands, users, folders. Sourced, never run.
# shellcheck shell=bash

# Completes the root file system in the current folder, into which Debian's packages were unpacked.
complete_root() {
  local commands command
  rm -rf usr/share
  commands=$(chroot . /bin/busybox --list) # with its own libraries, which may be newer than this machine's
  for command in $commands; do
    [[ -e bin/$command ]] || ln -s busybox "bin/$command"
  done
  mkdir -p etc home tmp
  chmod 1777 tmp
  printf '%s\n' root:x:0:0:root:/:/bin/sh nonroot:x:65532:65532:nonroot:/home:/bin/sh >etc/passwd
  printf '%s\n' root:x:0: nonroot:x:65532: >etc/group
  echo 'hosts: files dns' >etc/nsswitch.conf
}
