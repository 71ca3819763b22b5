"""The configuration of Mosquitto and its access list, as text. Pure.

The names of the directives: mosquitto.conf(5) of Mosquitto 2.0. A client is who its certificate says. Its user name and
its client identifier are the common name, whatever it says itself, so that nobody takes the place of another.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.club.topics import DIRECTOR

PORT = 8883
"""The port that IANA has assigned to MQTT with TLS."""
HOME_ASSISTANT = "home-assistant"
"""The name of the only client that is neither a box nor the director."""

MOST_PACKET = 131_072
"""Maximum bytes of a packet: twice what the protocol allows for a payload, so that the director can tell who breaks it.

The broker disconnects a client that sends a larger packet, before it has read it.
"""
MOST_CLIENTS = 256
MOST_IN_FLIGHT = 20
MOST_QUEUED, MOST_QUEUED_BYTES = 20_000, 32 << 20
"""Maximum messages and bytes that wait for one client that is away or slow. What is lost is asked for again."""
MOST_MEMORY = 256 << 20

CONFIG = f"""\
# Written by companion club. A change by hand is lost with the next command.
# Start it:   mosquitto -c {{place}}/mosquitto.conf
# Reload it:  kill -HUP "$(cat {{place}}/mosquitto.pid)"
{{user}}pid_file {{place}}/mosquitto.pid
log_dest stderr
log_type error
log_type warning
log_type notice
set_tcp_nodelay true

# Nothing outlives a restart: the records stay on the boxes, and each client publishes its state again.
persistence false
persistent_client_expiration 1d

# One client can neither fill the memory nor hold up the others.
max_packet_size {MOST_PACKET}
max_inflight_messages {MOST_IN_FLIGHT}
max_queued_messages {MOST_QUEUED}
max_queued_bytes {MOST_QUEUED_BYTES}
memory_limit {MOST_MEMORY}

listener {{port}}
max_connections {MOST_CLIENTS}
cafile {{place}}/ca.pem
certfile {{place}}/server.pem
keyfile {{place}}/server.key
crlfile {{place}}/crl.pem
require_certificate true
use_identity_as_username true
use_username_as_clientid true
allow_anonymous false
acl_file {{place}}/club.acl
"""

ACCESS = f"""\
# Written by companion club. %u is the name in the client's certificate.

user {DIRECTOR}
topic readwrite club/#

user {HOME_ASSISTANT}
topic deny club/{HOME_ASSISTANT}/#
topic read club/+/presence
topic read club/+/view
topic read club/+/state
topic read homeassistant/#
topic write homeassistant/status
"""

CLEANER = """\
# The name of one command, which clears the retained messages of a box.
user {name}
topic write club/+/presence
topic write club/+/view
topic write club/+/state
topic write club/+/record
topic write homeassistant/device/+/config
"""

BOXES = """\
# A box writes below its own name, and reads what is meant for it.
pattern readwrite club/%u/presence
pattern write club/%u/view
pattern write club/%u/state
pattern write club/%u/record
pattern write homeassistant/device/%u/config
pattern read club/%u/ask
pattern read club/%u/order
pattern read club/director/presence
pattern read homeassistant/status
"""


def configuration(place: Path, *, port: int = PORT, user: str = "") -> str:
    """The text of `mosquitto.conf` for a club's broker, whose files are in `place`. Raises ValueError.

    A broker that root starts becomes `user` (empty: Debian's user mosquitto).
    """
    if not str(place).isprintable() or str(place) != str(place).strip():  # a directive is a line, and nothing is quoted
        allowed = "a path without control characters and without blanks at its ends"
        raise ValueError(f"the directory {str(place)!r}; allowed: {allowed}")
    return CONFIG.format(place=place, user=f"user {user}\n" if user else "", port=port)


def access_list(shut_out: Iterable[str] = (), cleaner: str = "") -> str:
    """The text of the access list.

    `shut_out` are names that are denied everything, also over a connection that is still open. `cleaner` is the name
    that may clear their retained messages (empty: nobody).
    """
    denials = (f"user {name}\ntopic deny #\n" for name in sorted(shut_out))  # come before the patterns
    return "\n".join((ACCESS, *([CLEANER.format(name=cleaner)] if cleaner else ()), *denials, BOXES))
