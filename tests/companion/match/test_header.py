"""The header: reading and writing are inverse, and which lines it rejects."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import SeatAssignment
from companion.games.registry import GAMES
from companion.match.checker import NoRecordError, answers, final
from companion.match.header import Computer, Header, computers_in, with_new_seeds
from companion.match.match import Match
from companion.rules.game import language
from companion.rules.referee.verdicts import Unreadable
from companion.rules.statements import Said, Statement, UnreadableError, Word
from companion.storage.journal import Line, pad, unseal
from companion.support.names import KEYWORDS, name_problem, person
from companion.support.text import visible
from companion.table.setup import SetUp
from tests.evening import match_of

HEADER = (
    "game birdhead",
    'players Ann "Mary Ann" Cid Dee',
    "option bar max-of-all",
    "option renege penalty",
    "score Cid -12",
    'markers "Mary Ann" 7 9/2',
    "; seat Dee computer=normal seed=4711",
    'start "Mary Ann"',
)


def header_of(*lines: str) -> Header:
    return match_of(*lines).header


def test_a_header_is_written_as_it_was_read() -> None:
    assert header_of(*HEADER).lines() == HEADER
    assert header_of(*HEADER[:2]).lines() == HEADER[:2]


def test_the_target_is_that_of_the_house_rules_or_of_the_book() -> None:
    spades = Header(GAMES["spades"]), Header(GAMES["spades"], options={"target": "200"})
    assert [header.target for header in spades] == [500, 200]


def test_computers_keep_seat_and_level_and_get_other_random_numbers_for_a_new_match() -> None:
    computers = computers_in([SeatAssignment("Ann"), SeatAssignment("Bob", "easy"), SeatAssignment("Cid", "strong")])
    assert computers == {1: Computer("easy", 0), 2: Computer("strong", seed=0)}
    again = with_new_seeds(computers, lambda number: number - 1)
    assert again == {1: Computer("easy", 1_000_000), 2: Computer("strong", 1_000_001)}
    assert Computer("easy") == computers[1]
    assert with_new_seeds({}, lambda _: pytest.fail("nobody needs luck")) == {}


def test_the_latest_note_says_who_plays_a_seat_and_one_of_a_stranger_says_nothing() -> None:
    notes = (
        "; seat Cid computer=easy seed=1",
        '; seat "Mary Ann" computer=strong seed=2',
        ";  seat Cid computer=normal seed=3",
        "; seat Zoe computer=normal seed=4",
        "; seat Dee computer=normal seed=1234567890",
    )
    header = header_of(*HEADER[:2], *notes, "start Ann")
    assert header.computers == {1: Computer("strong", 2), 2: Computer("normal", 3)}
    assert [seat.level for seat in header.seats] == ["", "strong", "normal", *[""] * (len(header.names) - 3)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("score Cid 1234567", "a score is a whole number of at most 6 digits; found “1234567”"),
        ("score Cid 1-", "a score is a whole number of at most 6 digits; found “1-”"),
        ("score Zoe 1", "“Zoe” does not play here; the players are Ann, Mary Ann, Cid, Dee"),
        ("option fast yes", "BirdHead cards has no option “fast”; it has bar, markers, final-tie, renege"),
        ("option bar high", "option bar takes last-match, max-of-all; found “high”"),
        ("markers Ann 12", "“12” is no card of BirdHead cards"),
        ("markers Ann", "it is written “markers NAME CARD …”; found “markers Ann”"),
        ("option bar", "it is written “option NAME VALUE”; found “option bar”"),
        ("score Ann 3 4", "it is written “score NAME NUMBER”; found “score Ann 3 4”"),
        ("dealer Ann", "“dealer Ann” is not a header line of BirdHead cards"),
        ("players Ann Bob Cid Dee", "“players Ann Bob Cid Dee”: this was given before"),
    ],
)
def test_a_line_that_cannot_be_is_refused_in_these_words(line: str, reason: str) -> None:
    *_, last = answers("\n".join((*HEADER[:2], line)), GAMES)
    assert last.as_json()["reason"] == reason


def test_a_score_has_up_to_six_digits_and_a_sign() -> None:
    header = header_of(*HEADER[:2], "score Ann 123456", "score Cid +7", "score Dee -654321")
    assert header.scores == {0: 123456, 2: 7, 3: -654321}


def test_players_by_number_are_named_from_one() -> None:
    assert header_of("game birdhead", "players 4").names == ("P1", "P2", "P3", "P4")


def test_a_name_may_be_one_letter() -> None:
    assert header_of("game birdhead", "players A B C D").names == ("A", "B", "C", "D")


@pytest.mark.parametrize("sign", [";", "#", '"', "\t", "\n", "\u2028", "\u2029", "\ud800"])
def test_no_sign_of_a_record_stands_in_a_name(sign: str) -> None:
    assert name_problem(f"A{sign}b")
    assert not name_problem("Ab")


def test_every_word_with_which_a_line_begins_is_no_name_in_any_game() -> None:
    words = {word for game in GAMES.values() for word in language(game, ()).words.values()}
    assert {word.name for word in words if word.said is not Said.BY_SEAT} <= KEYWORDS


@pytest.mark.parametrize("name", ["Moon", "alone", "shows", "Passes"])
def test_a_word_that_follows_a_name_is_a_name_too(name: str) -> None:
    header = Header(GAMES["hearts"], (name, "Ann", "Bob", "Cid"), 3)
    lines = (*header.lines(), "deal", f"{name} passes 2H 3H 4H", f"exchange Bob {name}")
    *_, said, exchanged = answers("\n".join(lines), GAMES)
    assert said.as_json()["verdict"] == "legal"
    assert exchanged.as_json()["rule"] == "between-deals"


def test_nobody_is_called_like_a_word_with_which_a_line_of_an_installed_game_begins() -> None:
    game = replace(GAMES["hearts"], words=(*GAMES["hearts"].words, Word("spins", Said.BY_TABLE)))
    with pytest.raises(UnreadableError, match="word of the records"):
        Header(game).with_line(["players", "Ann", "Bob", "Cid", "Spins"])
    seats = tuple(map(SeatAssignment, ("Ann", "Bob", "Cid")))
    setup = SetUp({"hearts": game}, ("Spins", "Dee"), (), {}, game=game, people=4, seats=seats)
    assert setup.with_name("Spins") is setup
    assert setup.with_name("Dee").names == ("Ann", "Bob", "Cid", "Dee")
    _, answer = Match(Header(game, ("Ann", "Bob", "Cid"), 0)).say(Statement("seat", 1, value="Spins"))
    assert isinstance(answer.verdict, Unreadable)


ODD_NAMES = (
    "Zoe\u0308",
    "Zoë",
    "ﬁn",
    "\u212aim",
    "  Ann ",
    "A  B",
    "İ",
    "ſam",
    "李" * 21 + "a",
    "e\u0301\u0327",
)
NAMES = (st.text(min_size=1, max_size=24) | st.sampled_from(ODD_NAMES)).filter(lambda name: not name_problem(name))


@given(st.lists(NAMES, min_size=3, max_size=3, unique_by=person).map(tuple))
def test_any_names_come_back_exactly_from_a_running_record_and_in_its_answers(names: tuple[str, ...]) -> None:
    lines = (*Header(GAMES["birddog"], names, 2).lines(), "deal")
    written = pad(Line(text, n, "2026-01-01T00:00:00") for n, text in enumerate(lines, 1))
    match = match_of(*(line.text for line in unseal(written).lines))
    assert match.header.names == names
    told = json.loads(visible(json.dumps(final(match, 0), ensure_ascii=False)))
    assert tuple(told["scores"]) == names


def test_a_name_of_64_bytes_is_kept_and_one_of_65_is_none() -> None:
    assert header_of("game birddog", f"players {'李' * 21}a Bob Cid").names[0] == "李" * 21 + "a"
    *_, last = answers(f"game birddog\nplayers Ann Bob Cid\nplayers {'李' * 21}ab Bob Cid", GAMES)
    assert last.answer.verdict.word == "error"
    assert "64 bytes; found 65" in name_problem("李" * 21 + "ab")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ann 9H", "nor a statement here; did you mean “Ann”?"),
        ("Bobb 9H", "did you mean “Bob”?"),
        ("dael", "did you mean “deal”?"),
        ("Ann decalre", "did you mean “declare”?"),
        ("Ann 1OH", "did you mean “10H”?"),
        ("hand bob 9H", "did you mean “Bob”?"),
        ("Ann declare nil", "“nil” has a line of its own"),
    ],
)
def test_a_slip_of_the_pen_is_answered_with_what_was_meant(line: str, reason: str) -> None:
    *_, last = answers(f"game birddog\nplayers Ann Bob Cid\ndealer Cid\n{line}", GAMES)
    assert reason in last.as_json()["reason"]


def test_how_a_line_of_names_was_split_is_told() -> None:
    with pytest.raises(NoRecordError, match="found 4 names: Mary, Ann, Bob, Cid; a name with a blank stands in double"):
        list(answers("game birddog\nplayers Mary Ann Bob Cid", GAMES))
    with pytest.raises(NoRecordError, match="found 3 names: Mary, Ann, Bob;"):
        list(answers("game euchre\nplayers Mary Ann Bob", GAMES))
    with pytest.raises(NoRecordError, match=r"found 2 names$"):
        list(answers("game euchre\nplayers Mary Ann", GAMES))
    with pytest.raises(NoRecordError, match=r"found 1 name$"):
        list(answers("game euchre\nplayers Mary", GAMES))
