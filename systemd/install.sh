#!/bin/sh
# Installs the companion on a Raspberry Pi as a service, or removes it. Run as root; a second run is an update.
#
#   install.sh [WHEEL]       from the clone of this script, or from a wheel
#   install.sh --uninstall   removes everything but records, decks and settings
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
VOICE=companion-voice.socket
CLUB=companion-club.service
HOME_OF_PROGRAM=/opt/companion
COMMAND=/usr/local/bin/companion
PLACES="
companion.sysusers        /etc/sysusers.d/companion.conf
companion.tmpfiles        /etc/tmpfiles.d/companion.conf
60-companion-readers.rules /etc/udev/rules.d/60-companion-readers.rules
90-companion-stick.rules   /etc/udev/rules.d/90-companion-stick.rules
companion.modules         /etc/modules-load.d/companion.conf"
# Each version has its own; the service manager finds them through the link to the version in use (switch.sh).
UNITS="companion.service companion-scoreboard.service $SOCKET companion-voice.service $VOICE $CLUB
companion-poweroff.service companion-poweroff.socket companion-settings.service companion-settings.socket"
UNITS_IN=/usr/local/lib/systemd/system
TABLE_STARTS=$UNITS_IN/multi-user.target.wants/companion.service
SCOREBOARD_STARTS=$UNITS_IN/sockets.target.wants/$SOCKET
VOICE_STARTS=$UNITS_IN/sockets.target.wants/$VOICE
CLUB_STARTS=$UNITS_IN/multi-user.target.wants/$CLUB
# The places of earlier versions, and their polkit rule.
EARLIER_UNITS_IN=/etc/systemd/system
PCSC_RULE=/etc/polkit-1/rules.d/60-companion-pcsc.rules
EARLIER_RULE=/etc/polkit-1/rules.d/50-companion-poweroff.rules
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

# Before any change; without an argument: the clone.
is_a_wheel() {
    case $1 in
        '') return 0 ;;
        *.whl) [ ! -f "$1" ] || return 0 ;;
    esac
    echo "install.sh: $1 is no wheel; it takes --uninstall or the file of a wheel, *.whl" >&2
    exit 2
}

install_all() {
    keep_on
    new=$HOME_OF_PROGRAM/environment-$(date +%Y%m%d-%H%M%S)
    debian_packages python3-venv python3-spidev
    [ "$(dpkg --print-architecture 2>/dev/null)" != armhf ] || debian_packages python3-pil python3-libgpiod
    run python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
    read_settings "$1"
    [ -z "$SPEAKS" ] || debian_packages espeak-ng alsa-utils
    # shellcheck disable=SC2086 # one word a package
    [ -z "$OF_READERS" ] || debian_packages $OF_READERS
    program "$1"
    starter
    units
    echo "$PLACES" | while read -r file place; do
        [ -z "$file" ] || put "$HERE/$file" "$place"
    done
    if wants_pcsc; then put "$HERE/companion-pcsc.rules" $PCSC_RULE; else remove $PCSC_RULE; fi
    users
    buses "$(bus_lines)"
    start
    ended "Done. What the table says: journalctl -u companion -f. Its data: /var/lib/companion, its settings: /etc/companion."
}

# The table does not switch the box off by itself meanwhile (companion/runtime/systemd.py).
STAYS_ON=/run/companion-sockets/stays-on
keep_on() {
    [ -z "$ROOT$DRY_RUN" ] && mkdir -p $STAYS_ON && : >$STAYS_ON/installation || return 0
    trap 'rm -f $STAYS_ON/installation' EXIT
    trap 'exit 1' HUP INT TERM
}

# ---------------------------------------------------------------- helpers of the steps

# Print a command, and run it unless this is a dry run.
run() {
    echo "+ $*"
    [ -n "$ROOT$DRY_RUN" ] || "$@"
}

# The last words, unless nothing has happened.
ended() {
    if [ -n "$DRY_RUN" ]; then
        echo "These are the steps. Nothing was changed."
    else
        printf '%s\n' "$@"
    fi
}

# Write a file from standard input atomically: power may fail at any moment.
write() {
    echo "  $ROOT$1"
    if [ -n "$DRY_RUN" ]; then cat >/dev/null; return; fi
    mkdir -p "$(dirname "$ROOT$1")"
    cat >"$ROOT$1.new"
    chmod 644 "$ROOT$1.new"
    sync "$ROOT$1.new"
    mv "$ROOT$1.new" "$ROOT$1"
    sync "$(dirname "$ROOT$1")"
}

# Install a file unless the same one is there.
put() {
    cmp -s "$1" "$ROOT$2" || write "$2" <"$1"
}

# Make a link $1 to $2, atomically.
link() {
    [ "$(readlink "$ROOT$1")" != "$2" ] || return 0
    echo "  $ROOT$1 -> $2"
    [ -z "$DRY_RUN" ] || return 0
    mkdir -p "$(dirname "$ROOT$1")"
    ln -sfn "$2" "$ROOT$1.new"
    mv -T "$ROOT$1.new" "$ROOT$1"
    sync "$(dirname "$ROOT$1")"
}

