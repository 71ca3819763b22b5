#!/bin/sh
# Replace the version in use by the new one, if the table starts with it.
#
#   switch.sh HOME NEW    HOME/.venv is a link to the version in use, NEW is complete next to it
#
# A version is an environment with its units (environment-*/units, which name this environment). One link in HOME names both,
# and one rename changes it when the new version has sent READY. Until then units in /run try the new version; a power cut
# removes them, so that the next boot takes the version that last sent READY. Two more links:
#
#   HOME/.ready     the version that last sent READY
#   HOME/.proven    the version that last sent READY in a later boot than that of its installation
#
# Everything is on the SD card before a link names it or anything else is deleted. Exit status 1: the new version did not
# start, and the version that was ready before runs again.
set -eu
home=$1
new=$2
TRIAL=${TRIAL:-/run/systemd/system}
boot=$(cat /proc/sys/kernel/random/boot_id)
current=$(readlink "$home/.venv" || true)

main() {
    echo "$boot" >"$new/installed-in"
    sync -f "$new"
    # No service manager runs in a tree or an image. A table that was never ready says nothing about the new version: its
    # wires or its settings may be wrong.
    if [ "$(systemctl is-system-running)" = offline ]; then
        name .venv "$new"
        return
    fi
    was=$(systemctl is-active companion.service) || true
    [ "$was" != active ] || remember
    ready=$(readlink "$home/.ready" || true)
    if [ ! -d "$ready" ]; then
        name .venv "$new"
        systemctl daemon-reload
        systemctl restart --no-block companion.service || true
    elif comes_up; then
        name .venv "$new"
        name .ready "$new"
        no_trial
        [ "$was" != active ] || delete_others
    else
        name .venv "$ready"
        no_trial
        systemctl restart --no-block companion.service || true
        [ "$was" != active ] || rm -rf -- "$new"
        echo "The new version does not come up, the old one runs again. What went wrong: journalctl -u companion" >&2
        exit 1
    fi
}

# Make the link $1 of the home name the version $2, also after a power cut.
name() {
    ln -sfn "$2" "$home/$1.new"
    mv -T "$home/$1.new" "$home/$1"
    sync -f "$home"
}

# The state of the version in use.
remember() {
    name .ready "$current"
    [ "$(cat "$current/installed-in" 2>/dev/null)" = "$boot" ] || name .proven "$current"
}

comes_up() {
    mkdir -p "$TRIAL"
    for unit in "$new"/units/*; do ln -sfn "$unit" "$TRIAL"; done
    systemctl daemon-reload
    systemctl restart companion.service # it waits for READY
}

no_trial() {
    for unit in "$new"/units/*; do rm -f -- "$TRIAL/${unit##*/}"; done
    systemctl daemon-reload
}

# Keep the previous version until this one has been ready after a boot, too; the next update then deletes it.
delete_others() {
    proven=$(readlink "$home/.proven" || true)
    for other in "$home"/environment-*; do
        case $other in
            "$new" | "$current" | "$proven") ;;
            *) rm -rf -- "$other" ;;
        esac
    done
}

main
