"""`companion club run`: the process of a box, as systemd starts it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from companion import VERSION
from companion.cli.club_box import instance, waits_for
from companion.club.home_assistant import discovery
from companion.club.join import FILES
from companion.club.link import TlsFiles
from companion.club.outbox import Inbox, club_place
from companion.club.payloads import Order, Presence, State, decode, encode
from tests.club.lines import as_sent, sealed
from tests.club.mosquitto import Client, free_port, mosquitto
from tests.companion.doctor.test_club_checks import bundle_of, joined
from tests.needs import with_mosquitto

ROOT = Path(__file__).parents[3]
MATCH = "2026-11-25-201503-spades"
LINES = sealed("game spades", "players Ann Bob Cid Dee", "Ann 9H")


@contextmanager
def process(
    place: Path, port: int, *, on: str = "true", further: str = "", journal: int | IO[str] = subprocess.PIPE
) -> Iterator[subprocess.Popen[str]]:
    settings = place / "config.toml"
    settings.write_text(
        f'[club]\non = {on}\nbox = "table-4"\nbroker = "127.0.0.1"\nport = {port}\ntls = false\n{further}', "utf-8"
    )
    environment = {**os.environ, "COMPANION_CONFIG": str(settings), "COMPANION_CLUB": str(place)}
    words = [sys.executable, "-m", "companion", "club", "run"]
    with subprocess.Popen(  # noqa: S603 - our own program
        words, cwd=ROOT, env=environment, stderr=journal, encoding="utf-8"
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def said(director: Client, what: str) -> bytes:
    """The next message of the box with this topic; those before it are dropped. The first state has no match yet."""
    while True:
        message = director.hear(1)[0]
        del director.got[0]
        if message.topic == f"club/table-4/{what}" and b'"matches":{}' not in message.payload:
            return message.payload


@with_mosquitto
def test_a_journal_on_a_full_card_ends_no_connection(tmp_path: Path) -> None:
    broker_at = tmp_path / "broker"
    broker_at.mkdir()
    with (
        Path("/dev/full").open("w", encoding="utf-8") as full,
        mosquitto(broker_at) as broker,
        process(tmp_path, broker.port, journal=full),
    ):
        director = Client(broker.port, "director")
        director.subscribe("club/+/presence", "club/+/state")
        assert decode(Presence, said(director, "presence")).on
        director.publish("club/table-4/order", encode(Order(3)))
        while b'"order":3' not in director.hear(1)[0].payload:
            del director.got[0]


@with_mosquitto
def test_it_sends_what_lies_in_the_outbox_and_leaves_orders_in_the_inbox(tmp_path: Path) -> None:
    records = tmp_path / "outbox/records"
    records.mkdir(parents=True)
    (tmp_path / "outbox/state.json").write_text('{"here":["Ann"]}', "utf-8")
    broker_at = tmp_path / "broker"
    broker_at.mkdir()
    with mosquitto(broker_at) as broker, process(tmp_path, broker.port) as box:
        assert box.stderr is not None
        assert box.stderr.readline() == f"companion club: connected to the broker at 127.0.0.1:{broker.port}\n"
        director = Client(broker.port, "director")
        director.subscribe("club/+/presence", "club/+/state", "club/+/record")
        assert decode(Presence, said(director, "presence")).instance == instance()
        new = records / "new"
        new.write_bytes(b"".join(line + b"\n" for line in LINES))
        new.rename(records / f"{MATCH}.table")
        assert json.loads(said(director, "record")) == json.loads(as_sent(MATCH, 1, *LINES))
        state = decode(State, said(director, "state"))
        assert (state.here, state.matches[MATCH].lines) == (("Ann",), 3)
        director.publish("club/table-4/order", encode(Order(3)))
        assert decode(State, said(director, "state")).order == 3
        assert json.loads((tmp_path / "inbox/order.json").read_bytes())["number"] == 3
        box.send_signal(signal.SIGTERM)
        assert box.wait() == 0
        assert said(director, "presence") == b'{"on":false}'
        director.cut()


@with_mosquitto
def test_home_assistant_is_told_of_the_box_when_either_of_them_appears(tmp_path: Path) -> None:
    broker_at = tmp_path / "broker"
    broker_at.mkdir()
    wanted = discovery("table-4", VERSION)
    with mosquitto(broker_at) as broker:
        home = Client(broker.port, "home")
        home.subscribe("homeassistant/device/+/config")
        with process(tmp_path, broker.port, further="home_assistant = true\n") as box:
            assert [(message.topic, message.payload) for message in home.hear(1)] == [(wanted.topic, wanted.payload)]
            assert box.stderr is not None
            assert box.stderr.readline().startswith("companion club: connected")
            home.publish("homeassistant/status", b"online")
            assert [message.payload for message in home.hear(2)] == [wanted.payload] * 2
        home.cut()


def test_a_box_in_no_club_says_how_it_is_switched_on(tmp_path: Path) -> None:
    with process(tmp_path, 1, on="false") as box:
        assert box.stderr is not None
        assert box.stderr.readline().startswith(
            "companion club: this box is in no club. Switch the club on in the settings"
        )
        assert box.wait() == 2


def test_without_a_broker_it_stays_and_says_so_once(tmp_path: Path) -> None:
    port = free_port()
    with process(tmp_path, port) as box:
        assert box.stderr is not None
        told = box.stderr.readline()
        assert told == f"companion club: nobody listens at 127.0.0.1:{port}: does the broker run?\n"
        assert told == f"companion club: {Inbox(tmp_path / 'inbox').connection()}\n"
        box.send_signal(signal.SIGTERM)
        assert box.wait() == 0
        assert box.stderr.read() == ""


def test_outbox_and_inbox_are_where_the_service_says_else_beside_the_records(tmp_path: Path) -> None:
    assert club_place({"COMPANION_CLUB": "/var/lib/companion-club"}, tmp_path) == Path("/var/lib/companion-club")
    assert club_place({"COMPANION_CLUB": "here"}, tmp_path) == club_place({}, tmp_path) == tmp_path / "club"


def test_a_machine_is_told_from_another_and_not_known_by_it(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("0123456789abcdef0123456789abcdef\n", "utf-8")
    known = instance(tmp_path / "one")
    assert (len(known), known in "0123456789abcdef") == (8, False)
    assert known != instance(tmp_path / "none")


def test_without_tls_nothing_is_waited_for_and_without_a_bundle_the_attempt_tells_it(tmp_path: Path) -> None:
    assert waits_for(None, "heron") == ""
    assert waits_for(TlsFiles(*(tmp_path / name for name in FILES)), "heron") == ""


def test_with_the_bundle_of_another_box_it_does_not_connect_and_says_so(tmp_path: Path) -> None:
    joined(tmp_path, bundle_of(tmp_path, "stork"))
    files = TlsFiles(*(tmp_path / "bundle" / name for name in FILES))
    assert waits_for(files, "stork") == ""
    assert "for “stork”, but the settings call this box “heron”: give each box" in waits_for(files, "heron")
