"""The organiser's directory of a club: the authority, and all that broker and director need, in files.

    club.json                   the register: all below is made from it, except keys and certificates
    authority/ca.key, ca.pem    with the key anybody can make a bundle for any box: it stays here
    broker/                     mosquitto.conf, club.acl, crl.pem, ca.pem, server.pem, server.key
    director/                   ca.pem, director.pem, director.key
    home-assistant/             ca.pem, home-assistant.pem, home-assistant.key: for Home Assistant, which may only read

Only its owner can read it. The register is written before the files that follow from it: the next command completes one
that was cut off, and every certificate that exists can be shut out.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from enum import Enum
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from companion.club import topics
from companion.club.authority import Authority, Signed, date_of
from companion.club.broker_config import HOME_ASSISTANT, access_list, configuration
from companion.club.bundle import Bundle
from companion.club.link import BrokerAddress, TlsFiles, context_of
from companion.club.register import Register, register_of
from companion.storage.disk import DIRECTORY, OWNERS, in_words

PATIENCE_S = 10.0
"""Seconds within which a broker has read its files again."""
AGAIN_S = 0.1
"""Seconds between two tries."""
REGISTER = "club.json"
BROKER = "broker"
CLIENTS = (topics.DIRECTOR, HOME_ASSISTANT)
DIRECTORIES = ("authority", BROKER, *CLIENTS)


class Reload(Enum):
    """What became of the signal to the broker."""

    HEARD = "it reads its files again"
    OFF = "it does not run on this computer"
    REFUSED = "it runs as another user"


class OfficeError(Exception):
    """The directory cannot be used as asked; nothing was changed. The message says why and what to do."""


class Office:
    """A club that exists: `register` is what its directory says."""

    def __init__(self, place: Path, authority: Authority, register: Register) -> None:
        self.place = place
        self.register = register
        self._authority = authority

    @classmethod
    def create(cls, place: Path, club: str, register: Register, now: datetime) -> Office:
        """A new club. Raises OfficeError if something is there already, and StorageError."""
        with in_words("cannot make the club", place):
            if place.exists() and any(place.iterdir()):
                raise OfficeError(f"{place} is not empty, and nothing is overwritten: name another directory")
            place.mkdir(0o700, parents=True, exist_ok=True)
            place.chmod(0o700)
            try:
                return cls._furnish(place, Authority.make(club, now), register, now)
            except BaseException:
                for entry in place.iterdir():
                    rmtree(entry) if entry.is_dir() else entry.unlink()
                raise

    @classmethod
    def _furnish(cls, place: Path, authority: Authority, register: Register, now: datetime) -> Office:
        for name in DIRECTORIES:
            OWNERS.mkdir(place / name)
        office = cls(place, authority, register)
        office._write("authority/ca.key", authority.key_pem)
        office._write("authority/ca.pem", authority.pem)
        office.renew(register.hosts, now)
        return office

    @classmethod
    @contextmanager
    def open(cls, place: Path) -> Iterator[Office]:
        """The club in a directory, for one command at a time. Raises OfficeError, StorageError."""
        if not OWNERS.exists(place / REGISTER):
            raise OfficeError(f"there is no club in {place}: companion club init makes one, --club names its directory")
        with in_words("cannot read the club", place), OWNERS.closing(OWNERS.open(place, DIRECTORY)) as held:
            OWNERS.lock_in_turn(held)
            yield cls(place, *_read(place))

    def renew(self, hosts: tuple[str, ...], now: datetime) -> None:
        """Make new certificates of broker, director and Home Assistant. `hosts` are the broker's names or addresses.

        Raises OfficeError if the clock is wrong.
        """
        self._refuse_wrong_clock(now)
        self.register = replace(self.register, hosts=hosts)
        self._keep(now)
        self._write_signed(f"{BROKER}/server", self._authority.server(hosts, now))
        for name in CLIENTS:
            self._write_signed(f"{name}/{name}", self._authority.client(name, now))
        for name in (BROKER, *CLIENTS):
            self._write(f"{name}/ca.pem", self._authority.pem)

    def add(self, box: str, now: datetime) -> Bundle:
        """Make a bundle for a box. Its earlier bundles stay valid until it is shut out.

        Raises OfficeError if the clock is wrong.
        """
        self._refuse_wrong_clock(now)
        signed = self._authority.client(box, now)
        was_out = box in self.register.out
        self.register = self.register.with_certificate(box, f"{signed.serial:x}")
        self._write(REGISTER, self.register.to_text())
        if was_out:
            self._keep(now)
        host, port = self.register.hosts[0], self.register.port
        return Bundle(box, host, port, self._authority.pem, signed.certificate, signed.key)

    def shut_out(self, box: str, now: datetime, cleaner: str = "") -> None:
        """Revoke everything that was made for a box. Raises OfficeError for a box that the club does not know.

        `cleaner` is the name that may clear its retained messages until the next command; empty: nobody.
        """
        if box not in self.register.boxes:
            known = ", ".join(sorted(self.register.boxes)) or "none"
            raise OfficeError(f"“{box}” is not a box of this club; its boxes: {known}")
        self.register = self.register.shut_out(box, now.isoformat())
        self._keep(now, cleaner)

    def tell_broker(self) -> Reload:
        """Tell the broker that its files have changed."""
        try:
            number = int((self.place / BROKER / "mosquitto.pid").read_text("utf-8"))
            if Path(f"/proc/{number}/comm").read_text("utf-8") != "mosquitto\n":
                return Reload.OFF  # it was killed, and another process has its number
            os.kill(number, signal.SIGHUP)
        except PermissionError:
            return Reload.REFUSED
        except (OSError, ValueError):
            return Reload.OFF
        return Reload.HEARD

    def clear(self, box: str, cleaner: str, now: datetime) -> bool:
        """Clear what the broker retains of a box that was shut out. Returns whether the broker has done it.

        The broker refuses the cleaner until it has loaded the access list that allows it and shuts out the box.
        """
        signed = self._authority.client(cleaner, now)
        with TemporaryDirectory() as made:
            paths = [Path(made) / name for name in ("ca.pem", "certificate", "key")]
            for path, text in zip(paths, (self._authority.pem, signed.certificate, signed.key), strict=True):
                path.write_text(text, "utf-8")
            broker = BrokerAddress("localhost", self.register.port, TlsFiles(*paths))
            with suppress(OSError):
                return _publish_empty(broker, cleaner, topics.retained_by(box))
        return False

    def _refuse_wrong_clock(self, now: datetime) -> None:
        begins, ends = self._authority.valid
        if not begins <= now <= ends:
            raise OfficeError(
                f"this computer's clock says {now:%Y-%m-%d}, and certificates of this club are valid "
                f"from {begins:%Y-%m-%d} to {ends:%Y-%m-%d}: set the clock; if it is right, "
                "found a new club with companion club init DIR"
            )

    def _keep(self, now: datetime, cleaner: str = "") -> None:
        """Write the register, and the broker's files that follow from it."""
        self._write(REGISTER, self.register.to_text())
        place, register = self.place / BROKER, self.register
        self._write(f"{BROKER}/mosquitto.conf", configuration(place, port=register.port, user=register.user))
        self._write(f"{BROKER}/club.acl", access_list(register.out, cleaner))
        revoked = {int(serial, 16): datetime.fromisoformat(date) for serial, date in register.revoked.items()}
        after = None
        with suppress(FileNotFoundError, ValueError):  # a damaged list is made anew
            after = date_of((place / "crl.pem").read_text("utf-8"))
        self._write(f"{BROKER}/crl.pem", self._authority.revocations(revoked, now, after))

    def _write_signed(self, name: str, signed: Signed) -> None:
        self._write(f"{name}.key", signed.key)
        self._write(f"{name}.pem", signed.certificate)

    def _write(self, name: str, text: str) -> None:
        path = self.place / name
        with in_words("not written", path):
            OWNERS.replace_whole(path, text.encode())


