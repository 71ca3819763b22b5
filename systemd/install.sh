#!/bin/sh
# Puts the companion on a Raspberry Pi as a service, or takes it away again. Run as root; running it again is an update.
#
#   install.sh [WHEEL]       from the clone that this script lies in, or from a wheel
#   install.sh --uninstall   everything but what people made: records, decks, settings
#
# DRY_RUN=1    print every step, change nothing
# ROOT=DIR     write below DIR instead of /, and only print the commands: for tests and for images
set -eu
umask 022 # the service reads what root writes here

ROOT=${ROOT:-}
DRY_RUN=${DRY_RUN:-}
HERE=$(cd "$(dirname "$0")" && pwd)
MFRC522=mfrc522==0.0.7
SOCKET=companion-scoreboard.socket
HOME_OF_PROGRAM=/opt/companion
COMMAND=/usr/local/bin/companion
PLACES="
companion.service         /etc/systemd/system/companion.service
companion-scoreboard.service /etc/systemd/system/companion-scoreboard.service
companion.sysusers        /etc/sysusers.d/companion.conf
companion-poweroff.rules  /etc/polkit-1/rules.d/50-companion-poweroff.rules
60-companion-readers.rules /etc/udev/rules.d/60-companion-readers.rules
companion.modules         /etc/modules-load.d/companion.conf"
BEGIN='# companion: begin (systemd/install.sh writes these lines and takes them away)'
END='# companion: end'

main() {
    case ${1:-} in
        --uninstall) may_write && uninstall ;;
        -*) echo "install.sh: $1 is no option; it takes --uninstall or a wheel" >&2 && exit 2 ;;
        *) may_write && is_a_wheel "${1:-}" && install_all "${1:-}" ;;
    esac
}

may_write() {
    if [ -z "$ROOT$DRY_RUN" ] && [ "$(id -u)" != 0 ]; then
        echo "This changes the system and wants root: sudo make install. (DRY_RUN=1 only shows the steps.)" >&2
        exit 2
    fi
}

# Before anything is changed; nothing named: the clone.
is_a_wheel() {
    case $1 in
        '') return 0 ;;
        *.whl) [ ! -f "$1" ] || return 0 ;;
    esac
    echo "install.sh: $1 is no wheel; it takes --uninstall or the file of a wheel, *.whl" >&2
    exit 2
}

install_all() {
    debian_packages
    program "$1"
    echo "$PLACES" | while read -r file place; do
        [ -z "$file" ] || put "$HERE/$file" "$place"
    done
    scoreboard_socket
    groups
    run systemd-sysusers companion.conf
    buses "$(bus_lines)"
    start
    echo "Done. What the table says: journalctl -u companion -f. Its data: /var/lib/companion, its settings: /etc/companion."
}

# ---------------------------------------------------------------- what every step is made of

# A command: printed, and run unless this is a rehearsal.
run() {
    echo "+ $*"
    [ -n "$ROOT$DRY_RUN" ] || "$@"
}

# A file from standard input, written beside its place first: the plug may be pulled at any moment.
write() {
    echo "  $ROOT$1"
    if [ -n "$DRY_RUN" ]; then cat >/dev/null; return; fi
    mkdir -p "$(dirname "$ROOT$1")"
    cat >"$ROOT$1.new"
    chmod 644 "$ROOT$1.new"
    sync "$ROOT$1.new"
    mv "$ROOT$1.new" "$ROOT$1"
}

# A file of ours, unless it is there already.
put() {
    cmp -s "$1" "$ROOT$2" || write "$2" <"$1"
}

remove() {
    if [ -e "$ROOT$1" ]; then
        echo "- $ROOT$1"
        [ -n "$DRY_RUN" ] || rm -rf -- "$ROOT$1"
    fi
}

# ---------------------------------------------------------------- the program

# What would want a compiler, or a wheel that nobody offers, comes from Debian.
debian_packages() {
    wanted="python3-venv python3-spidev python3-lgpio polkitd"
    [ "$(dpkg --print-architecture 2>/dev/null)" != armhf ] || wanted="$wanted python3-pil"
    missing=
    for package in $wanted; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok' || missing="$missing $package"
    done
    [ -z "$missing" ] && return
    run apt-get update -qq
    for package in $missing; do
        if [ -n "$ROOT$DRY_RUN" ] || apt-cache show "$package" >/dev/null 2>&1; then
            run apt-get install -qq -y --no-install-recommends "$package"
        else
            echo "There is no $package here; Raspberry Pi OS has it."
        fi
    done
}

# A new environment beside the old one, which goes on running until `start`.
program() {
    new=$HOME_OF_PROGRAM/environment-$(date +%Y%m%d-%H%M%S)
    source=${1:-$new/source}
    run python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
    run mkdir -p $HOME_OF_PROGRAM
    run python3 -m venv --system-site-packages "$new"
    [ -n "$1" ] || copy_of_the_clone "$source"
    run "$new/bin/python" -m pip --disable-pip-version-check --quiet install --prefer-binary "$source$(extras)"
    run "$new/bin/python" -m pip --disable-pip-version-check --quiet install --no-deps "$MFRC522"
    [ -n "$1" ] || run rm -rf "$source"
    run "$new/bin/companion" --version
    run ln -sfn $HOME_OF_PROGRAM/.venv/bin/companion $COMMAND
    documents
}

# The panel names them ("health"): beside this script in a wheel, above it in a clone.
documents() {
    for document in README.md wiring.md wiring.svg; do
        place=$HERE
        [ -e "$place/$document" ] || place=$HERE/..
        put "$place/$document" $HOME_OF_PROGRAM/$document
    done
}

