"""In the middle of a duplicate round: no way out of the box tells a card or a bid of a board (promise P42).

The same board is played twice, once with its suits exchanged. Whoever listens at any way out cannot tell which of both.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from companion.cli.parsers import WRONG_USE
from companion.club.outbox import Inbox
from companion.club.outbox_reader import PostedOutbox
from companion.club.payloads import Order
from companion.club.records import DAYS
from companion.club.sender import Sender
from companion.inputs.club import ClubRound, ClubTable
from companion.inputs.inputs import Ordered
from companion.runtime.club import ClubThread
from companion.runtime.speaking import Speaker
from companion.scoreboard.posting import RELEASED, Posting, in_language, post_released
from companion.scoreboard.view import view
from companion.screens.hearing import sentences_for
from companion.settings import schema
from companion.storage.journal import seal
from companion.storage.records import Store
from companion.support.messages import known_languages
from companion.table.state import Table
from tests.companion.conftest import Companion
from tests.companion.http.client import asked
from tests.companion.scoreboard.phones import served
from tests.companion.scoreboard.test_posting import posting_to
from tests.companion.web.browser import Browser
from tests.evening import BIRD_DOG_ONLY, BUTTONS, DEAL_GESTURES, RECORDS, Evening
from tests.needs import with_chromium

ROUND = ClubRound("spring", 2, 4, 2, (5, 6))
TRIO = ("Ann", "Bob", "Cid")
NOW = time.mktime((2026, 1, 2, 12, 0, 0, 0, 0, -1))
"""The day after that of the simulated box."""
EXCHANGED = str.maketrans("SHDC", "CDHS")
BIDS = ("declare", " nil", "♠", "♥", "♦", "♣", "clubs", "spades", "hearts", "diamonds", "rank")
"""Words of bids and cards of this board, of which the page of a round has none."""

Tables = list["Table"]


def played(root: Path, exchange: Callable[[str], str]) -> Iterator[Table]:
    """The table after each gesture of board 5, and in board 6, with a mistake, a menu and an undo on the way."""
    evening = Evening(root)
    evening.switch_on(settings=schema.Settings(club=schema.ClubSettings(on=True, box="heron", broker="club.local")))
    evening.box.loop.receive(Ordered(ClubTable(ROUND, "birddog", TRIO, "Cid")))
    evening.box.turn()
    evening.does(*TRIO)
    yield evening.box.table
    asides = {6: ("HOLD", "OK", "BACK"), 8: ("AC",), 12: ("HOLD", "BACK")}
    for number, gesture in enumerate(("OK", *DEAL_GESTURES, "OK", "OK", *DEAL_GESTURES[:9])):
        for sign in (*asides.get(number, ()), gesture):
            evening.does(sign if sign in {*BUTTONS, "HOLD"} else exchange(sign))
            yield evening.box.table
    evening.box.pull_the_plug()


def out_of_club(root: Path, tables: Tables) -> Any:
    """What the club's process publishes: MQTT, and with it Home Assistant."""
    club = ClubThread(root, root / "club", BIRD_DOG_ONLY, view, now=lambda: NOW)
    club.tell(tables[-1])
    club.look()
    return Sender("heron", "0badcafe", "1", PostedOutbox(root / "club/outbox"), take=lambda _: None).greet()


def out_of_posting(root: Path, tables: Tables) -> Any:
    """What is posted for phones after these tables, in all languages, with what they say aloud."""
    posting = Posting(root / "now")
    for table in tables:
        posting._post(table)
    return [in_language(root / "now", code).read_text("utf-8") for code in known_languages() if code != "en"] + [
        (root / "now").read_text("utf-8")
    ]


def out_of_voice(root: Path, tables: Tables) -> Any:
    """What the voice is sent after these tables, also when all is asked for once more."""
    del root
    said: list[bytes] = []
    speaker = Speaker(schema.VoiceSettings(verbosity="all"), said.append)
    for table in tables:
        speaker.show(table)
        speaker.say_again()
        speaker.tell_all()
    return said


WAYS: dict[str, Callable[[Path, Tables], Any]] = {
    "MQTT and Home Assistant": out_of_club,
    "phones": out_of_posting,
    "voice": out_of_voice,
}


def test_no_way_out_tells_which_of_two_boards_is_played(tmp_path: Path) -> None:
    roots = tmp_path / "one", tmp_path / "other"
    for root in roots:
        root.mkdir()
    one, other = played(roots[0], str), played(roots[1], lambda text: text.translate(EXCHANGED))
    before: tuple[Tables, Tables] = [], []
    differs = 0
    for tables in zip(one, other, strict=True):
        differs += sentences_for(tables[0]) != sentences_for(tables[1])
        for known, table in zip(before, tables, strict=True):
            known.append(table)
        for way, tells in WAYS.items():
            told = [tells(root, known[-2:]) for root, known in zip(roots, before, strict=True)]
            assert told[0] == told[1], way
            assert told[0], way
    assert differs > len(DEAL_GESTURES), "the tables say different cards"


