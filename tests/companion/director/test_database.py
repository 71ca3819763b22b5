"""The database and the exports: derived from records, and the same whenever they are made."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from functools import lru_cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET
from zlib import crc32

import pytest

from companion.club.payloads import Presence, State
from companion.director import desk as desk_module
from companion.director.collection import FromBox, Reaction, Stored
from companion.director.database import Database
from companion.director.desk import Desk
from companion.director.event import ClubEvent, Sitting
from companion.director.event_record import EventRecord
from companion.director.event_words import add_statement
from companion.director.exports import EXPORTS, as_json, records_csv, scores_csv, standings_csv, sum_of, usebio
from companion.director.results import PlayedMatch, played_match
from companion.director.tables import COLUMNS, Row, Source, Tables, reckon, tables_of
from companion.games.registry import GAMES
from companion.storage.disk import DIRECTORY, DISK, StorageError
from companion.storage.journal import unseal
from companion.support.values import replace
from tests.club.mosquitto import free_port
from tests.companion.conftest import Companion
from tests.companion.director.evenings import AT, EVENT, howell_evening, match_of, pairs, record_of, round_begun, story
from tests.companion.director.served import served
from tests.companion.director.wishing import wish
from tests.companion.http.client import views
from tests.torture import so_many

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


def played() -> tuple[ClubEvent, Tables]:
    """A Howell of four pairs after two rounds, with a correction."""
    now = round_begun(round_begun(howell_evening(4)))
    now = add_statement(now, 'correct 1 2 1 percent 60 40 "the board was turned"', AT)
    matches = [match_of(now.event, number, table) for number in (1, 2) for table in (1, 2)]
    return now.event, tables_of(reckon(now.event, GAMES["spades"], matches), [Source("events/x.event", 40, 1)])


@pytest.fixture(scope="module")
def tables() -> Tables:
    return played()[1]


def root_with_an_evening(root: Path) -> str:
    """A data directory with an event that was played for a round; its name."""
    desk = Desk(root, GAMES)
    desk.wish(wish(do="new", title="Thursday", game="spades", movement="howell", deals=1), AT)
    for line in pairs(2):
        word, *names = line.split()
        desk.wish(wish(do=word, name=names[0], names=names), AT)
    desk.wish(wish(do="round"), AT)
    desk.take_in(Reaction(news=FromBox("a", Presence(on=True))), AT)
    desk.wish(wish(do="move", table=1, box="a"), AT)
    assert desk.event is not None
    box = root / "boxes" / "a"
    box.mkdir(parents=True)
    (box / "2026-11-25-201503-spades.table").write_bytes(record_of(desk.event, 1, 1))
    return desk.event.name


# ---------------------------------------------------------------- what the last start knew


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the records that are played."""
    names: list[str] = []

    def plays(box: str, name: str, *more: Any) -> PlayedMatch | None:
        names.append(name)
        return played_match(box, name, *more)

    monkeypatch.setattr(desk_module, "played_match", plays)
    return names


def test_the_next_start_plays_no_record_again_but_one_with_more_lines(tmp_path: Path, replays: list[str]) -> None:
    name = root_with_an_evening(tmp_path)
    (path,) = tmp_path.glob("boxes/*/*.table")
    record = path.read_bytes()
    lines = record.splitlines(keepends=True)
    for content, deals, times in ((b"".join(lines[:-1]), 0, 1), (record, 1, 2), (record, 1, 2)):
        path.write_bytes(content)
        desk = Desk(tmp_path, GAMES)
        desk.look(AT)
        assert len(desk.reckon(desk.event_of(name)).results) == deals
        assert replays == [path.stem] * times


