"""A broker that runs is told of a change by its organiser, and forgets what a box has retained there.

What a box retains stays at the broker when the box is shut out: it is for nobody then, and takes memory. Nobody else
may take it away, so the organiser's command connects by a name and a certificate that are for this once.
"""

from __future__ import annotations

import os
import signal
import time
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from companion.club import topics
from companion.club.connection import BrokerAddress, TlsFiles, context_of

if TYPE_CHECKING:
    from companion.club.bundle import Bundle

PATIENCE_S = 10.0
"""Seconds in which a broker takes up its files."""
AGAIN_S = 0.1


class Reload(Enum):
    """What became of a word to the broker."""

    HEARD = "it takes its files up"
    OFF = "it does not run on this computer"
    REFUSED = "it runs as another user"


def reload_broker(place: Path) -> Reload:
    """Tell the broker whose files lie in `place` that they have changed."""
    try:
        number = int((place / "mosquitto.pid").read_text("utf-8"))
        if Path(f"/proc/{number}/comm").read_text("utf-8") != "mosquitto\n":
            return Reload.OFF  # it was killed, and another process has its number
        os.kill(number, signal.SIGHUP)
    except PermissionError:
        return Reload.REFUSED
    except (OSError, ValueError):
        return Reload.OFF
    return Reload.HEARD


def clear(bundle: Bundle, box: str) -> bool:
    """Take away what a box has retained, connected by a bundle; whether the broker said that it is done.

    It refuses the name of the bundle until it has taken up the access list that has it, and denies the box everything.
    """
    with TemporaryDirectory() as made:
        files = TlsFiles(*(Path(made) / name for name in ("ca.pem", "certificate", "key")))
        files.authority.write_text(bundle.authority, "utf-8")
        files.certificate.write_text(bundle.certificate, "utf-8")
        files.key.write_text(bundle.key, "utf-8")
        try:
            return _publish_nothing(
                BrokerAddress(bundle.broker, bundle.port, files), bundle.box, topics.retained_by(box)
            )
        except OSError:
            return False


def _publish_nothing(broker: BrokerAddress, name: str, wanted: tuple[str, ...]) -> bool:
    """An empty message takes away what is retained at its topic (MQTT 5.0, 3.3.1.3). Raises OSError."""
    import paho.mqtt.client  # noqa: PLC0415 - only where a box is shut out

    waiting = dict.fromkeys(wanted, 0)  # the number of the message
    version, mqtt_5 = paho.mqtt.enums.CallbackAPIVersion.VERSION2, paho.mqtt.client.MQTTv5
    client = paho.mqtt.client.Client(version, name, protocol=mqtt_5)

    def acknowledged(_client: Any, _data: Any, number: int, reason: Any, _properties: Any) -> None:
        topic = next(topic for topic, sent in waiting.items() if sent == number)
        waiting[topic] = 0
        if not reason.is_failure:
            del waiting[topic]

    client.on_publish = acknowledged
    assert broker.files is not None
    client.tls_set_context(context_of(broker.files))
    client.connect(broker.host, broker.port)
    until = time.monotonic() + PATIENCE_S
    while waiting and time.monotonic() < until and client.loop(AGAIN_S) == 0:
        for topic in [topic for topic, sent in waiting.items() if not sent and client.is_connected()]:
            waiting[topic] = client.publish(topic, b"", qos=1, retain=True).mid
    client.disconnect()
    return not waiting
