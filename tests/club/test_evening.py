"""A small evening of a whole club, as make club plays it: real processes, a real broker, TLS, and two accidents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from companion.cli.club_evening import ClubEvening, Plan
from companion.cli.evening_processes import Process, companion, mosquitto_path, wait_for
from companion.cli.main import main
from companion.director.event_record import read_events
from companion.director.results import played_match
from companion.director.tables import reckon
from companion.games.registry import GAMES
from companion.inputs.club import round_of
from companion.storage.journal import unseal
from tests.companion.web.browser import Browser
from tests.needs import with_chromium, with_mosquitto
from tests.torture import so_many

PLAN = Plan("spades", tables=3, rounds=so_many(1, 2), away_s=1.0)


class Played:
    """The evening, whose page is still there, and what was told of it."""

    def __init__(self, evening: ClubEvening, told: list[str]) -> None:
        self.evening, self.told = evening, told
        evening.make_club()
        evening.begin()
        evening.play()
        self.matches, self.lines = evening.compare()
        self.standings = evening.standings(self.matches)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    program, told = mosquitto_path(), list[str]()
    assert program is not None
    with ClubEvening(tmp_path_factory.mktemp("evening"), PLAN, program, told.append) as evening:
        yield Played(evening, told)


@with_mosquitto
def test_every_table_plays_every_round_though_one_lost_its_power_and_the_broker_was_killed(played: Played) -> None:
    assert "12 people at 3 tables have tapped their name tags." in played.told
    accidents = [line.strip() for line in played.told if line.startswith("  ")]
    assert [line for line in accidents if line.startswith("table-3 ")] == [
        "table-3 is unplugged in the middle of a deal.",
        "table-3 has power again, and goes on where it was.",
    ]
    assert [line for line in accidents if line.startswith("The broker ")] == [
        "The broker is killed; the tables play on.",
        "The broker runs again.",
    ]
    assert len(accidents) == 4
    notes = [round_of(line) for box in played.evening.boxes for _, record in box.records() for line in texts(record)]
    assert sorted((note.round, note.table) for note in notes if note) == list(
        product(range(1, PLAN.rounds + 1), (1, 2, 3))
    )


@with_mosquitto
def test_the_director_has_every_record_as_it_is_on_the_card_of_its_box(played: Played) -> None:
    assert played.matches == 3 * PLAN.rounds
    assert played.lines > played.matches * 52
    assert list(played.evening.records_differ()) == []
    some = next(played.evening.place.glob("director/boxes/table-2/*.table"))
    whole = some.read_bytes()
    some.write_bytes(whole.replace(b" bid ", b" did ", 1))
    assert list(played.evening.records_differ()) == [f"table-2/{some.stem}"]
    some.write_bytes(whole)


@with_mosquitto
def test_the_standings_are_those_of_the_records_on_the_boxes(played: Played) -> None:
    (event,) = (record.story.event for record in read_events(played.evening.place / "director").records)
    matches = [
        played_match(box.name, name, record, GAMES) for box in played.evening.boxes for name, record in box.records()
    ]
    own = reckon(event, GAMES[event.game], [match for match in matches if match is not None]).standings
    assert [(list(standing.names), standing.deals, (standing.percent or 0) / 100) for standing in own] == [
        (standing["names"], standing["deals"], standing["percent"]) for standing in played.standings
    ]
    assert len({standing["percent"] for standing in played.standings}) > 1  # they do not all play alike


@with_mosquitto
def test_the_same_board_is_the_same_deal_at_every_table(played: Played) -> None:
    hands: dict[int, set[tuple[frozenset[str], ...]]] = {}
    for box in played.evening.boxes:
        for _, record in box.records():
            board, by_seat = hands_of(texts(record))
            hands.setdefault(board, set()).add(by_seat)
    assert [len(some) for some in hands.values()] == [1] * len(hands)


@with_mosquitto
@with_chromium
def test_the_standings_are_seen_in_a_browser(played: Played) -> None:
    evening = played.evening
    password = (evening.place / "director/password").read_text("utf-8").strip()
    with Browser() as page:
        page.call("Page.navigate", url=evening.address)
        page.until("document.getElementById('login')?.hidden === false")
        page.ask(f"document.getElementById('password').value = {json.dumps(password)}")
        page.ask("document.querySelector('#login button').click()")
        page.until("document.getElementById('tabs').hidden === false")
        page.ask("document.getElementById('show-standings').click()")
        page.until("document.querySelectorAll('#standings tbody tr').length === 6")
        shown = page.ask("[...document.querySelectorAll('#standings tbody tr')].map(one => one.innerText)")
    assert [row.split("\t")[1:3] for row in shown] == [
        [" and ".join(standing["names"]), f"{standing['percent']:.2f}"] for standing in played.standings
    ]


def texts(record: bytes) -> list[str]:
    return [line.text for line in unseal(record).lines]


def hands_of(lines: list[str]) -> tuple[int, tuple[frozenset[str], ...]]:
    """The board of a record of one deal, and the cards that each seat played."""
    board = next(club_round.boards[0] for club_round in map(round_of, lines) if club_round)
    names = next(line.split()[1:] for line in lines if line.startswith("players "))
    plays = [line.split() for line in lines if len(line.split()) == 2]
    return board, tuple(frozenset(card for name, card in plays if name == seat) for seat in names)


@pytest.mark.parametrize(
    ("game", "movement"), [("hearts", "mitchell"), ("bonehead", "swiss"), ("birddog", "individual")]
)
def test_a_movement_without_tables_of_four_is_refused_before_a_club_is_made(
    game: str, movement: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "club"
    assert main(["club", "evening", "--data", str(place), "--game", game, "--movement", movement]) == 2
    assert f"{GAMES[game].title} by {movement} has no tables of four" in capsys.readouterr().err
    assert not place.exists()


def test_a_process_that_ends_by_itself_is_noticed_and_its_last_words_are_kept(tmp_path: Path) -> None:
    process = Process(companion("club", "run", "x"), tmp_path / "logs/one.log")
    process.start()
    assert wait_for(lambda: not process.runs, 20)
    assert "“x” has no place here" in process.last_words()
    process.stop()