remove() {
    if [ -e "$ROOT$1" ] || [ -L "$ROOT$1" ]; then
        echo "- $ROOT$1"
        [ -n "$DRY_RUN" ] || rm -rf -- "$ROOT$1"
    fi
}

# ---------------------------------------------------------------- the program

# Packages without a wheel, which would need a compiler, and programs come from Debian: those of these that are missing.
debian_packages() {
    missing=
    for package in "$@"; do
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

# A new environment next to the one in use, which runs until `start`.
program() {
    source=${1:-$new/source}
    run mkdir -p $HOME_OF_PROGRAM
    run python3 -m venv --system-site-packages "$new"
    [ -n "$1" ] || copy_of_the_clone "$source"
    run "$new/bin/python" -m pip --disable-pip-version-check --quiet install --only-binary :all: "$source$(extras)"
    run "$new/bin/python" -m pip --disable-pip-version-check --quiet install --only-binary :all: --no-deps "$MFRC522"
    [ -n "$1" ] || run rm -rf "$source"
    run "$new/bin/companion" --version
    run ln -sfn $HOME_OF_PROGRAM/.venv/bin/companion $COMMAND
    documents
}

# The panel names them ("health"). They are next to this script in a wheel, above it in a clone.
documents() {
    place=$HERE
    [ -e "$place/wiring.svg" ] || place=$HERE/..
    for document in "$place"/*.md "$place"/wiring.svg "$place"/docs/*; do
        put "$document" "$HOME_OF_PROGRAM${document#"$place"}"
    done
}

# pip builds in a copy; in the clone it would leave files that belong to root.
copy_of_the_clone() {
    run mkdir "$1"
    for part in companion hardware systemd docs pyproject.toml wiring.svg LICENSE; do
        run cp -R "$HERE/../$part" "$1"
    done
    run cp "$HERE/.."/*.md "$1"
}

# Raspberry Pi OS has these groups; plain Debian lacks some. Files of an earlier installation belong to another user id.
users() {
    for group in gpio spi i2c dialout audio; do
        grep -q "^$group:" "$ROOT/etc/group" 2>/dev/null || run groupadd --system "$group"
    done
    run systemd-sysusers companion.conf
    [ ! -d "$ROOT/var/lib/companion" ] || [ "$(stat -c %U "$ROOT/var/lib/companion")" = companion ] ||
        run chown -R companion:companion /var/lib/companion
    run systemd-tmpfiles --create companion.conf
    run sh "$HERE/reserve.sh" companion /var/lib/companion || echo "The card keeps no room that is for records alone."
}

# What the units start: it needs nothing of the environment, and knows which Python that was made for.
starter() {
    write "$new/start" <"$HERE/start.sh"
    [ -n "$DRY_RUN" ] || chmod 755 "$ROOT$new/start"
    write "$new/outdated.pl" <"$HERE/outdated.pl"
    python3 -c 'import os, sys; print("%d.%d" % sys.version_info[:2], os.path.realpath(sys.executable))' | write "$new/made-for"
}

# The units of the new version name its environment; the socket names the address of the settings.
units() {
    for unit in $UNITS; do
        { cat "$HERE/$unit"; added_to "$unit"; } | sed "s|$HOME_OF_PROGRAM/.venv/|$new/|" | with_address |
            write "$new/units/$unit"
    done
}

# What the settings add to a unit.
added_to() {
    if [ "$1" = companion.service ] && wants_pcsc; then cat "$HERE/companion-pcsc.conf"; fi
}

wants_pcsc() {
    case " $OF_READERS " in *" pcscd "*) ;; *) return 1 ;; esac
}

with_address() {
    if [ -n "$LISTENS" ]; then sed "s/^ListenStream=.*/ListenStream=$LISTENS/"; else cat; fi
}

# Store the units of an earlier version, which had none of its own, next to its environment, too.
adopt_earlier_units() {
    version=$(readlink "$ROOT$HOME_OF_PROGRAM/.venv") || return 0
    if [ -e "$ROOT$version/units" ] || [ ! -f "$ROOT$EARLIER_UNITS_IN/companion.service" ]; then return 0; fi
    echo "  $ROOT$version/units"
    [ -z "$DRY_RUN" ] || return 0
    rm -rf "$ROOT$version/units.new"
    mkdir "$ROOT$version/units.new"
    cp "$ROOT$EARLIER_UNITS_IN"/companion*.s* "$ROOT$version/units.new"
    sync -f "$ROOT$version"
    mv "$ROOT$version/units.new" "$ROOT$version/units"
}

link_units() {
    adopt_earlier_units
    for unit in $UNITS; do
        link "$UNITS_IN/$unit" "$HOME_OF_PROGRAM/.venv/units/$unit"
    done
    link $TABLE_STARTS ../companion.service
    if [ -n "$LISTENS" ]; then link $SCOREBOARD_STARTS ../$SOCKET; else remove $SCOREBOARD_STARTS; fi
    if [ -n "$SPEAKS" ]; then link $VOICE_STARTS ../$VOICE; else remove $VOICE_STARTS; fi
    if [ -n "$JOINS" ]; then link $CLUB_STARTS ../$CLUB; else remove $CLUB_STARTS; fi
    [ -n "$ROOT$DRY_RUN" ] || sync -f $UNITS_IN
    for unit in $UNITS; do
        remove $EARLIER_UNITS_IN/multi-user.target.wants/"$unit"
        remove $EARLIER_UNITS_IN/sockets.target.wants/"$unit"
        remove $EARLIER_UNITS_IN/"$unit"
    done
}

# ---------------------------------------------------------------- the settings

# Ask the program to be installed, from the clone or the wheel ($1): the scoreboard's address, what is spoken, the box's name
# in its club (empty: off), the readers' serial ports and what they want of Debian. A wrong setting ends the installation here.
read_settings() {
    code=${1:-$HERE/..}
    LISTENS=$(of_settings socket)
    SPEAKS=$(of_settings voice 2>/dev/null)
    JOINS=$(of_settings club 2>/dev/null)
    PORTS=$(of_settings ports 2>/dev/null)
    OF_READERS=$(of_settings debian 2>/dev/null | tr '\n' ' ')
}

of_settings() {
    settings=$ROOT/etc/companion/config.toml
    [ ! -e "$settings" ] || PYTHONPATH=$code PYTHONDONTWRITEBYTECODE=1 python3 -Ps -m companion config "$1" --config "$settings"
}

# The packages of the page and the club, if they are on.
extras() {
    wanted=${LISTENS:+web,}${JOINS:+club,}
    [ -z "$wanted" ] || echo "[${wanted%,}]"
}

# ---------------------------------------------------------------- the buses

config_txt() {
    for place in /boot/firmware/config.txt /boot/config.txt; do
        if [ -e "$ROOT$place" ]; then echo "$place"; return; fi
    done
}

# The lines for config.txt. The UART only if a reader of the settings uses it; the Pi 5 has another name for it.
bus_lines() {
    printf '%s\n' '[all]' 'dtparam=spi=on' 'dtparam=i2c_arm=on,i2c_arm_baudrate=400000'
    if echo "$PORTS" | grep -Eqx '/dev/(serial[0-9]+|ttyAMA[0-9]+|ttyS[0-9]+)'; then
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
    else # changed by a person since
        echo "$rest" | write "$place"
    fi
}

# ---------------------------------------------------------------- the service

# Whether a service manager runs: not in a tree or an image, where enabling works nevertheless.
manager() {
    [ -n "$ROOT$DRY_RUN" ] || [ -d /run/systemd/system ]
}

start() {
    link_units
    [ -z "$LISTENS" ] || echo "The scoreboard: http://$LISTENS/"
    if manager; then
        run modprobe -q i2c-dev || true
        run systemctl daemon-reload
        run udevadm control --reload
    fi
    run sh "$HERE/switch.sh" $HOME_OF_PROGRAM "$new"
    remove $EARLIER_RULE
    manager || return 0
    run systemctl restart companion-poweroff.socket companion-settings.socket # an earlier version had them elsewhere, or not
    run systemctl stop $SOCKET companion-scoreboard.service $VOICE companion-voice.service $CLUB
    [ -z "$LISTENS" ] || run systemctl start $SOCKET
    [ -z "$SPEAKS" ] || run systemctl start $VOICE
    [ -z "$JOINS" ] || run systemctl start $CLUB
}

uninstall() {
    # shellcheck disable=SC2086 # one word a unit
    ! manager || run systemctl stop $UNITS || true # fails for those that the installed version has not
    remove $TABLE_STARTS
    remove $SCOREBOARD_STARTS
    remove $VOICE_STARTS
    remove $CLUB_STARTS
    for unit in $UNITS; do
        remove "$UNITS_IN/$unit"
        remove $EARLIER_UNITS_IN/multi-user.target.wants/"$unit"
        remove $EARLIER_UNITS_IN/sockets.target.wants/"$unit"
        remove $EARLIER_UNITS_IN/"$unit"
    done
    echo "$PLACES" | while read -r _ place; do
        [ -z "$place" ] || remove "$place"
    done
    remove $EARLIER_RULE
    remove $PCSC_RULE
    remove /var/cache/companion-scoreboard
    remove /var/cache/companion-voice
    remove /var/lib/companion-club
    remove $COMMAND
    remove $HOME_OF_PROGRAM
    buses_as_before
    ! manager || run systemctl daemon-reload
    [ ! -d "$ROOT/var/lib/companion" ] || run sh "$HERE/reserve.sh" root /var/lib/companion || true
    for user in companion companion-scoreboard companion-voice companion-club; do
        ! grep -q "^$user:" "$ROOT/etc/passwd" 2>/dev/null || run userdel "$user"
    done
    ended "Gone. Kept: records and decks in /var/lib/companion (now of no user; another installation takes them over)," \
        "games of others in /var/lib/companion-games, settings in /etc/companion, and what Debian had to give."
}

main "$@"
