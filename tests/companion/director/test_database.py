"""The database and the exports: derived from records, and the same whenever they are made."""

from __future__ import annotations

import csv
import json
import sqlite3
from io import StringIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from companion.director.database import EDITION, Database
from companion.director.desk import Desk
from companion.director.event_words import said
from companion.director.exports import EXPORTS, as_json, scores_csv, standings_csv, usebio
from companion.director.tables import COLUMNS, Tables, reckoned, tables_of
from companion.games.registry import GAMES
from companion.storage.disk import DIRECTORY, DISK, StorageError
from companion.support.values import replace
from tests.club.mosquitto import free_port
from tests.companion.director.evenings import AT, EVENT, howell_evening, match_of, pairs, record_of, round_begun, story

if TYPE_CHECKING:
    from pathlib import Path

    from companion.director.event import Event, Sitting
    from tests.companion.conftest import Companion

USEBIO = {
    "USEBIO": "CLUB EVENT",
    "CLUB": "CLUB_NAME",
    "EVENT": (
        "PROGRAM_NAME PROGRAM_VERSION EVENT_DESCRIPTION DATE BOARD_SCORING_METHOD WINNER_TYPE BOARDS_PLAYED "
        "PARTICIPANTS BOARD"
    ),
    "PARTICIPANTS": "PAIR",
    "PAIR": "PAIR_NUMBER DIRECTION BOARDS_PLAYED PERCENTAGE PLACE PLAYER",
    "PLAYER": "PLAYER_NAME",
    "BOARD": "BOARD_NUMBER TRAVELLER_LINE",
    "TRAVELLER_LINE": "NS_PAIR_NUMBER EW_PAIR_NUMBER SCORE NS_MATCH_POINTS EW_MATCH_POINTS",
}
"""The elements of USEBIO 1.1 that are used, and what each may contain."""


def played() -> tuple[Event, Tables]:
    """A Howell of four pairs after two rounds, with a correction."""
    now = round_begun(round_begun(howell_evening(4)))
    now = said(now, 'correct 1 2 1 percent 60 40 "the board was turned"', AT)
    matches = [match_of(now.event, number, table) for number in (1, 2) for table in (1, 2)]
    return now.event, tables_of(reckoned(now.event, GAMES["spades"], matches))


@pytest.fixture(scope="module")
def tables() -> Tables:
    return played()[1]


def root_with_an_evening(root: Path) -> str:
    """A data directory with an event that was played for a round; its name."""
    desk = Desk(root, GAMES)
    desk.wish({"do": "new", "title": "Thursday", "game": "spades", "movement": "howell", "deals": 1}, AT)
    for line in pairs(2):
        word, *names = line.split()
        desk.wish({"do": word, "name": names[0], "names": names}, AT)
    desk.wish({"do": "round"}, AT)
    desk.wish({"do": "move", "table": 1, "box": "a"}, AT)
    assert desk.event is not None
    box = root / "boxes" / "a"
    box.mkdir(parents=True)
    (box / "2026-11-25-201503-spades.table").write_bytes(record_of(desk.event, 1, 1))
    return desk.event.name


# ---------------------------------------------------------------- the database


def test_what_is_written_is_read(tmp_path: Path, tables: Tables) -> None:
    database = Database(tmp_path)
    database.write([tables])
    database.write([tables])
    assert database.tables(EVENT) == tables
    assert database.is_usable()


def test_it_is_written_with_wal_and_full_sync(tmp_path: Path, tables: Tables) -> None:
    database = Database(tmp_path)
    database.write([tables])
    with sqlite3.connect(database.path) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    with_full = database._opened()
    assert with_full.execute("PRAGMA synchronous").fetchone()[0] == 2
    with_full.close()


def test_every_row_has_the_columns_of_its_table(tables: Tables) -> None:
    assert {table: set(columns.split()) for table, columns in COLUMNS.items()} == {
        table: set(rows[0]) for table, rows in tables.items()
    }


@pytest.mark.parametrize("content", [None, b"", b"no database at all" * 100])
def test_one_that_is_lost_or_spoilt_is_made_anew_with_the_same_exports(tmp_path: Path, content: bytes | None) -> None:
    name = root_with_an_evening(tmp_path)
    desk = Desk(tmp_path, GAMES)
    desk.look(AT)
    before = [export(desk.database.tables(name)) for kind, (_, export) in EXPORTS.items() if kind != "usebio.xml"]
    desk.database.path.unlink()
    if content is not None:
        desk.database.path.write_bytes(content)
    again = Desk(tmp_path, GAMES)
    again.look(AT)
    assert before == [
        export(again.database.tables(name)) for kind, (_, export) in EXPORTS.items() if kind != "usebio.xml"
    ]


