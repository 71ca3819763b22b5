# The common part of both rehearsals, sourced by rehearse.sh and rehearse-service.sh.
# shellcheck shell=sh

CLONE=$(cd "$(dirname "$0")/.." && pwd)
TREES=${TREES:-/var/tmp/companion-rehearsal}
SUITE=${SUITE:-bookworm}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
PYTHON=${PYTHON:-python3}

# Print what is missing and end: a rehearsal that cannot run has not failed.
needs() {
    [ "$(id -u)" = 0 ] || { echo "A rehearsal makes a Debian tree and wants root: sudo make rehearse" >&2; exit 2; }
    missing=
    for program in "$@"; do
        command -v "$program" >/dev/null || missing="$missing $program"
    done
    [ -z "$missing" ] && return
    echo "Missing:$missing. Debian has them: apt install debootstrap qemu-user-static binfmt-support systemd-container" >&2
    exit 2
}

# A fresh tree of one architecture; debootstrap's part is cached.
tree() {
    base=$TREES/$SUITE-$1
    if [ ! -e "$base/etc/debian_version" ] || [ -e "$base/debootstrap" ]; then
        rm -rf "$base"
        mkdir -p "$TREES"
        debootstrap --arch="$1" --variant=minbase \
            --include=systemd,systemd-sysv,dbus,udev,ca-certificates,python3-venv "$SUITE" "$base" "$MIRROR"
    fi
    TREE=$TREES/now-$1
    rm -rf "$TREE"
    cp -a "$base" "$TREE"
    cp -L /etc/resolv.conf "$TREE/etc/resolv.conf"
    mkdir -p "$TREE/boot/firmware" "$TREE/clone"
    printf 'dtparam=audio=on\n\n[all]\n' >"$TREE/boot/firmware/config.txt"
    (cd "$CLONE" && tar -cf - --exclude=.venv --exclude=.git --exclude=build .) | tar -xf - -C "$TREE/clone"
}

# Download the wheels that pip will need, for the tree's Python and machine ($1).
wheels() {
    version=$(chroot "$TREE" python3 -c 'import sys; print("%d%d" % sys.version_info[:2])')
    "$PYTHON" -m pip --quiet wheel --no-deps --wheel-dir "$TREE/wheels" "$TREE/clone"
    rm -rf "$TREE/clone/build"
    ours=$(echo "$TREE"/wheels/tabletop_companion-*.whl)
    "$PYTHON" -m pip --quiet download --only-binary=:all: --python-version "$version" \
        --platform "manylinux2014_$1" --platform "manylinux_2_28_$1" --dest "$TREE/wheels" \
        "${ours}[web]" setuptools wheel
    "$PYTHON" -m pip --quiet download --no-deps --dest "$TREE/wheels" mfrc522==0.0.7
}

say() {
    printf '\n== %s\n' "$*"
}

# Run a command in the tree, with the wheels instead of a package index.
inside() {
    unshare --mount --pid --fork --root="$TREE" --mount-proc \
        env PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels PIP_ROOT_USER_ACTION=ignore DEBIAN_FRONTEND=noninteractive "$@"
}
