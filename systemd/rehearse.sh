#!/bin/sh
# `make rehearse`: the whole installation in an arm64 Debian tree, as on a Pi without its chips. Takes some five minutes.
set -eu
# shellcheck source=rehearsal.sh
. "$(dirname "$0")/rehearsal.sh"

main() {
    needs debootstrap qemu-aarch64-static
    [ "$(uname -m)" = aarch64 ] || [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || {
        echo "The kernel does not run arm64 programs: mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc," >&2
        echo "then update-binfmts --enable qemu-aarch64" >&2
        exit 2
    }
    tree arm64
    wheels aarch64
    say "install" && inside sh /clone/systemd/install.sh
    say "is it there?" && inside sh -eu -c '
        uname -m
        companion --version
        companion rules birddog | head -n 3
        grep -x dtparam=spi=on /boot/firmware/config.txt
        [ -e /usr/local/lib/systemd/system/multi-user.target.wants/companion.service ]
        [ /usr/local/lib/systemd/system/companion.service -ef /opt/companion/environment-*/units/companion.service ]
        getent passwd companion companion-scoreboard companion-voice companion-club
        ! command -v gcc cc'
    say "a table without wires is refused" && [ "$(inside sh -c 'companion play >/dev/null 2>&1; echo $?')" = 2 ]
    say "again, as an update; no table runs here, so nothing is taken away" && inside sh /clone/systemd/install.sh >/dev/null
    [ "$(find "$TREE/opt/companion" -maxdepth 1 -name 'environment-*' | wc -l)" = 2 ]
    say "uninstall" && inside sh /clone/systemd/install.sh --uninstall
    [ ! -e "$TREE/opt/companion" ]
    if grep '^companion' "$TREE/etc/passwd"; then exit 1; fi
    say "The rehearsal went well."
}

main