def test_one_of_another_edition_is_made_anew(tmp_path: Path) -> None:
    name = root_with_an_evening(tmp_path)
    desk = Desk(tmp_path, GAMES)
    desk.look(AT)
    with sqlite3.connect(desk.database.path) as connection:
        connection.execute(f"PRAGMA user_version={EDITION + 1}")
        connection.execute("DROP TABLE scores")
    connection.close()
    desk.look(AT)
    assert desk.database.tables(name)["scores"]


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path, tables: Tables) -> None:
    with pytest.raises(StorageError, match=r"director\.sqlite"):
        Database(tmp_path / "nowhere").write([tables])


# ---------------------------------------------------------------- exports


def sheet(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(content.decode(), newline="")))


def test_the_scores_as_a_sheet(tables: Tables) -> None:
    rows = sheet(scores_csv(tables))
    assert len(rows) == 4 * 2 * 4
    first, given = rows[0], rows[8]
    assert (first["round"], first["table"], first["board"], first["seat"], first["name"]) == ("1", "1", "1", "N", "Ann")
    assert (given["points"], given["percent"], given["corrected"]) == ("", "60.00", str(played()[0].corrections[0].n))


def test_the_standings_as_a_sheet(tables: Tables) -> None:
    rows = sheet(standings_csv(tables))
    assert len(rows) == 4
    assert {row["deals"] for row in rows} == {"4"}
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)


def test_a_name_is_no_formula_in_a_sheet() -> None:
    event, tables = played()
    row = {**tables["scores"][0], "name": '=HYPERLINK("x")', "points": -20}
    told = sheet(scores_csv({**tables, "scores": [row]}))[0]
    assert (told["name"], told["points"]) == ('\'=HYPERLINK("x")', "-20")
    assert event.name == EVENT


def test_everything_as_json(tables: Tables) -> None:
    assert json.loads(as_json(tables)) == tables


def test_usebio_has_the_elements_of_its_format_in_their_places(tables: Tables) -> None:
    root = ET.fromstring(usebio(tables))  # noqa: S314 - our own
    assert root.attrib == {"Version": "1.1"}
    for one in root.iter():
        allowed = USEBIO.get(one.tag, "").split()
        found = [below.tag for below in one]
        assert set(found) <= set(allowed)
        assert found == sorted(found, key=allowed.index)
    assert [one.text for one in root.iter("DATE")] == ["25/11/2026"]
    assert len(root.findall("EVENT/PARTICIPANTS/PAIR")) == 4
    assert [one.text for one in root.iter("WINNER_TYPE")] == ["1"]
    lines = root.findall("EVENT/BOARD/TRAVELLER_LINE")
    assert len(lines) == 8
    assert [one.text for one in lines[1]] == ["2", "3", "A6040", "1.2", "0.8"]
    points = [float(one.text or 0) for line in lines for one in line if one.tag.endswith("MATCH_POINTS")]
    assert sum(points) == 3 * 2 * 2 + 2, "two for each table of a board that two have played, or that was given"


GIVEN = [
    ((60, 40), ("A6040", 1.2, 0.8)),
    ((60, 60), ("A6060", 1.2, 1.2)),
    ((100, 0), ("A100000", 2, 0)),
    ((5, 95), ("A0595", 0.1, 1.9)),
    ((0, 5), ("A0005", 0, 0.1)),
]


@pytest.mark.parametrize(("percents", "told"), GIVEN)
def test_a_percent_that_was_given_is_told_so_that_both_sides_can_be_read(
    percents: tuple[int, int], told: tuple[str, float, float]
) -> None:
    """Readers take the first half of the digits for North and South, and each percent from the match points."""
    now = round_begun(howell_evening(8))
    north, east = percents
    now = said(now, f'correct 1 1 1 percent {north} {east} "the board was turned"', AT)
    event = replace(now.event, seated=(replace(now.event.seated[0], sittings=with_board_1(now.event)),))
    tables = tables_of(reckoned(event, GAMES["spades"], [match_of(event, 1, table) for table in (2, 3)]))
    given = ET.fromstring(usebio(tables)).find("EVENT/BOARD/TRAVELLER_LINE")  # noqa: S314 - our own
    assert given is not None
    texts = [given.findtext(name) for name in ("SCORE", "NS_MATCH_POINTS", "EW_MATCH_POINTS")]
    assert texts == [str(one) for one in told]


def with_board_1(event: Event) -> tuple[Sitting, ...]:
    """The tables of the first round, all of them with the same boards."""
    return tuple(replace(one, boards=(1, 2)) for one in event.seated[0].sittings)


