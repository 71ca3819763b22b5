#!/bin/sh
# Starts a program of the environment in which this script lies (as `start`), if the Python is there that it was made for.
#
#   start play --data DIR    as companion play --data DIR
#
# After an upgrade of the system Python may be another one: nothing of the environment can be loaded then. This script and
# outdated.pl need nothing of it. They show the picture that the last table has left in DIR/outdated, and start once more a
# little later, so that the panel says it until somebody has installed the companion anew.
set -eu
here=${0%/*}
read -r version python <"$here/made-for"
# shellcheck disable=SC3013 # Debian's sh has -ef
if [ "$here/bin/python" -ef "$python" ]; then exec "$here/bin/companion" "$@"; fi

echo "companion: it was installed for Python $version, and $here/bin/python is another one: run sudo make install" >&2
previous=
for word in "$@"; do
    [ "$previous" != --data ] || perl "$here/outdated.pl" "$word/outdated" || true
    previous=$word
done
exec sleep 50 # less than TimeoutStartSec