def test_no_way_out_tells_a_bid_or_a_card(tmp_path: Path) -> None:
    for table in played(tmp_path, str):
        for tells in WAYS.values():
            told = str(tells(tmp_path, [table]))
            assert not [word for word in BIDS if word in told], told


# ---------------------------------------------------------------- what was played


def finished(root: Path, days_ago: int = 0, event: str = "spring") -> tuple[str, ClubRound]:
    """The name of the record of a whole match, begun so many days ago, and the round and the boards of its deals."""
    lines = [line for line in RECORDS["birddog-whole-match"].read_text("utf-8").splitlines() if line.strip("# ")]
    lines = [line for line in lines if not line.startswith("#")]
    boards = tuple(range(1, lines.count("deal") + 1))
    place = ClubRound(event, 1, 4, len(boards), boards)
    day = time.strftime("%Y-%m-%d", time.localtime(time.time() - days_ago * 86_400))
    store = Store(root)
    record, crc = store.begin(f"{day}-000000-birddog"), 0
    for number, line in enumerate([*lines[:2], place.note(), *lines[2:]], 1):
        sealed, crc = seal(line, number, f"{day}T00:00:00", crc)
        record.append(sealed)
    store.finish(record)
    (path,) = store.all_finished()
    return path.name, place


def answers_of(port: int, name: str) -> tuple[int, int, str]:
    """How the page answers who asks for a record and its ending, and the name of a record among the evenings."""
    (row,) = json.loads(asked(port, "/evenings")[2])["evenings"]
    return asked(port, f"/records/{name}")[0], asked(port, f"/endings/{name}")[0], row["record"]


def test_the_page_has_record_and_ending_when_every_table_has_finished_all_boards(tmp_path: Path) -> None:
    name, place = finished(tmp_path)
    boards = [f"spring:{board}" for board in place.boards]
    with served(tmp_path) as port:
        for released in ([], boards[:-1], [f"autumn:{board}" for board in place.boards]):
            told(tmp_path, Order(1, None, tuple(released)))
            assert answers_of(port, name) == (404, 404, "")
        told(tmp_path, Order(2, None, tuple(boards)))
        assert answers_of(port, name) == (200, 200, name)
        (tmp_path / RELEASED).write_text('[["spring:1"], {}]', "utf-8")
        assert answers_of(port, name) == (404, 404, "")


def told(root: Path, order: Order) -> None:
    """The director's order reaches the table, and the page."""
    Inbox(root / "club/inbox").take(order)
    environ = {"COMPANION_VIEW": str(root)}
    ClubThread(root, root / "club", BIRD_DOG_ONLY, view, release=partial(post_released, environ=environ)).look()


def test_a_board_that_nobody_releases_is_held_for_five_weeks(tmp_path: Path) -> None:
    name, _ = finished(tmp_path, days_ago=DAYS + 1)
    with served(tmp_path) as port:
        assert answers_of(port, name) == (200, 200, name)


def test_a_board_of_an_event_of_these_days_is_held_whatever_a_wrong_clock_dated_it(tmp_path: Path) -> None:
    name, _ = finished(tmp_path, DAYS + 1, time.strftime("%Y-%m-%d-club"))
    with served(tmp_path) as port:
        assert answers_of(port, name) == (404, 404, "")


def test_the_history_copies_no_record_of_a_board_that_others_still_play(tmp_path: Path, companion: Companion) -> None:
    name, place = finished(tmp_path)
    out, err = companion("history", "export", "1", "--data", tmp_path, status=WRONG_USE)
    assert not out
    assert name.removesuffix(".table") in err
    assert "duplicate" in err
    companion("history", "show", "1", "--data", tmp_path)
    told(tmp_path, Order(1, None, tuple(f"spring:{board}" for board in place.boards)))
    assert place.note() in companion("history", "export", "1", "--data", tmp_path).out


# ---------------------------------------------------------------- how the page shows it


@with_chromium
def test_the_page_tells_turn_and_scores_of_a_board_and_why_no_card(tmp_path: Path) -> None:
    *_, table = played(tmp_path, str)
    with posting_to(tmp_path / "now") as posting, served(tmp_path) as port, Browser() as phone:
        posting.post(table)
        phone.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
        phone.until("document.getElementById('says')?.textContent.includes('Other tables')")
        seen = phone.ask("document.body.innerText")
        assert all(name in seen for name in TRIO)
        assert "Turn" in seen
        assert not [word for word in BIDS if word in seen], seen
        assert phone.ask("document.getElementById('felt').hidden")
        assert phone.complaints == []
