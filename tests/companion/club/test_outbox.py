"""The outbox: what the table writes is what the process reads, and nothing is written twice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.club.limits import MOST_MATCHES
from companion.club.outbox import SERVICE_CLUB, Inbox, OutboxWriter, Posted, club_place
from companion.club.outbox_reader import PostedOutbox
from companion.club.payloads import Assignment, MatchHead, Order, encode
from companion.settings.search_path import SERVICE_DATA
from companion.support.decoding import RefusedMessage
from tests.club.lines import crc_of, sealed

LINES = sealed("game birddog", "players Ann Bob Cid", "dealer Cid")
FILE = b"".join(line + b"\n" for line in LINES)
NAME = "2026-11-25-201503-birddog"
SAID = Posted(("Ann", "Zoë"), ("the reader is silent",), (NAME,), "spring:2:4", ("Ann",))


def test_the_service_has_a_place_of_its_own_and_others_their_data_directory(tmp_path: Path) -> None:
    assert club_place({"COMPANION_CLUB": "/var/lib/companion-club"}, tmp_path).name == "companion-club"
    assert club_place({"COMPANION_CLUB": "not/absolute"}, tmp_path) == tmp_path / "club"
    assert club_place({}, SERVICE_DATA) == SERVICE_CLUB
    unit = Path("systemd/companion-club.service").read_text("utf-8")
    assert f"COMPANION_CLUB={SERVICE_CLUB}\n" in unit


def test_what_the_process_says_of_its_connection_is_read_by_the_doctor(tmp_path: Path) -> None:
    assert Inbox(tmp_path / "none").connection() is None
    Inbox(tmp_path).say("nobody listens at club.local:8883")
    assert Inbox(tmp_path).connection() == "nobody listens at club.local:8883"


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    OutboxWriter(tmp_path).post_record(NAME, FILE)
    outbox = PostedOutbox(tmp_path)
    assert outbox.matches() == {NAME: MatchHead.at(3, crc_of(LINES[-1]))}
    assert outbox.lines(NAME, 2, 1) == LINES[1:2]


def test_what_the_table_says_of_itself_is_read_as_it_was_written(tmp_path: Path) -> None:
    OutboxWriter(tmp_path).post_state(SAID)
    assert PostedOutbox(tmp_path).read_state() == SAID
    assert PostedOutbox(tmp_path).report() == SAID


def test_a_match_is_finished_when_the_table_says_so(tmp_path: Path) -> None:
    writer, outbox = OutboxWriter(tmp_path), PostedOutbox(tmp_path)
    writer.post_record(NAME, FILE)
    writer.post_state(SAID)
    assert outbox.matches()[NAME].finished


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"here": 3}'])
def test_a_spoilt_state_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "state.json").write_text(text, "utf-8")
    assert PostedOutbox(tmp_path).read_state() == Posted()


def test_what_is_out_already_is_not_written_again(tmp_path: Path) -> None:
    writer = OutboxWriter(tmp_path)
    writer.post_view(ON)
    (tmp_path / "view.json").unlink()
    writer.post_view(ON)
    assert PostedOutbox(tmp_path).view() == b""
    writer.forget()
    writer.post_view(ON)
    assert PostedOutbox(tmp_path).view() == ON


def test_records_of_long_ago_are_taken_away(tmp_path: Path) -> None:
    writer = OutboxWriter(tmp_path)
    writer.post_record("old", FILE)
    writer.post_record(NAME, FILE)
    writer.keep_only({NAME})
    assert set(PostedOutbox(tmp_path).matches()) == {NAME}


def test_an_order_is_taken_once_by_the_table(tmp_path: Path) -> None:
    ours, its = Inbox(tmp_path / "inbox"), Inbox(tmp_path / "inbox")
    assert ours.new_order() is None
    order = Order(3, Assignment("spring", 2, 4, "birddog", ("Ann", "Bob", "Cid")), ("spring:5",))
    its.take(order)
    assert ours.new_order() == order
    assert ours.new_order() is None
    its.take(Order(4))
    assert ours.new_order() == Order(4)


def test_an_order_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "order.json").write_bytes(b'{"number": 0}')
    inbox = Inbox(tmp_path)
    with pytest.raises(RefusedMessage):
        inbox.new_order()
    assert inbox.new_order() is None, "it is refused once"


# ---------------------------------------------------------------- the other side is a stranger


ON = b'{"on":true}'
KEY = "-----BEGIN PRIVATE KEY-----\n"


def leads(path: Path, target: Path | str) -> None:
    """Plant a link."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def test_a_view_that_leads_to_the_key_of_the_box_is_not_passed_on_and_told(tmp_path: Path) -> None:
    (tmp_path / "box.key").write_text(KEY, "utf-8")
    outbox = PostedOutbox(tmp_path / "outbox")
    leads(tmp_path / "outbox/view.json", tmp_path / "box.key")
    assert outbox.view() == b""
    assert outbox.report().trouble == ("view.json of the outbox: it is a link",)
    OutboxWriter(tmp_path / "outbox").post_view(b'{"on":true}')
    assert outbox.view() == b'{"on":true}'
    assert outbox.report().trouble == ()


@pytest.mark.parametrize("text", [KEY, "[]", '{"on": 1}', '{"on": true, "says": [' + "[" * 100_000])
def test_what_is_no_view_is_not_passed_on(tmp_path: Path, text: str) -> None:
    OutboxWriter(tmp_path).post_view(text.encode())
    outbox = PostedOutbox(tmp_path)
    assert outbox.view() == b""
    (trouble,) = outbox.report().trouble
    assert trouble.startswith("view.json of the outbox: ")


def test_records_that_lead_elsewhere_do_not_leave(tmp_path: Path) -> None:
    OutboxWriter(tmp_path / "elsewhere").post_record(NAME, FILE)
    leads(tmp_path / "outbox/records" / f"{NAME}.table", tmp_path / f"elsewhere/records/{NAME}.table")
    assert PostedOutbox(tmp_path / "outbox").matches() == {}
    leads(tmp_path / "other/records", tmp_path / "elsewhere/records")
    assert PostedOutbox(tmp_path / "other").matches() == {}


def test_only_the_latest_of_many_records_are_read_and_none_of_a_strange_name(tmp_path: Path) -> None:
    writer = OutboxWriter(tmp_path)
    writer.post_record("NO NAME", FILE)
    for number in range(MOST_MATCHES + 2):
        writer.post_record(f"match-{number:03}", FILE)
    assert sorted(PostedOutbox(tmp_path).matches())[::199] == ["match-002", "match-201"]


@pytest.mark.parametrize("target", ["/dev/zero", "pipe", "order"])
def test_an_order_that_leads_elsewhere_is_not_followed(tmp_path: Path, target: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "order").write_bytes(encode(Order(1)))
    inbox = Inbox(tmp_path)
    leads(tmp_path / "order.json", target)
    for _ in range(2):
        with pytest.raises(OSError, match="it is a link"):
            inbox.new_order()


def test_a_pipe_in_place_of_what_was_said_holds_up_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "said")
    with pytest.raises(OSError, match="said"):
        Inbox(tmp_path).connection()
    (tmp_path / "said").unlink()
    Inbox(tmp_path).say("ü" * 10_000)
    assert Inbox(tmp_path).connection() == "ü" * 500
