#!/usr/bin/env bash
# Runs a command in a virtual machine with cgroups of version 2 only, and ends with its exit code. QEMU emulates the
# processor, ten times slower than a real one. What the command writes is lost, except in /vm, which is $SHARE here.
# usage: ARCHITECTURE=amd64|arm64 SHARE=folder DISK=ext4 image [ROOT=/] [MEMORY=8G] [MINUTES=30] run.sh command...
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../env.sh"

kernel=$CACHE/vm/$ARCHITECTURE
# shellcheck disable=SC2054 # one argument with a comma
case $ARCHITECTURE in
  amd64) qemu=(qemu-system-x86_64 -cpu Nehalem) console=ttyS0 ;;
  arm64) qemu=(qemu-system-aarch64 -machine virt -cpu max,pauth-impdef=on) console=ttyAMA0 ;;
esac
printf '%q ' "$@" >"$SHARE/command"
cat >"$SHARE/run" <<R
#!/bin/sh
export HOME=/root LANG=C.UTF-8 PATH=$PATH HOTSPOTTER_CACHE=$CACHE
stty -F /dev/console -onlcr 2>/dev/null
cd /vm
bash /vm/command </dev/null
echo \$? >/vm/code
kill -9 -1
sync
echo o >/proc/sysrq-trigger
while :; do sleep 60; done # the first process must not end
R
chmod 755 "$SHARE/run"
rm -f "$SHARE/code"
timeout --foreground "$((${MINUTES:-30} * 60))" "${qemu[@]}" -accel tcg,thread=multi,tb-size=512 -smp 2 \
  -m "${MEMORY:-8G}" -nodefaults -display none -no-reboot -serial stdio \
  -kernel "$kernel/vmlinuz" -initrd "$kernel/initrd" \
  -append "console=$console quiet loglevel=1 panic=-1 mitigations=off" \
  -virtfs "local,path=${ROOT:-/},mount_tag=root,security_model=none,readonly=on,multidevs=remap" \
  -virtfs "local,path=$kernel/modules,mount_tag=modules,security_model=none,readonly=on" \
  -virtfs "local,path=$SHARE,mount_tag=vm,security_model=none" \
  -drive "file=$DISK,if=virtio,format=raw,cache=unsafe" </dev/null || true
[[ -f $SHARE/code ]] || die "the virtual machine ended without its command, within ${MINUTES:-30} minutes"
exit "$(<"$SHARE/code")"