@pytest.mark.parametrize("why", ["damaged", "another version"])
def test_what_the_last_start_knew_is_dropped_where_it_may_be_wrong(
    why: str, tmp_path: Path, replays: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root_with_an_evening(tmp_path)
    Desk(tmp_path, GAMES).look(AT)
    file = tmp_path / "played.json"
    if why == "damaged":
        file.write_bytes(file.read_bytes().replace(b'"round":1', b'"round":2'))
    else:
        monkeypatch.setattr("companion.director.database.rules_sum", lambda _: "0a1b2c3d")
    Desk(tmp_path, GAMES).look(AT)
    assert len(replays) == 2


def test_what_could_not_be_read_for_a_moment_is_played_at_the_next_start(tmp_path: Path) -> None:
    name = root_with_an_evening(tmp_path)
    (path,) = tmp_path.glob("boxes/*/*.table")
    desk, record = Desk(tmp_path, GAMES), path.read_bytes()
    desk.look(AT)
    path.unlink()
    path.mkdir()
    desk.take_in(Reaction((Stored(path.parent.name, path.stem, 1, b""),)), AT)
    desk.rebuild()
    path.rmdir()
    path.write_bytes(record)
    assert Desk(tmp_path, GAMES).reckon(desk.event_of(name)).results


# ---------------------------------------------------------------- the database


def in_database(database: Database, event: str) -> Tables:
    """All rows of an event, in the order in which they were written."""
    with closing(sqlite3.connect(database.path)) as connection:
        connection.row_factory = sqlite3.Row
        return {table: rows_of(connection, table, event) for table in COLUMNS}


def rows_of(connection: sqlite3.Connection, table: str, event: str) -> list[Row]:
    key = "name" if table == "events" else "event"
    asked = f"SELECT * FROM {table} WHERE {key} = ? ORDER BY rowid"  # noqa: S608 - our own names
    return [dict(row) for row in connection.execute(asked, (event,))]


def test_what_is_written_is_read(tmp_path: Path, tables: Tables) -> None:
    database = Database(tmp_path)
    database.write([tables])
    database.write([tables])
    assert in_database(database, EVENT) == tables


def test_it_is_written_with_wal_and_full_sync(tmp_path: Path, tables: Tables) -> None:
    database = Database(tmp_path)
    database.write([tables])
    with sqlite3.connect(database.path) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    with_full = database._open()
    assert with_full.execute("PRAGMA synchronous").fetchone()[0] == 2
    with_full.close()


def test_every_row_has_the_columns_of_its_table(tables: Tables) -> None:
    assert {table: set(columns.split()) for table, columns in COLUMNS.items()} == {
        table: set(rows[0]) for table, rows in tables.items()
    }


def exported(desk: Desk, event: str) -> dict[str, bytes]:
    """All exports of an event but USEBIO, which is for others."""
    tables = desk.tables(desk.event_of(event))
    return {name: export(tables) for name, (_, export) in EXPORTS.items() if name != "usebio.xml"}


@pytest.mark.parametrize("content", [None, b"", b"no database at all" * 100])
@pytest.mark.parametrize("starts", [True, False], ids=["at a start", "meanwhile"])
def test_one_that_is_lost_or_spoilt_is_made_anew(tmp_path: Path, content: bytes | None, *, starts: bool) -> None:
    name = root_with_an_evening(tmp_path)
    desk = Desk(tmp_path, GAMES)
    desk.look(AT)
    before = in_database(desk.database, name)
    assert before["scores"]
    desk.database.path.unlink()
    if content is not None:
        desk.database.path.write_bytes(content)
    (Desk(tmp_path, GAMES) if starts else desk).look(AT)
    assert in_database(desk.database, name) == before


def flipped(path: Path, bit: int) -> None:
    content = bytearray(path.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal lines come to the same: most flips leave the same ones."""
    read = lru_cache(maxsize=None)(lambda box, name, record: played_match(box, name, record, GAMES))
    monkeypatch.setattr(desk_module, "played_match", lambda box, name, record, _: read(box, name, record))


@pytest.mark.usefixtures("read_once")
def test_no_flipped_bit_of_the_database_is_in_an_export_or_outlives_a_start(tmp_path: Path) -> None:
    name = root_with_an_evening(tmp_path)
    desk = Desk(tmp_path, GAMES)
    desk.wish(wish(do="ends"), AT)
    desk.wish(wish(do="new", title="Another", game="spades"), AT)
    desk.look(AT)
    right, rows = exported(desk, name), in_database(desk.database, name)
    bits = 8 * desk.database.path.stat().st_size
    for bit in Random(5).sample(range(bits), so_many(100, 5000)):
        flipped(desk.database.path, bit)
        again = Desk(tmp_path, GAMES)
        assert exported(again, name) == right
        again.look(AT)
        assert in_database(again.database, name) == rows


@pytest.mark.usefixtures("read_once")
@pytest.mark.parametrize("kind", ["events/*.event", "boxes/*/*.table"])
def test_no_flipped_bit_of_a_record_makes_a_wrong_export_unsaid(kind: str, tmp_path: Path) -> None:
    name = root_with_an_evening(tmp_path)
    right = exported(Desk(tmp_path, GAMES), name)
    (path,) = tmp_path.glob(kind)
    whole = path.read_bytes()
    chance, breaks = Random(6), [8 * place for place, octet in enumerate(whole) if octet == 10]
    bits = {*chance.sample(range(8 * len(whole)), so_many(100, 5000)), *breaks, 8 * len(whole) - 8}
    for bit in bits:
        flipped(path, bit)
        desk = Desk(tmp_path, GAMES)
        if name in desk.names:
            now = exported(desk, name)
            assert desk.troubles, f"bit {bit}"
            assert now["records.csv"] != right["records.csv"], f"bit {bit}"
        else:
            assert desk.troubles[0].startswith("the record of the event is damaged")
        path.write_bytes(whole)


def test_a_record_without_check_sums_counts_nowhere_and_is_told(tmp_path: Path) -> None:
    name = root_with_an_evening(tmp_path)
    (path,) = tmp_path.glob("boxes/*/*.table")
    lines = unseal(path.read_bytes()).lines
    path.write_text("\n".join(line.text for line in lines) + "\n", "utf-8")
    desk = Desk(tmp_path, GAMES)
    assert desk.tables(desk.event_of(name))["scores"] == []
    assert desk.troubles == (f"a: {path.name} is damaged on this computer: only its first 0 lines count",)


def test_a_record_that_comes_counts_whatever_was_asked_first(tmp_path: Path) -> None:
    name = root_with_an_evening(tmp_path)
    (path,) = tmp_path.glob("boxes/*/*.table")
    record = path.read_bytes()
    path.unlink()
    desk = Desk(tmp_path, GAMES)
    assert desk.tables(desk.event_of(name))["scores"] == []
    path.write_bytes(record)
    desk.take_in(Reaction(stored=(Stored("a", path.stem, 1, b""),)), AT)
    assert desk.strays() == ()
    assert desk.tables(desk.event_of(name))["scores"]


def test_a_copy_of_a_record_changes_nothing_whatever_its_name(tmp_path: Path) -> None:
    name = root_with_an_evening(tmp_path)
    (path,) = tmp_path.glob("boxes/*/*.table")
    desk = Desk(tmp_path, GAMES)
    right = desk.tables(desk.event_of(name))["scores"]
    for copy in (f"{path.stem} (copy).table", f"{path.stem}-2.table", f"0-{path.name}"):
        path.with_name(copy).write_bytes(path.read_bytes())
    desk = Desk(tmp_path, GAMES)
    assert desk.tables(desk.event_of(name))["scores"] == right
    assert [stray.match for stray in desk.strays()] == [f"0-{path.stem}", f"{path.stem}-2"]


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path, tables: Tables) -> None:
    with pytest.raises(StorageError, match=r"director\.sqlite"):
        Database(tmp_path / "nowhere").write([tables])


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_a_directory_in_its_place_is_named_and_takes_nothing_away_but_the_database(
    ending: str, tmp_path: Path, companion: Companion
) -> None:
    root = tmp_path / "director"
    root.mkdir()
    name = root_with_an_evening(root)
    odd = root / f"director.sqlite{ending}"
    odd.mkdir()
    with served(root) as page:
        view = next(view for view in views(page.port, Cookie=page.cookie) if view["troubles"])
        assert view["event"]["name"] == name
        assert view["troubles"][0].endswith(f"(Is a directory): {odd}. Move that directory away.")
        odd.rmdir()
        assert next(view for view in views(page.port, Cookie=page.cookie) if not view["troubles"])
    (root / "director.sqlite").unlink()
    (root / "director.sqlite").mkdir()
    assert "Move that directory away." in companion("director", "rebuild", "--data", tmp_path, status=75).err


def test_what_cannot_be_noted_is_noted_when_the_disk_writes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path, GAMES)
    desk.wish(wish(do="new", title="Thursday", game="spades"), AT)
    with monkeypatch.context() as read_only:

        def write(record: EventRecord, _: bytes) -> None:
            raise StorageError("cannot write", record.path, "Wait.")

        read_only.setattr(EventRecord, "_write", write)
        for names in (("Ann",), ("Ann", "Bob")):
            desk.take_in(Reaction(news=FromBox("a", State(here=names))), AT)
        with pytest.raises(StorageError):
            desk.look(AT)
    assert desk.boxes.here == {"Ann": "a", "Bob": "a"}
    desk.look(AT)
    assert desk.event is not None
    assert desk.event.people == ("Ann", "Bob")


# ---------------------------------------------------------------- exports


def test_every_export_says_which_records_it_comes_from(tmp_path: Path) -> None:
    name = root_with_an_evening(tmp_path)
    desk = Desk(tmp_path, GAMES)
    tables = desk.tables(desk.event_of(name))
    box, event = "boxes/a/2026-11-25-201503-spades.table", f"events/{name}.event"
    content = (tmp_path / box).read_bytes(), (tmp_path / event).read_bytes()
    own = {event: unseal(content[1]), box: unseal(content[0])}
    listed = sheet(records_csv(tables))
    assert [(row["file"], row["lines"], row["check_sum"]) for row in listed] == [
        (file, str(len(record.lines)), f"{record.last_crc:08x}") for file, record in own.items()
    ]
    assert {row["records"] for row in sheet(standings_csv(tables))} == {f"{crc32(records_csv(tables)):08x}"}
    assert {(row["box"], row["match"]) for row in sheet(scores_csv(tables))} == {("a", "2026-11-25-201503-spades")}
    assert [record["file"] for record in json.loads(as_json(tables))["records"]] == [event, box]


def test_usebio_says_which_records_it_comes_from(tables: Tables) -> None:
    told = {**tables, "records": [{"file": "boxes/a/x.table", "lines": 3, "check_sum": "0badc0de"}]}
    assert f"made from 1 records, of which records.csv has {sum_of(told)}".encode() in usebio(told)


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


@pytest.mark.parametrize("name", ['=HYPERLINK("x")', "-5"])
def test_a_name_is_no_formula_in_a_sheet(name: str) -> None:
    event, tables = played()
    row = {**tables["scores"][0], "name": name, "points": -20}
    told = sheet(scores_csv({**tables, "scores": [row]}))[0]
    assert (told["name"], told["points"]) == (f"'{name}", "-20")
    row = {**tables["standings"][0], "tenths": -25}
    assert sheet(standings_csv({**tables, "standings": [row]}))[0]["points"] == "-2.5"
    assert event.name == EVENT


def test_everything_as_json(tables: Tables) -> None:
    assert json.loads(as_json(tables)) == tables


def test_usebio_has_the_elements_of_its_format_in_their_places(tables: Tables) -> None:
    root = ET.fromstring(usebio(tables))  # noqa: S314 - our own
    assert root.attrib == {"Version": "1.1"}
    for element in root.iter():
        allowed = USEBIO.get(element.tag, "").split()
        found = [below.tag for below in element]
        assert set(found) <= set(allowed)
        assert found == sorted(found, key=allowed.index)
    assert [element.text for element in root.iter("DATE")] == ["25/11/2026"]
    assert len(root.findall("EVENT/PARTICIPANTS/PAIR")) == 4
    assert [element.text for element in root.iter("WINNER_TYPE")] == ["1"]
    lines = root.findall("EVENT/BOARD/TRAVELLER_LINE")
    assert len(lines) == 8
    assert [line.text for line in lines[1]] == ["2", "3", "A6040", "1.2", "0.8"]
    points = [float(element.text or 0) for line in lines for element in line if element.tag.endswith("MATCH_POINTS")]
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
    now = add_statement(now, f'correct 1 1 1 percent {north} {east} "the board was turned"', AT)
    event = replace(now.event, seated=(replace(now.event.seated[0], sittings=with_board_1(now.event)),))
    tables = tables_of(reckon(event, GAMES["spades"], [match_of(event, 1, table) for table in (2, 3)]))
    given = ET.fromstring(usebio(tables)).find("EVENT/BOARD/TRAVELLER_LINE")  # noqa: S314 - our own
    assert given is not None
    texts = [given.findtext(name) for name in ("SCORE", "NS_MATCH_POINTS", "EW_MATCH_POINTS")]
    assert texts == [str(fault) for fault in told]


def with_board_1(event: ClubEvent) -> tuple[Sitting, ...]:
    """The tables of the first round, all of them with the same boards."""
    return tuple(replace(sitting, boards=(1, 2)) for sitting in event.seated[0].sittings)


def test_a_pair_without_a_board_that_counts_has_no_percent_in_usebio() -> None:
    event = round_begun(howell_evening(4)).event
    root = ET.fromstring(usebio(tables_of(reckon(event, GAMES["spades"], []))))  # noqa: S314 - our own
    assert len(root.findall("EVENT/PARTICIPANTS/PAIR")) == 4
    assert not list(root.iter("PERCENTAGE"))


@pytest.mark.parametrize("first", [("Annabel", "Ann"), ("Ann / Bob", "Ann"), ("AC/DC", "../x"), ("a / b", "b / c")])
def test_partners_keep_names_and_order_whatever_signs_are_in_them(first: tuple[str, str]) -> None:
    names = [*first, "Cid", "Dee"]
    people = [f'person "{name}"' for name in names]
    entered = [f'partners "{name}" "{other}"' for name, other in zip(names[::2], names[1::2], strict=True)]
    now = story("game spades", "movement howell", "deals 1", "duplicate yes", *people, *entered)
    for event in (now.event, round_begun(now).event):
        root = ET.fromstring(usebio(tables_of(reckon(event, GAMES["spades"], []))))  # noqa: S314 - our own
        assert [element.text for element in root.iter("PLAYER_NAME")] == names


@pytest.mark.parametrize(
    "lines",
    [("game spades", "movement howell", *pairs(4)), ("game spades", "movement individual", "duplicate yes", *pairs(2))],
)
def test_usebio_is_for_pairs_on_the_same_boards(lines: tuple[str, ...]) -> None:
    event = story(*lines).event
    with pytest.raises(ValueError, match="USEBIO is for events of pairs"):
        usebio(tables_of(reckon(event, GAMES["spades"], [])))


def test_an_event_whose_game_is_not_here_any_more_has_no_results() -> None:
    event = replace(played()[0], game="chess")
    assert tables_of(reckon(event, None, []))["scores"] == []


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("words", ["export nothing scores.csv", "hands nothing"])
def test_what_only_reads_an_event_makes_no_directory(words: str, tmp_path: Path, companion: Companion) -> None:
    assert "There are: none yet" in companion("director", *words.split(), "--data", tmp_path, status=2).err
    assert [*tmp_path.iterdir()] == []


def test_the_command_rebuilds_and_exports(tmp_path: Path, companion: Companion) -> None:
    name = root_with_an_evening(tmp_path / "director")
    companion("director", "rebuild", "--data", tmp_path)
    assert in_database(Database(tmp_path / "director"), name)["scores"]
    said_by = companion("director", "export", "nothing", "scores.csv", "--data", tmp_path, status=2).err
    assert f"There are: {name}" in said_by
    assert "Export which file? standings.csv" in companion("director", "export", name, "--data", tmp_path, status=2).err
    wrong = companion("director", "export", name, "usebio.xml", "--data", tmp_path, status=2).err
    assert "USEBIO is for events of pairs" in wrong


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("rebuild", "--port", "80"), "is for"),
        (("serve", "x"), "“x” has no place here"),
        (("export", "x", "y", "--broker", "h:1"), "is for"),
    ],
)
def test_what_means_nothing_is_refused(words: tuple[str, ...], why: str, companion: Companion) -> None:
    assert why in companion("director", *words, status=2).err


def test_only_one_director_works_in_a_directory(tmp_path: Path, companion: Companion) -> None:
    (tmp_path / "director").mkdir()
    descriptor = DISK.open(tmp_path / "director", DIRECTORY)
    DISK.lock(descriptor)
    try:
        told = companion("director", "--data", tmp_path, "--port", 1, status=2).err
    finally:
        DISK.close(descriptor)
    assert f"another director is running in {tmp_path / 'director'}" in told


@pytest.mark.parametrize(
    ("broker", "why"),
    [("club.local", "“club.local” is not a broker"), ("1.2.3.4:1883", "there is no club in")],
)
def test_a_broker_elsewhere_needs_a_club(broker: str, why: str, tmp_path: Path, companion: Companion) -> None:
    words = ("director", "--data", tmp_path, "--club", tmp_path / "none", "--port", free_port())
    told = companion(*words, "--broker", broker, status=2)
    assert (told.out, why in told.err) == ("", True)
    assert "none: --club names its directory" in companion(*words, status=2).err


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
