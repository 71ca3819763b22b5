#!/bin/sh
# The new environment takes the place of the old one, and gives it back if the table does not come up with it.
#
#   switch.sh HOME NEW    HOME/.venv is a link to the environment in use, NEW lies whole beside that one
#
# The link changes by one rename: wherever this is cut off, there is a whole version to start. The old one is taken away
# only when the new one has said READY. Exit status 1: it did not, and the old one runs again.
set -eu
home=$1
new=$2
old=$(readlink "$home/.venv" || true)

point_to() {
    ln -sfn "$1" "$home/.venv.new"
    mv -T "$home/.venv.new" "$home/.venv"
}

# A table that did not run before says nothing about the new version: its wires or its settings may be wrong.
may_be_judged() {
    [ -n "$old" ] && [ "$old" != "$new" ] && [ -e "$old" ] && [ "$(systemctl is-active companion.service)" = active ]
}

if may_be_judged; then
    point_to "$new"
    if ! systemctl restart companion.service; then # it waits for READY
        point_to "$old"
        systemctl restart --no-block companion.service
        rm -rf -- "$new"
        echo "The new version does not come up, the old one runs again. What went wrong: journalctl -u companion" >&2
        exit 1
    fi
else
    point_to "$new"
    systemctl restart --no-block companion.service || true # in a tree or an image no service manager runs
fi
for other in "$home"/environment-*; do
    [ "$other" = "$new" ] || [ ! -e "$other" ] || rm -rf -- "$other"
done