# pip builds in the copy; in the clone it would leave things that belong to root.
copy_of_the_clone() {
    run mkdir "$1"
    for part in companion hardware systemd pyproject.toml README.md wiring.md wiring.svg LICENSE; do
        run cp -R "$HERE/../$part" "$1"
    done
}

# Raspberry Pi OS has these; plain Debian lacks some.
groups() {
    for group in gpio spi i2c dialout; do
        grep -q "^$group:" "$ROOT/etc/group" 2>/dev/null || run groupadd --system "$group"
    done
}

# ---------------------------------------------------------------- the scoreboard

# What the settings say below [scoreboard] of key $1; $2 where they say nothing.
of_scoreboard() {
    of_key='s/^[[:space:]]*'$1'[[:space:]]*=[[:space:]]*"\{0,1\}\([^"#[:space:]]*\).*/\1/p'
    told=$(sed -n "/^\[scoreboard\]/,/^\[/$of_key" "$ROOT/etc/companion/config.toml" 2>/dev/null | head -n 1)
    echo "${told:-$2}"
}

scoreboard_is_on() {
    [ "$(of_scoreboard on false)" = true ]
}

# The packages of the page, only where there is to be one.
extras() {
    ! scoreboard_is_on || echo '[web]'
}

# It listens where the settings say, and is enabled only there.
scoreboard_socket() {
    listen="ListenStream=$(of_scoreboard address 127.0.0.1):$(of_scoreboard port 8090)"
    wanted=$(sed "s/^ListenStream=.*/$listen/" "$HERE/$SOCKET")
    [ "$wanted" = "$(cat "$ROOT/etc/systemd/system/$SOCKET" 2>/dev/null)" ] || echo "$wanted" | write "/etc/systemd/system/$SOCKET"
}

# ---------------------------------------------------------------- the buses

config_txt() {
    for place in /boot/firmware/config.txt /boot/config.txt; do
        if [ -e "$ROOT$place" ]; then echo "$place"; return; fi
    done
}

# The lines for config.txt. The UART only where the settings name a serial reader; the Pi 5 has another name for it.
bus_lines() {
    printf '%s\n' '[all]' 'dtparam=spi=on' 'dtparam=i2c_arm=on,i2c_arm_baudrate=400000'
    if grep -Eqs '^[[:space:]]*kind[[:space:]]*=[[:space:]]*"(pn532|rdm6300|id12la)"' "$ROOT/etc/companion/config.toml"; then
        if grep -qs 'Raspberry Pi 5' "$ROOT/proc/device-tree/model"; then echo 'dtparam=uart0=on'; else echo 'enable_uart=1'; fi
    fi
}

# config.txt without our lines.
without_ours() {
    awk -v begin="$BEGIN" -v end="$END" '$0 == begin { ours = 1 } !ours { print } $0 == end { ours = 0 }' "$1"
}

buses() {
    place=$(config_txt)
    if [ -z "$place" ]; then
        echo "No config.txt: this is no Raspberry Pi, SPI and I2C are left as they are."
        return
    fi
    wanted=$(without_ours "$ROOT$place"; printf '%s\n' "$BEGIN" "$1" "$END")
    [ "$wanted" = "$(cat "$ROOT$place")" ] && return
    [ -e "$ROOT$place.before-companion" ] || write "$place.before-companion" <"$ROOT$place"
    echo "$wanted" | write "$place"
    echo "$1" | sed 's/^/      /'
    echo "The buses are switched on by the next start: sudo reboot"
}

buses_as_before() {
    place=$(config_txt)
    [ -n "$place" ] && grep -qxF "$BEGIN" "$ROOT$place" || return 0
    rest=$(without_ours "$ROOT$place")
    if [ "$rest" = "$(cat "$ROOT$place.before-companion" 2>/dev/null)" ]; then
        write "$place" <"$ROOT$place.before-companion"
        remove "$place.before-companion"
    else # somebody has changed it since
        echo "$rest" | write "$place"
    fi
}

# ---------------------------------------------------------------- the service

# Does a service manager run here? In a tree or an image it does not; enabling works all the same.
manager() {
    [ -n "$ROOT$DRY_RUN" ] || [ -d /run/systemd/system ]
}

start() {
    run systemctl enable companion.service
    if scoreboard_is_on; then
        run systemctl enable $SOCKET
        echo "The scoreboard: http://$(of_scoreboard address 127.0.0.1):$(of_scoreboard port 8090)/"
    else
        run systemctl disable $SOCKET
    fi
    if manager; then
        run modprobe -q i2c-dev || true
        run systemctl daemon-reload
        run udevadm control --reload
    fi
    run sh "$HERE/switch.sh" $HOME_OF_PROGRAM "$new"
    manager || return 0
    run systemctl stop $SOCKET companion-scoreboard.service
    ! scoreboard_is_on || run systemctl start $SOCKET
}

uninstall() {
    if [ -e "$ROOT/etc/systemd/system/companion.service" ]; then
        run systemctl disable companion.service $SOCKET
        ! manager || run systemctl stop $SOCKET companion-scoreboard.service companion.service
    fi
    echo "$PLACES" | while read -r _ place; do
        [ -z "$place" ] || remove "$place"
    done
    remove /etc/systemd/system/$SOCKET
    remove /var/cache/companion-scoreboard
    remove $COMMAND
    remove $HOME_OF_PROGRAM
    buses_as_before
    ! manager || run systemctl daemon-reload
    echo "Gone. Kept: records and decks in /var/lib/companion, settings in /etc/companion, the user companion."
}

main "$@"