def test_a_pair_without_a_board_that_counts_has_no_percent_in_usebio() -> None:
    event = round_begun(howell_evening(4)).event
    root = ET.fromstring(usebio(tables_of(reckoned(event, GAMES["spades"], []))))  # noqa: S314 - our own
    assert len(root.findall("EVENT/PARTICIPANTS/PAIR")) == 4
    assert not list(root.iter("PERCENTAGE"))


@pytest.mark.parametrize("first", [("Annabel", "Ann"), ("Ann / Bob", "Ann"), ("AC/DC", "../x"), ("a / b", "b / c")])
def test_partners_keep_names_and_order_whatever_signs_are_in_them(first: tuple[str, str]) -> None:
    names = [*first, "Cid", "Dee"]
    people = [f'person "{name}"' for name in names]
    entered = [f'partners "{one}" "{other}"' for one, other in zip(names[::2], names[1::2], strict=True)]
    now = story("game spades", "movement howell", "deals 1", "duplicate yes", *people, *entered)
    for event in (now.event, round_begun(now).event):
        root = ET.fromstring(usebio(tables_of(reckoned(event, GAMES["spades"], []))))  # noqa: S314 - our own
        assert [one.text for one in root.iter("PLAYER_NAME")] == names


@pytest.mark.parametrize(
    "lines",
    [("game spades", "movement howell", *pairs(4)), ("game spades", "movement individual", "duplicate yes", *pairs(2))],
)
def test_usebio_is_for_pairs_on_the_same_boards(lines: tuple[str, ...]) -> None:
    event = story(*lines).event
    with pytest.raises(ValueError, match="USEBIO is for events of pairs"):
        usebio(tables_of(reckoned(event, GAMES["spades"], [])))


def test_an_event_whose_game_is_not_here_any_more_has_no_results() -> None:
    event = replace(played()[0], game="chess")
    assert tables_of(reckoned(event, None, []))["scores"] == []


# ---------------------------------------------------------------- the command


def test_the_command_rebuilds_and_exports(tmp_path: Path, companion: Companion) -> None:
    name = root_with_an_evening(tmp_path / "director")
    companion("director", "rebuild", "--data", tmp_path)
    assert Database(tmp_path / "director").tables(name)["scores"]
    said_by = companion("director", "export", "nothing", "scores.csv", "--data", tmp_path, status=2).err
    assert f"There are: {name}" in said_by
    assert "It takes standings.csv" in companion("director", "export", name, "--data", tmp_path, status=2).err
    wrong = companion("director", "export", name, "usebio.xml", "--data", tmp_path, status=2).err
    assert "USEBIO is for events of pairs" in wrong


@pytest.mark.parametrize(
    "words", [("rebuild", "--port", "80"), ("serve", "x"), ("export", "x", "y", "--broker", "h:1")]
)
def test_what_means_nothing_is_refused(words: tuple[str, ...], companion: Companion) -> None:
    assert "is for" in companion("director", *words, status=2).err


def test_only_one_director_works_in_a_directory(tmp_path: Path, companion: Companion) -> None:
    (tmp_path / "director").mkdir()
    descriptor = DISK.open(tmp_path / "director", DIRECTORY)
    DISK.lock(descriptor)
    try:
        told = companion("director", "--data", tmp_path, "--port", 1, status=2).err
    finally:
        DISK.close(descriptor)
    assert f"another director is at work in {tmp_path / 'director'}" in told


@pytest.mark.parametrize(
    ("broker", "why"),
    [("club.local", "“club.local” is no broker; it takes HOST:PORT"), ("1.2.3.4:1883", "there is no club in")],
)
def test_a_broker_elsewhere_needs_a_club(broker: str, why: str, tmp_path: Path, companion: Companion) -> None:
    words = ("director", "--data", tmp_path, "--club", tmp_path / "none", "--broker", broker, "--port", free_port())
    assert why in companion(*words, status=2).err


def test_the_command_mends_a_damaged_event_and_names_the_others(tmp_path: Path, companion: Companion) -> None:
    name = root_with_an_evening(tmp_path / "director")
    path = tmp_path / "director" / "events" / f"{name}.event"
    assert "Damaged are: none" in companion("director", "mend", name, "--data", tmp_path, status=2).err
    content = bytearray(path.read_bytes())
    content[512] ^= 1
    path.write_bytes(content)
    told = companion("director", "export", name, "event.json", "--data", tmp_path, status=2).err
    assert f"companion director mend {name}" in told
    assert f"kept as {path.with_suffix('.damaged-1')}" in companion("director", "mend", name, "--data", tmp_path).out
    assert companion("director", "export", name, "event.json", "--data", tmp_path).out
