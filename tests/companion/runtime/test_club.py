"""The table's end of a club: posts what may leave, hands orders on, and costs the table nothing."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from msgspec import structs

from companion.cli.play import club_of
from companion.club.outbox import Inbox
from companion.club.outbox_reader import PostedOutbox
from companion.club.payloads import Assignment, Order
from companion.club.records import DAY_S, DAYS, RecordsOnCard
from companion.inputs.club import Club, ClubRound, ClubTable
from companion.inputs.inputs import Ordered
from companion.runtime.club import ClubThread
from companion.scoreboard.view import view
from companion.settings import schema
from companion.storage.journal import unseal
from companion.storage.record_file import read_record
from companion.support.values import replace
from companion.table.modes import AtClub
from tests.companion.storage.spoilt_disk import SpoiltDisk
from tests.evening import BIRD_DOG_ONLY, DEAL_GESTURES, END_HERE, ROOT, Evening
from tests.patience import until

ON = schema.ClubSettings(on=True, box="heron", broker="club.local")
TRIO = ("Ann", "Bob", "Cid")
WANTED = Assignment("spring", 2, 4, "birddog", TRIO, "Cid")
TABLE = ClubTable(ClubRound("spring", 2, 4, 1), "birddog", TRIO, "Cid")
TODAY = time.mktime((2026, 1, 2, 12, 0, 0, 0, 0, -1))
"""The day after that of the simulated box."""


def thread(root: Path, now: float = TODAY) -> ClubThread:
    """The end of a table at `root` that is looked at by hand."""
    return ClubThread(root, root / "club", BIRD_DOG_ONLY, view, now=lambda: now)


def looks(club: ClubThread, evening: Evening) -> None:
    """One look with the table as it is now."""
    club.tell(evening.box.table)
    club.look()


def shows(root: Path, evening: Evening, club: Club) -> None:
    """One look with the table as it is now, in this club."""
    table, ours = evening.box.table, thread(root)
    ours.tell(replace(table, house=replace(table.house, club=club)))
    ours.look()


def outbox(root: Path) -> PostedOutbox:
    return PostedOutbox(root / "club/outbox")


def posted(root: Path) -> list[str]:
    """The texts of all lines that are out."""
    read: list[str] = []
    for path in sorted((root / "club/outbox/records").glob("*.table")):
        found = unseal(path.read_bytes())
        assert not found.damage
        read += [line.text for line in found.lines]
    return read


def orders(root: Path, order: Order) -> None:
    Inbox(root / "club/inbox").take(order)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.sits_down()
    return evening


# ---------------------------------------------------------------- what leaves


def test_a_deal_goes_out_when_it_is_scored_and_not_before(tmp_path: Path, evening: Evening) -> None:
    club = thread(tmp_path)
    for gesture in DEAL_GESTURES[:-1]:
        evening.does(gesture)
        looks(club, evening)
        assert posted(tmp_path) == []
    evening.does(DEAL_GESTURES[-1])
    looks(club, evening)
    assert posted(tmp_path) == evening.saved()


def test_a_clock_that_leaps_by_more_than_a_month_in_a_match_takes_nothing_from_the_club(
    tmp_path: Path, evening: Evening
) -> None:
    days = count()
    club = ClubThread(tmp_path, tmp_path / "club", BIRD_DOG_ONLY, view, now=lambda: TODAY + 40 * DAY_S * next(days))
    evening.does(*DEAL_GESTURES)
    looks(club, evening)
    assert posted(tmp_path) == evening.saved()
    again = thread(tmp_path, TODAY + 200 * DAY_S)  # the box was started anew
    looks(again, evening)
    assert posted(tmp_path) == evening.saved()
    evening.does(*END_HERE)
    for end in (club, again):
        looks(end, evening)
        ((_, head),) = outbox(tmp_path).matches().items()
        assert head.finished


def test_what_a_wrong_clock_dated_goes_out_with_what_was_written_before_and_after_it(
    tmp_path: Path, evening: Evening
) -> None:
    evening.does(*DEAL_GESTURES, *END_HERE, "DOWN", "OK")
    (played,) = (tmp_path / "records").glob("*.table")
    content = played.read_bytes()
    days = "2030-01-01", "2026-02-01", "2026-06-23", "2026-01-01", "2026-07-27"  # as written, two by a wrong clock
    for at, day in enumerate(days):
        path = played.with_name(f"{day}-200000-birddog.table")
        path.write_bytes(content)
        os.utime(path, (at, at))
    played.unlink()
    looks(thread(tmp_path, time.mktime((2026, 7, 28, 12, 0, 0, 0, 0, -1))), evening)
    assert {name[:10] for name in outbox(tmp_path).matches()} == {*days} - {"2026-02-01"}


def test_its_lines_keep_the_check_sums_of_the_record(tmp_path: Path, evening: Evening) -> None:
    evening.does(*DEAL_GESTURES)
    looks(thread(tmp_path), evening)
    ((_, head),) = outbox(tmp_path).matches().items()
    assert head.check_sum == read_record(evening.record()).last_crc
    assert not head.finished


def test_an_ended_match_is_finished_also_when_its_record_moves(tmp_path: Path, evening: Evening) -> None:
    club = thread(tmp_path)
    evening.does(*DEAL_GESTURES, *END_HERE)
    looks(club, evening)
    ((name, head),) = outbox(tmp_path).matches().items()
    assert head.finished
    evening.does("DOWN", "OK")  # another game
    looks(club, evening)
    assert (tmp_path / f"records/{name}.table").exists()
    assert outbox(tmp_path).matches() == {name: head}


def test_a_board_goes_out_when_the_director_releases_it(tmp_path: Path) -> None:
    evening = at_table(tmp_path, replace(TABLE, place=replace(TABLE.place, boards=(5,))))
    evening.does("OK", *DEAL_GESTURES)
    club = thread(tmp_path)
    looks(club, evening)
    assert posted(tmp_path) == []
    orders(tmp_path, Order(2, None, ("spring:5",)))
    looks(club, evening)
    assert posted(tmp_path)[-1] == "end"


def test_a_board_that_is_released_while_the_card_fails_goes_out_when_it_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = at_table(tmp_path, replace(TABLE, place=replace(TABLE.place, boards=(5,))))
    evening.does("OK", *DEAL_GESTURES)
    club = thread(tmp_path)
    looks(club, evening)
    orders(tmp_path, Order(2, None, ("spring:5",)))

    def fails(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as card:
        card.setattr(RecordsOnCard, "read", fails)
        looks(club, evening)
    looks(club, evening)
    assert posted(tmp_path)[-1:] == ["end"]


def test_at_a_start_the_outbox_is_made_anew_from_the_card(tmp_path: Path, evening: Evening) -> None:
    evening.does(*DEAL_GESTURES)
    looks(thread(tmp_path), evening)
    before = posted(tmp_path)
    (path,) = (tmp_path / "club/outbox/records").glob("*.table")
    path.unlink()
    path.with_name("2026-01-01-000000-nothing.table").write_bytes(b"spoilt")
    looks(thread(tmp_path), evening)
    assert posted(tmp_path) == before


def test_records_of_long_ago_stay_on_the_card(tmp_path: Path, evening: Evening) -> None:
    evening.does(*DEAL_GESTURES, *END_HERE, "DOWN", "OK")  # another game
    looks(thread(tmp_path, TODAY + (DAYS - 1) * DAY_S), evening)
    assert posted(tmp_path)
    looks(thread(tmp_path, TODAY + (DAYS + 1) * DAY_S), evening)
    assert posted(tmp_path) == []


def test_a_damaged_record_is_told_and_leaves_as_far_as_it_is_whole(tmp_path: Path, evening: Evening) -> None:
    evening.does(*DEAL_GESTURES, "OK", "9S")
    data = bytearray(evening.record().read_bytes())
    data[-512] ^= 1
    evening.record().write_bytes(bytes(data) + data[:512])
    looks(thread(tmp_path), evening)
    assert "check sum" in outbox(tmp_path).report().trouble[0]
    assert posted(tmp_path) == [line.text for line in read_record(evening.record()).lines][: len(posted(tmp_path))]
    assert posted(tmp_path)


def test_the_view_is_the_one_of_the_phones_and_goes_when_the_table_stops(tmp_path: Path, evening: Evening) -> None:
    club = thread(tmp_path)
    looks(club, evening)
    assert json.loads(outbox(tmp_path).view()) == view(evening.box.table)
    club.start()
    club.stop()
    assert outbox(tmp_path).view() == b'{"on":false}'


def test_the_view_tells_the_round_and_in_duplicate_play_no_card(tmp_path: Path, evening: Evening) -> None:
    evening.does(*DEAL_GESTURES[:20])
    for boards, cards in (((), True), ((5,), False)):
        club = thread(tmp_path)
        club.tell(replace(evening.box.table, club=replace(TABLE.place, boards=boards)))
        club.look()
        shown = json.loads(outbox(tmp_path).view())
        assert shown["club"] == {"event": "spring", "round": 2, "table": 4, "seating": ""}
        assert [row["name"] for row in shown["players"]] == [*evening.box.table.playing.header.names]
        assert ('"rank"' in outbox(tmp_path).view().decode(), "says" in shown, "memo" in shown) == (cards,) * 3


def test_people_and_troubles_are_told(tmp_path: Path, evening: Evening) -> None:
    shows(tmp_path, evening, Club(TABLE, here=("Eve", "Ann"), seated=("Ann",), trouble="no game chess here"))
    assert outbox(tmp_path).report().here == ("Eve", "Ann")
    assert outbox(tmp_path).report().trouble == ("no game chess here",)
    assert outbox(tmp_path).read_state().seated == ("Ann",)


# ---------------------------------------------------------------- orders


def test_an_order_is_handed_on_once(tmp_path: Path) -> None:
    club = thread(tmp_path)
    club.look()
    assert club.order() == Ordered(None)
    orders(tmp_path, Order(1, WANTED))
    club.look()
    assert club.order() == Ordered(TABLE)
    orders(tmp_path, Order(2, WANTED, ("spring:5",)))
    club.look()
    assert club.order() is None


def test_after_a_power_cut_the_order_comes_with_those_who_sat_down_but_of_an_evening_before_nobody_is_here(
    tmp_path: Path, evening: Evening
) -> None:
    orders(tmp_path, Order(1, WANTED))
    shows(tmp_path, evening, Club(TABLE, ("Eve", "Bob"), ("Bob",)))
    state = tmp_path / "club/outbox/state.json"
    for hours, here in ((0, ("Eve", "Bob")), (11, ("Eve", "Bob")), (13, ())):
        os.utime(state, (TODAY - hours * 3600,) * 2)
        again = thread(tmp_path)
        again.look()
        assert again.order() == Ordered(TABLE, here, here[1:])


@pytest.mark.parametrize(("seating", "is_played"), [("", True), ("0a1b2c3d", True), ("4e5f6a7b", False)])
def test_what_was_played_already_is_not_ordered_again(tmp_path: Path, *, seating: str, is_played: bool) -> None:
    """A round that was begun again with others is not the one that was played. Another director says no seating."""
    evening = at_table(tmp_path, replace(TABLE, place=replace(TABLE.place, seating="0a1b2c3d")))
    evening.does(*DEAL_GESTURES)
    orders(tmp_path, Order(1, structs.replace(WANTED, seating=seating)))
    club = thread(tmp_path)
    looks(club, evening)
    again = replace(TABLE, place=replace(TABLE.place, seating=seating))
    assert club.order() == Ordered(None if is_played else again)


def test_an_order_that_is_none_is_told_and_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "club/inbox").mkdir(parents=True)
    (tmp_path / "club/inbox/order.json").write_bytes(b"{")
    club = thread(tmp_path)
    club.look()
    club.look()
    assert capsys.readouterr().err == "companion: the order of the club is none: not JSON in UTF-8\n"


def test_an_order_that_could_not_be_read_is_told_once_and_taken_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    orders(tmp_path, Order(1, WANTED))
    club = thread(tmp_path)
    with monkeypatch.context() as disk:
        disk.setattr("companion.club.outbox.read_posted", lambda *_: os.open(tmp_path / "club", os.O_RDWR))
        club.look()
        club.look()
    assert capsys.readouterr().err.count("the order of the club is none: ") == 1
    assert club.order() == Ordered(None)
    club.look()
    assert club.order() == Ordered(TABLE)


def test_the_loop_takes_an_order_and_shows_the_table(tmp_path: Path) -> None:
    evening = at_table(tmp_path)
    given = [Ordered(TABLE)]
    loop = evening.box.loop
    loop.run(lambda: not given, orders=lambda: given.pop() if given else None)
    assert loop.table.mode == AtClub(TABLE)


def at_table(root: Path, wanted: ClubTable | None = None) -> Evening:
    """A box of a club; with an order its people have sat down."""
    evening = Evening(root)
    evening.switch_on(settings=schema.Settings(club=ON))
    if wanted is not None:
        evening.box.loop.receive(Ordered(wanted))
        evening.box.turn()
        evening.does(*wanted.players)
    return evening


def test_a_round_is_played_from_the_name_tags_to_its_end(tmp_path: Path) -> None:
    evening = at_table(tmp_path, TABLE)
    assert evening.saved() == ["game birddog", "players Ann Bob Cid", TABLE.place.note(), "dealer Cid"]
    evening.does(*DEAL_GESTURES)
    assert evening.saved()[-1] == "end"
    picture = evening.box.glass
    evening.again()
    evening.switch_on(settings=schema.Settings(club=ON))
    assert evening.match.ended
    assert evening.box.table.mode == AtClub()
    assert picture.rows()[16:] == evening.box.glass.rows()[16:]


# ---------------------------------------------------------------- nothing here costs the table anything


def played(root: Path, *, on: bool) -> tuple[list[Any], tuple[int, ...], list[str]]:
    """The calls to the disk, the transfers and bytes on the wires, and the lines of a deal, in a club or in none."""
    disk = SpoiltDisk()
    evening = Evening(root, disk=disk)
    evening.switch_on(settings=schema.Settings(club=replace(ON, on=on)))
    club = ClubThread(root, root / "club", BIRD_DOG_ONLY, view, now=lambda: TODAY, pause_s=0.01)
    if on:
        club.start()
    evening.does("OK" if on else "BACK")  # a game without the director; else a press that changes nothing
    evening.sits_down()
    before, calls = traffic(evening), len(disk.calls)
    for gesture in DEAL_GESTURES:
        evening.does(gesture)
        club.tell(evening.box.table)
    spent = tuple(after - earlier for after, earlier in zip(traffic(evening), before, strict=True))
    if on:
        until(lambda: bool(posted(root)))
        club.stop()
    return disk.calls[calls:], spent, evening.saved()


def traffic(evening: Evening) -> tuple[int, ...]:
    """Transfers and bytes of reader and display since power-on."""
    wires = evening.box.wires
    return (
        wires.reader_wire.traffic.transfers,
        wires.reader_wire.traffic.octets,
        wires.i2c.traffic.transfers,
        wires.i2c.traffic.octets,
    )


def test_a_deal_costs_the_same_syncs_transfers_and_bytes_with_a_club_and_without(tmp_path: Path) -> None:
    alone, beside = played(tmp_path / "alone", on=False), played(tmp_path / "beside", on=True)
    assert beside == alone
    assert len(alone[0]) > len(DEAL_GESTURES)
    assert min(alone[1]) > 0


def test_an_outbox_that_cannot_be_written_is_told_once_and_orders_still_come(
    tmp_path: Path, evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club/outbox").write_text("no directory", "utf-8")
    orders(tmp_path, Order(1, WANTED))
    club = thread(tmp_path)
    looks(club, evening)
    looks(club, evening)
    assert capsys.readouterr().err.count("\n") == 1
    assert club.order() == Ordered(TABLE)
    (tmp_path / "club/outbox").unlink()
    looks(club, evening)
    assert outbox(tmp_path).view()


def test_an_outbox_that_hangs_delays_no_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "box"
    hangs = Event()
    monkeypatch.setattr("companion.club.outbox.post", lambda *_: hangs.wait())
    evening = Evening(root)
    club = ClubThread(root, root / "club", BIRD_DOG_ONLY, view, pause_s=0.01)
    club.start()
    evening.sits_down()
    for gesture in DEAL_GESTURES:
        evening.does(gesture)
        club.tell(evening.box.table)
    assert evening.box.table.scored
    hangs.set()
    club.stop()


@pytest.mark.parametrize("planted", ["link", "pipe"])
def test_an_order_that_leads_elsewhere_is_told_and_the_table_goes_on_posting(
    tmp_path: Path, evening: Evening, capsys: pytest.CaptureFixture[str], planted: str
) -> None:
    order = tmp_path / "club/inbox/order.json"
    order.parent.mkdir(parents=True)
    if planted == "link":
        order.symlink_to("/dev/zero")
    else:
        os.mkfifo(order)
    club = thread(tmp_path)
    looks(club, evening)
    assert outbox(tmp_path).view()
    why = {"link": "it is a link", "pipe": "it is no file"}[planted]
    assert f"{why}: '{order}'" in capsys.readouterr().err


def test_a_table_in_no_club_has_no_end_of_one(tmp_path: Path) -> None:
    with club_of(schema.ClubSettings(), tmp_path, BIRD_DOG_ONLY) as none:
        assert none is None
    with club_of(ON, tmp_path, BIRD_DOG_ONLY) as club:
        assert isinstance(club, ClubThread)


STARTS = """
import sys
from pathlib import Path
import companion.cli.doctor, companion.cli.play, companion.doctor.checks
import companion.runtime.club, companion.scoreboard.heard, companion.scoreboard.posting
from companion.runtime.speaking import Speaker
from companion.settings.schema import VoiceSettings
from tests.evening import Evening
evening = Evening(Path(sys.argv[1]))
evening.switch_on(speaker=Speaker(VoiceSettings(verbosity="all"), lambda _: None))
evening.sits_down()
assert evening.match.header.names
sys.exit("msgspec" in sys.modules)
"""


def test_a_table_with_club_voice_and_phones_starts_without_the_library_that_strangers_are_read_by(
    tmp_path: Path,
) -> None:
    """The thread of the club loads it, behind the first picture; the table itself hears no stranger."""
    words = [sys.executable, "-c", STARTS, str(tmp_path)]
    assert subprocess.run(words, check=False, cwd=ROOT).returncode == 0  # noqa: S603 - our own words
