"""One person is one person, however the name is written: settings, tags, set-up, play, page, records, history, club."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.club.payloads import Assignment, Order, State, decode, encode
from companion.director.event_words import add_statement as said_of_event
from companion.games.registry import GAMES
from companion.history.selection import Selection
from companion.history.statistics import player_records, series_of
from companion.inputs.club import Club, ClubRound, ClubTable
from companion.inputs.inputs import Ordered
from companion.match.checker import NoRecordError, answers
from companion.match.ending import Series
from companion.rules.statements import UnreadableError
from companion.settings.parser import read
from companion.simulation.box import regulars_of
from companion.support.decoding import RefusedMessage
from companion.support.names import each_once, name_problem
from companion.table import club
from companion.table.handling import handle
from companion.table.modes import AtClub
from companion.table.setup_dialogue import open_table
from companion.table.state import House
from companion.tags.tag_decks import DeckError, Person, Shelf, TagDeck
from companion.tags.tag_decks import decode as deck_of
from companion.tags.tag_decks import encode as encode_deck
from companion.web.preferences import Preferences
from tests.companion.director.evenings import round_begun, story, tables
from tests.companion.history.sealed import BEGUN, evening, kept, sealed
from tests.companion.table.pure_table import done, luck, person, question
from tests.evening import match_of

FIRST = "Zoë"
SPELLINGS = (FIRST, "Zoe\u0308", "ZOË", "zoë ", " Zoë", "ZOE\u0308\u00a0")
"""One person. What is written first is shown."""
ANOTHER = "Zoe"

UNFIT = (
    "Zo\u200be",
    "Zoe\u202e",
    "\u2066Zoe",
    "Zo\u00ade",
    "\ufeffZoe",
    "Zoe\ufe0f",
    "\u3164",
    " ",
    "Zo#e",
    "deal",
    "ſtart",
)
"""What nobody sees, what turns the direction of writing, blanks alone, signs and words of the records."""

spelled = pytest.mark.parametrize("name", SPELLINGS)


@spelled
def test_settings_and_name_tags_offer_one_person_once_as_first_written(name: str) -> None:
    settings = read(f'[people]\nregulars = ["{FIRST}", "{name}", "{ANOTHER}"]').settings
    assert regulars_of(settings) == (FIRST, ANOTHER)
    tags = TagDeck(
        "people", "persons", {bytes([4, 1, 1, at]): Person(person_name) for at, person_name in enumerate((name, "Ann"))}
    )
    assert each_once((*settings.people.regulars, *Shelf((tags,)).people)) == (FIRST, ANOTHER, "Ann")


@spelled
def test_a_tag_is_the_tag_of_that_person(name: str) -> None:
    deck = TagDeck("people", "persons", {b"\x04\x01\x01\x01": Person(FIRST)})
    assert Person(name) == Person(FIRST) != Person(ANOTHER)
    assert dict(deck.with_tag(b"\x04\x01\x01\x02", Person(name)).pieces) == {b"\x04\x01\x01\x02": Person(FIRST)}


@spelled
def test_at_set_up_the_tag_seats_the_regular_and_nobody_sits_twice(name: str) -> None:
    table = open_table(House({"birddog": GAMES["birddog"]}, (FIRST, "Ann", "Bob", "Cid")))
    seated = person(table, name)
    assert seated.table.setting_up is not None
    assert seated.table.setting_up.names == (FIRST,)
    assert person(seated, FIRST).table.setting_up == seated.table.setting_up
    assert FIRST not in question(seated.table).choices


@spelled
def test_in_play_the_tag_names_the_seat(name: str) -> None:
    table = open_table(House({"birddog": GAMES["birddog"]}, (FIRST, "Ann", "Bob")))
    playing = done(table, *("OK",) * 6, "10D")
    asked = person(playing, name)
    assert asked.table.playing.header.names[0] == FIRST
    assert asked.table != person(playing, ANOTHER).table
    assert asked.table == person(playing, FIRST).table


@spelled
def test_a_record_has_no_person_twice_and_keeps_names_as_they_are_written(name: str) -> None:
    with pytest.raises(NoRecordError, match="the same name"):
        list(answers(f'game birddog\nplayers "{FIRST}" "{name}" Ann', GAMES))
    match = match_of(f'game birddog\nplayers "{name}" {ANOTHER} Ann\ndealer "{name}"')
    assert match.header.names[0] == name


@spelled
def test_history_adds_up_what_one_person_has_played(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = evening("birddog-whole-match")
    matches = [replace(match, names=(who, "Bob", "Cid")) for who in (FIRST, name)]
    (own,) = (record for record in player_records(matches) if Person(record.player) == Person(FIRST))
    assert own.matches == 2
    assert series_of(matches, "birddog", (name, "Bob", "Cid")) == Series(2, (0, 0, 2))
    assert sum(Selection(player=name).takes(match, {}) for match in matches) == 2
    for number, who in enumerate((FIRST, name), 1):
        lines = [line.replace("Ann", f'"{who}"') for line in BEGUN]
        kept(tmp_path, f"2026-11-2{number}-2015", sealed(lines))
    assert main(["history", "list", "--data", str(tmp_path), "--player", name]) == 0
    assert capsys.readouterr().out.count("Bird Dog") == 2


@spelled
def test_in_a_club_the_tag_is_here_once_sits_down_and_is_sent_to_the_own_table(name: str) -> None:
    wanted = ClubTable(ClubRound("spring", 1, 4, deals=1), "birddog", (FIRST, "Bob", "Cid"), dealer="Cid")
    house = House(GAMES, (), club=Club())
    assert Club(places={FIRST: 4}).table_of(name) == 4
    table = person(handle(club.at_power_on(open_table(house)), Ordered(wanted), luck), FIRST, name).table
    assert table.house.club is not None
    assert (table.house.club.here, table.house.club.seated) == ((FIRST,), (FIRST,))
    assert isinstance(table.mode, AtClub)


@spelled
def test_a_director_has_each_person_once(name: str) -> None:
    now = story(f'person "{FIRST}"')
    with pytest.raises(UnreadableError, match=f"{FIRST} is there already"):
        said_of_event(now, f'person "{name}"', "2026-11-25T20:00:00")
    assert said_of_event(now, f"person {ANOTHER}", "2026-11-25T20:00:00").event.people == (FIRST, ANOTHER)


def test_what_the_display_cannot_draw_is_told_when_it_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = "The display cannot draw 李; it shows □, or the seat."
    (warning,) = read('[people]\nregulars = ["李", "Ольга", "Ζωή"]').warnings
    assert str(warning) == f"people.regulars: {told}"
    settings = tmp_path / "config.toml"
    assert Preferences(settings).as_json()["undrawn"] == ""
    settings.write_text('[people]\nregulars = ["李"]\n', "utf-8")
    assert Preferences(settings).as_json()["undrawn"] == told
    tags = TagDeck("people", "persons", {b"\x04\x01\x01\x01": Person("李"), b"\x04\x01\x01\x02": Person("Ольга")})
    (tmp_path / "people.json").write_text(encode_deck(tags), "utf-8")
    assert main(["decks", "import", str(tmp_path / "people.json"), "--data", str(tmp_path / "data")]) == 0
    assert told in capsys.readouterr().out


# ---------------------------------------------------------------- one form and one limit


@pytest.mark.parametrize("name", [*UNFIT, "x" * 65])
def test_what_is_no_name_is_refused_with_a_sentence_wherever_it_is_written(name: str) -> None:
    problem = name_problem(name)
    assert problem
    (wrong,) = read(f"[people]\nregulars = [{name!r}]".replace("'", '"')).problems or (None,)
    assert wrong is not None
    with pytest.raises(DeckError, match="person"):
        Person(name)
    with pytest.raises(UnreadableError):
        said_of_event(story(), f'person "{name}"', "2026-11-25T20:00:00")
    with pytest.raises(NoRecordError):
        list(answers(f'game birddog\nplayers "{name}" Bob Cid', GAMES))
    said = encode(Order(1, Assignment("spring", 1, 1, "birddog", ("Ann", "Bob"))))
    with pytest.raises(RefusedMessage):
        decode(Order, said.replace(b'"Bob"', json.dumps(name).encode()))


@pytest.mark.parametrize("name", ["x" * 64, "李" * 21, "Ann / Bob", "boards=7", *SPELLINGS])
def test_a_name_that_is_one_is_taken_wherever_it_is_written(name: str) -> None:
    assert read(f'[people]\nregulars = ["{name}"]').settings.people.regulars == (name,)
    assert deck_of(f'{{"format":1,"name":"a","kind":"persons","tags":{{"04010101":{{"person":"{name}"}}}}}}').pieces
    assert story(f'person "{name}"').event.people == (name,)
    assert decode(State, encode(State(here=(name,)))).here == (name,)
    order = Order(1, Assignment("spring", 1, 1, "birddog", ("Ann", name), None), places={name: 1})
    assert decode(Order, encode(order)) == order


def test_a_person_whose_name_cannot_be_one_does_not_hide_the_others_of_the_box() -> None:
    assert decode(State, b'{"here":["Ann","undo","Bob"]}').here == ("Ann", "Bob")


def test_a_person_called_as_boards_are_written_sits_down_and_no_board_is_played() -> None:
    people = ("Ann", "Bob", "Cid", "boards=7")
    pairs = [f"partners {person} {partner}" for person, partner in (people[:2], people[2:])]
    now = story("game spades", "movement round-robin", *(f"person {who}" for who in people), *pairs)
    (table,) = tables(round_begun(now).event)
    assert sorted(table.split()[2:]) == sorted(people)
