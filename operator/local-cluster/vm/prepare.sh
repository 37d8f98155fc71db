#!/usr/bin/env bash
# Makes what vm/run.sh boots, from Debian's kernel: $CACHE/vm/<architecture>/{vmlinuz,initrd,modules}.
# usage: prepare.sh amd64|arm64
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../packages.sh"

MODULES=(virtio_pci virtio_blk 9pnet_virtio 9p overlay ext4) # all others are loaded when something needs them

architecture=$1
out=$CACHE/vm/$architecture
only_one "vm-$architecture"
made_by=$(cat "${BASH_SOURCE[0]}" "$HERE/vm/init" | sha256sum)
[[ $(cat "$out/complete" 2>/dev/null) != "$made_by" ]] || exit 0
echo "preparing the kernel for virtual machines ($architecture)"
rm -rf "$out"
mkdir -p "$out"/{debs,initrd-root}
cd "$out"
apt_of bookworm "$architecture" >apt.log
image=$(apt-cache "${apt[@]}" depends "linux-image-$architecture" | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p')
(cd debs && apt_get "${apt[@]}" download "$image" busybox-static >>../apt.log)
dpkg-deb -x debs/linux-image-*.deb kernel
dpkg-deb -x debs/busybox-static_*.deb busybox
rm -r debs
release=${image#linux-image-}
mv "kernel/boot/vmlinuz-$release" vmlinuz
depmod -b kernel "$release" # the package leaves that to its installation
(
  cd initrd-root
  mkdir -p bin dev disk lower modules new proc sys
  cp ../busybox/bin/busybox bin/
  install -m 755 "$HERE/vm/init" init
  number=100
  while read -r module; do
    number=$((number + 1))
    cp "$module" "modules/$number-$(basename "$module")" # in the order in which they need each other
  done < <(modprobe -a -d "$out/kernel" -S "$release" --show-depends "${MODULES[@]}" |
    awk '$1 == "insmod" && !seen[$2]++ { print $2 }')
  find . | cpio -o -H newc --quiet | gzip -1 >../initrd
)
mv kernel/lib/modules modules
rm -rf initrd-root kernel busybox
echo "$made_by" >complete
