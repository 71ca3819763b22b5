#!/bin/sh
# `make rehearse-service`: a real systemd boots a Debian tree with the service installed. The service becomes ready, hangs,
# is killed by its watchdog, crashes, comes back each time, serves its scoreboard, and stops.
# Its wires are simulated (tests/service_process.py); DeviceAllow and IPAddressDeny cannot be tried this way.
set -eu
# shellcheck source=rehearsal.sh
. "$(dirname "$0")/rehearsal.sh"

main() {
    needs debootstrap systemd-nspawn
    machine=$(uname -m)
    tree "$(dpkg --print-architecture)"
    wheels "$machine"
    mkdir -p "$TREE/etc/companion"
    printf '[scoreboard]\non = true\n' >"$TREE/etc/companion/config.toml"
    say "install" && inside sh /clone/systemd/install.sh >/dev/null
    simulated_wires
    say "boot"
    went=well
    # With its own network: only such a tree may give its services their own.
    systemd-nspawn --quiet --directory="$TREE" --register=no --keep-unit --boot --console=pipe --private-network \
        </dev/null >/dev/null || went=wrong
    cat "$TREE/told"
    say "The rehearsal went $went."
    [ $went = well ]
}

# The installed unit with simulated wires and shorter time limits, a deck, and a unit that watches and ends the machine.
simulated_wires() {
    inside /opt/companion/.venv/bin/python -c '
from pathlib import Path
from companion.games.birddog.rules import BIRD_DOG
from companion.simulation.box import deck_for
from companion.storage.records import Store
Store(Path("/var/lib/companion")).decks.save(deck_for(BIRD_DOG, ("Ann", "Bob", "Cid")))'
    inside chown -R companion: /var/lib/companion
    mkdir -p "$TREE/etc/systemd/system/companion.service.d"
    cat >"$TREE/etc/systemd/system/companion.service.d/rehearsal.conf" <<UNIT
[Service]
ExecStart=
ExecStart=/opt/companion/.venv/bin/python /clone/tests/service_process.py /var/lib/companion /var/lib/companion/glass reader
WatchdogSec=2
UNIT
    cat >"$TREE/etc/systemd/system/rehearsal.service" <<UNIT
[Unit]
After=companion.service
SuccessAction=exit
SuccessActionExitStatus=0
FailureAction=exit
FailureActionExitStatus=1
[Service]
Type=oneshot
ExecStart=/bin/sh -eu /clone/systemd/rehearse-inside.sh
StandardOutput=append:/told
StandardError=append:/told
TimeoutStartSec=120
[Install]
WantedBy=multi-user.target
UNIT
    inside systemctl --quiet enable rehearsal.service
}

main