def _read(place: Path) -> tuple[Authority, Register]:
    """Raises OfficeError, OSError."""
    path = place / REGISTER
    try:
        register = register_of(path.read_text("utf-8"))
        path = place / "authority"
        return Authority.load((path / "ca.pem").read_bytes(), (path / "ca.key").read_bytes()), register
    except ValueError as fault:
        raise OfficeError(f"{path} is damaged ({fault}): restore it from your copy") from fault


def _publish_empty(broker: BrokerAddress, name: str, wanted: tuple[str, ...]) -> bool:
    """Publish an empty message at each topic, which deletes what is retained there (MQTT 5.0, 3.3.1.3). Raises OSError.

    Returns whether the broker has acknowledged all of them.
    """
    import paho.mqtt.client  # noqa: PLC0415 - only where a box is shut out

    waiting = dict.fromkeys(wanted, 0)  # the number of the message on its way; 0: none is
    version, mqtt_5 = paho.mqtt.enums.CallbackAPIVersion.VERSION2, paho.mqtt.client.MQTTv5
    client = paho.mqtt.client.Client(version, name, protocol=mqtt_5)

    def acknowledge(_client: Any, _data: Any, number: int, reason: Any, _properties: Any) -> None:
        topic = next(topic for topic, sent in waiting.items() if sent == number)
        waiting[topic] = 0
        if not reason.is_failure:
            del waiting[topic]

    client.on_publish = acknowledge
    assert broker.files is not None
    client.tls_set_context(context_of(broker.files))
    client.connect(broker.host, broker.port)
    until = time.monotonic() + PATIENCE_S
    while waiting and time.monotonic() < until and client.loop(AGAIN_S) == 0:
        for topic in [topic for topic, sent in waiting.items() if not sent and client.is_connected()]:
            waiting[topic] = client.publish(topic, b"", qos=1, retain=True).mid
    client.disconnect()
    return not waiting
