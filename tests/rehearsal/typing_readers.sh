#!/bin/sh
# Tries readers that type at a real kernel, where that of this computer makes no devices of uinput: Debian's own, in a virtual
# machine that sees the file system of this computer and changes nothing there. Wants root and a network; installs qemu. It
# is emulated, not KVM: some computers that are virtual themselves start no kernel by it.
#     sudo make rehearse-typing
set -eu
tree=$(cd "$(dirname "$0")/../.." && pwd)
[ "$(id -u)" = 0 ] || { echo "This wants root: sudo sh $0" >&2; exit 2; }
{ command -v qemu-system-x86_64 && command -v kmod && command -v busybox; } >/dev/null ||
    apt-get install -qq -y --no-install-recommends qemu-system-x86 busybox-static kmod
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/debian" "$place/start/bin" "$place/start/modules" "$place/start/proc" "$place/start/root"
(
    cd "$place"
    image=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
    apt-get download -qq -o APT::Sandbox::User=root "$image"
    dpkg -x ./*.deb debian
)
version=$(ls "$place/debian/lib/modules")
depmod -b "$place/debian" "$version"

# What the kernel starts from: the modules that it wants for this file system and for uinput, in their order.
for module in virtio_pci 9pnet_virtio 9p uinput evdev; do
    modprobe -d "$place/debian" -S "$version" --show-depends "$module"
done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' | while read -r file; do
    cp "$file" "$place/start/modules"
    echo "insmod /modules/$(basename "$file")"
done >"$place/modules.sh"
cp "$(command -v busybox)" "$place/start/bin/busybox"
cat - "$place/modules.sh" >"$place/start/init" <<'INIT'
#!/bin/busybox sh
export PATH=/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc
INIT
cat >>"$place/start/init" <<INIT
mount -t 9p -o trans=virtio,version=9p2000.L,ro host /root
for kind in proc:/proc sysfs:/sys devtmpfs:/dev tmpfs:/tmp; do mount -t "\${kind%%:*}" none "/root\${kind#*:}"; done
chroot /root /bin/sh -c 'cd "$tree" && PATH=/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1 HOME=/tmp \\
    .venv/bin/python -m pytest -q -p no:cacheprovider ${*:-tests/hardware/test_uinput.py}; echo "ended with \$?"'
poweroff -f
INIT
chmod +x "$place/start/init"
(cd "$place/start" && find . | busybox cpio -o -H newc 2>/dev/null | gzip -1) >"$place/start.gz"
qemu-system-x86_64 -accel tcg -cpu max -m 1024 -nographic -no-reboot -net none \
    -kernel "$place/debian/boot/vmlinuz-$version" -initrd "$place/start.gz" -append "console=ttyS0 panic=-1 quiet" \
    -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap | tee "$place/told"
grep -q "ended with 0" "$place/told"
