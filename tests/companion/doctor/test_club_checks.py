"""What the doctor says of a box in a club: each wrong setting, bundle and clock is named with what to do."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.authority import current_time
from companion.club.bundle import Bundle
from companion.club.certificate import Certificate
from companion.club.join import FILES, join
from companion.club.office import Office
from companion.club.outbox import Inbox
from companion.club.register import Register
from companion.club.sender import TWO_BOXES
from companion.doctor import club_checks
from companion.doctor.context import Context
from companion.doctor.findings import Finding, PartState
from companion.support.values import replace
from tests.club.mosquitto import free_port
from tests.club.secured_broker import SecuredBroker, secured_broker
from tests.companion.doctor.boxes import findings, simulated_box
from tests.needs import with_mosquitto

YEAR_S = 365 * 86_400


def bundle_of(root: Path, box: str, port: int = 8883) -> Bundle:
    """The bundle of a box, of a club of its own."""
    Office.create(root / "office", "Club", Register(("localhost",), port, "nobody"), current_time())
    with Office.open(root / "office") as office:
        return office.add(box, current_time())


def joined(root: Path, bundle: Bundle) -> Certificate:
    """A box that has joined by this bundle."""
    return join(bundle, root / "bundle", time.time(), clock_is_set=True)


def box(root: Path, *, name: str = "heron", broker: str = "localhost", port: int = 8883, tls: bool = True) -> Context:
    """A simulated box in a club, with its bundle below `root`."""
    keys = f'on = true\nbox = "{name}"\nbroker = "{broker}"\nport = {port}\ntls = {str(tls).lower()}'
    return simulated_box(root, settings=f'[club]\n{keys}\nbundle = "{root}/bundle"\n', asks=False)


def said_of(context: Context, what: str) -> Finding:
    return findings(context)[what]


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecuredBroker]:
    with secured_broker(tmp_path_factory.mktemp("club")) as running:
        yield running


# ---------------------------------------------------------------- without a club


def test_of_a_box_in_no_club_nothing_is_said(tmp_path: Path) -> None:
    assert not [name for name in findings(simulated_box(tmp_path, asks=False)) if "club" in name]


# ---------------------------------------------------------------- the bundle


def test_without_a_bundle_it_is_told_how_to_join(tmp_path: Path) -> None:
    found = said_of(box(tmp_path), "club bundle")
    assert found.state is PartState.FAILURE
    assert str(tmp_path / "bundle") in found.found
    assert found.remedy == club_checks.JOIN


def test_a_bundle_that_counts_is_told_with_its_last_day(tmp_path: Path) -> None:
    joined(tmp_path, bundle_of(tmp_path, "heron"))
    found = said_of(box(tmp_path), "club bundle")
    assert found.state is PartState.OK
    assert found.found.startswith("heron, until 20")


def test_a_bundle_of_another_box_is_named_with_both_names(tmp_path: Path) -> None:
    joined(tmp_path, bundle_of(tmp_path, "stork"))
    found = said_of(box(tmp_path), "club bundle")
    assert found.state is PartState.FAILURE
    assert "“stork”" in found.found
    assert "“heron”" in found.found
    assert found.remedy == "give each box a bundle of its own, or correct box below [club] in the settings"


def test_a_bundle_that_is_none_is_refused(tmp_path: Path) -> None:
    joined(tmp_path, bundle_of(tmp_path, "heron"))
    (tmp_path / "bundle" / FILES[1]).write_text("no certificate", "utf-8")
    found = said_of(box(tmp_path), "club bundle")
    assert (found.state, found.remedy) == (PartState.FAILURE, club_checks.JOIN)


@pytest.mark.parametrize(
    ("later_s", "clock_is_set", "state", "words", "remedy"),
    [
        (0, True, PartState.OK, "heron, until", ""),
        (0, False, PartState.OK, "heron, until", ""),
        (30 * YEAR_S, True, PartState.FAILURE, "expired on", "companion club add"),
        (-30 * YEAR_S, True, PartState.FAILURE, "is valid from", "set the clock"),
        (-30 * YEAR_S, False, PartState.WARNING, "the clock is not set", club_checks.CLOCK),
        (30 * YEAR_S, False, PartState.WARNING, "the clock is not set", club_checks.CLOCK),
    ],
)
def test_certificate_and_clock_are_held_against_each_other(
    tmp_path: Path, later_s: int, *, clock_is_set: bool, state: PartState, words: str, remedy: str
) -> None:
    joined(tmp_path, bundle_of(tmp_path, "heron"))
    context = box(tmp_path)
    context.machine = replace(context.machine, clock_is_set=clock_is_set)
    found = club_checks.bundle(context, lambda: time.time() + later_s)
    assert found.state is state
    assert words in found.found
    assert remedy in found.remedy


def test_without_tls_it_is_told_what_that_means(tmp_path: Path) -> None:
    assert said_of(box(tmp_path, tls=False), "club bundle").state is PartState.WARNING


# ---------------------------------------------------------------- the broker


def test_a_broker_with_an_unknown_name_is_told(tmp_path: Path) -> None:
    found = said_of(box(tmp_path, broker="nowhere.invalid", tls=False), "club broker")
    assert (found.state, found.found) == (PartState.FAILURE, "the host “nowhere.invalid” is not known")
    assert "name" in found.remedy


def test_a_broker_that_does_not_run_is_told(tmp_path: Path) -> None:
    port = free_port()
    found = said_of(box(tmp_path, broker="127.0.0.1", port=port, tls=False), "club broker")
    assert (found.state, found.found) == (PartState.FAILURE, f"nobody listens at 127.0.0.1:{port}")
    assert found.remedy == "does the broker run?"


@with_mosquitto
def test_a_broker_that_takes_the_box_is_told(broker: SecuredBroker, tmp_path: Path) -> None:
    with broker.office() as office:
        joined(tmp_path, office.add("heron", current_time()))
    found = findings(box(tmp_path, broker="localhost", port=broker.port))
    assert found["club broker"].state is PartState.OK, found["club broker"]


@with_mosquitto
def test_a_box_of_another_club_is_refused_and_told(broker: SecuredBroker, tmp_path: Path) -> None:
    bundle = bundle_of(tmp_path, "heron")
    with broker.office() as office:
        ours = office.add("crane", current_time())
    files = tmp_path / "bundle"
    joined(tmp_path, bundle)
    (files / FILES[0]).write_text(ours.authority, "utf-8")  # it takes the broker, and the broker does not take it
    found = club_checks.broker(box(tmp_path, broker="localhost", port=broker.port))
    assert (found.state, found.remedy) == (PartState.FAILURE, club_checks.SHUT_OUT), found


@with_mosquitto
def test_a_box_that_is_shut_out_is_told(broker: SecuredBroker, tmp_path: Path) -> None:
    with broker.office() as office:
        joined(tmp_path, office.add("egret", current_time()))
        office.shut_out("egret", current_time())
    broker.reload()
    found = said_of(box(tmp_path, name="egret", broker="localhost", port=broker.port), "club broker")
    assert (found.state, found.remedy) == (PartState.FAILURE, club_checks.SHUT_OUT), found


@with_mosquitto
def test_a_broker_of_another_club_is_told(broker: SecuredBroker, tmp_path: Path) -> None:
    joined(tmp_path, bundle_of(tmp_path, "heron"))
    found = said_of(box(tmp_path, broker="localhost", port=broker.port), "club broker")
    assert found.state is PartState.FAILURE
    assert "an invalid certificate" in found.found
    assert "host" in found.remedy


# ---------------------------------------------------------------- what the process says


@pytest.mark.parametrize(
    ("said", "state", "words", "remedy"),
    [
        (None, PartState.WARNING, "nothing yet", club_checks.ITS_LOG),
        ("", PartState.OK, "connected to the broker at localhost:8883", ""),
        ("connected to nobody", PartState.FAILURE, "connected to nobody", club_checks.ITS_LOG),
        ("the connection to the broker at club.local:8883 was lost", PartState.FAILURE, "lost", club_checks.ITS_LOG),
        (TWO_BOXES, PartState.FAILURE, "another box uses the same name", "give each box its own bundle"),
    ],
)
def test_what_the_process_said_last_is_told(
    tmp_path: Path, said: str | None, state: PartState, words: str, remedy: str
) -> None:
    context = box(tmp_path, tls=False)
    if said is not None:
        Inbox(context.store.root / "club/inbox").say(said)
    found = club_checks.connection(context)
    assert found.state is state
    assert words in found.found
    assert found.remedy == remedy


def test_what_is_not_of_the_process_is_named_and_waited_for_by_nobody(tmp_path: Path) -> None:
    context = box(tmp_path, tls=False)
    said = context.store.root / "club/inbox/said"
    said.parent.mkdir(parents=True)
    os.mkfifo(said)
    found = club_checks.connection(context)
    assert (found.state, found.found) == (PartState.FAILURE, f"{said}: it is no file")
    assert str(said) in found.remedy


def test_the_broker_is_met_without_a_word_of_mqtt(tmp_path: Path) -> None:
    """It takes the name in the certificate for the client's: a connection of the doctor would end the box's own."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert said_of(box(tmp_path, broker="127.0.0.1", port=port, tls=False), "club broker").state is PartState.OK
        line, _ = listening.accept()
        with line:
            assert line.recv(1) == b""
