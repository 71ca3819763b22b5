# Runs in the tree that rehearse-service.sh boots: what the service must survive, with times.
# shellcheck shell=sh

GLASS=/var/lib/companion/glass

value() {
    systemctl show --value --property "$1" companion.service
}

# Wait until the service has been restarted $1 times and is ready; print how long that took.
back_after() {
    began=$(date +%s%N)
    until [ "$(value NRestarts)" = "$1" ] && [ "$(value ActiveState)" = active ] && [ -s $GLASS ]; do
        [ $(($(date +%s%N) - began)) -lt 30000000000 ] || { journalctl --no-pager -u companion | tail -n 40; exit 1; }
        sleep 0.05
    done
    echo "$2: $((($(date +%s%N) - began) / 1000000)) ms"
}

back_after 0 "ready, asked after boot"
sleep 1
cp $GLASS /run/shown
kill -USR1 "$(value MainPID)"
back_after 1 "from the hang until it is ready again, WatchdogSec=2"
sleep 1
cmp $GLASS /run/shown && echo "the same picture"
journalctl --no-pager -u companion | grep -m 1 'Watchdog timeout'
journalctl --no-pager -u companion | grep -m 1 'in _tapped'

kill -SEGV "$(value MainPID)"
back_after 2 "from a crash until it is ready again"

# The page for phones: the first request starts it, and it cannot reach the hidden cards.
[ "$(systemctl is-active companion-scoreboard.service)" = inactive ]
began=$(date +%s%N)
/opt/companion/.venv/bin/python -c '
from urllib.request import urlopen
assert b"<!doctype html>" in urlopen("http://127.0.0.1:8090/", timeout=30).read()
line = next(line for line in urlopen("http://127.0.0.1:8090/events", timeout=30) if line.startswith(b"data:"))
assert b"\"on\":true" in line, line
print("the scoreboard says", line[5:90].decode().strip(), "...")'
echo "the first who asked was answered within $((($(date +%s%N) - began) / 1000000)) ms"
page=$(systemctl show --value --property MainPID companion-scoreboard.service)
! nsenter --target "$page" --mount ls /var/lib/companion/decks/* 2>/dev/null
[ "$(readlink "/proc/$page/ns/net")" != "$(readlink /proc/1/ns/net)" ]
echo "it has no network of its own, and no decks"

began=$(date +%s%N)
systemctl stop companion.service
echo "stopped within $((($(date +%s%N) - began) / 1000000)) ms: $(value Result)"
[ "$(value Result)" = success ]
cmp -s $GLASS /run/shown || echo "with a picture of its own"
