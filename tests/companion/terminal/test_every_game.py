"""Whole evenings at the simulated table by Enter alone, and what is typed where a game wants more than a card."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.toriatama.drinks import DrinksState as Drinks
from companion.match.match import Match
from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.storage.records import Store
from companion.terminal.session import Session
from tests.companion.terminal.playing_cards import NARROW
from tests.evening import asks
from tests.languages import speaking
from tests.torture import every_so_many

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time

MOST_ENTERS = 900


def session_of(game: str, directory: Path, seed: str = "1") -> Session:
    return Session(Store(directory), SimulatedSetup(replace(SIMULATED, games={game: GAMES[game]}), seed=seed))


def sits_down(session: Session, *, scanned: bool = False) -> None:
    """Answer the set-up by Enter, with hands scanned or hidden."""
    while session.table.match is None:
        session.take("o" if asks(session.table) == "scanned" and not scanned else "", NARROW)


def enter_until(session: Session, word: str) -> Match:
    """Enter, until this word has its place."""
    for _ in range(MOST_ENTERS):
        if word in session.table.playing.expects.words:
            return session.table.playing
        session.take("", NARROW)
    pytest.fail(f"nobody was ever asked for “{word}”")


@pytest.mark.parametrize("name", every_so_many(4, GAMES))
def test_a_game_is_named_and_then_played_against_computers_by_one_enter_a_move(name: str, tmp_path: Path) -> None:
    session = Session(Store(tmp_path), SimulatedSetup(seed="2"))
    assert name in session.opening(NARROW)
    session.take("", NARROW)  # another game was begun to be set up
    session.take(name, NARROW)
    header = session.table.playing.header
    assert (header.game.name, len(header.computers)) == (name, len(header.names) - 1)
    for _ in range(6):
        before, told = session.table.playing.applied, session.render(NARROW)
        assert "Enter" in told
        assert "red light" not in session.take("", NARROW)
        assert session.table.playing.applied > before or session.cards is not None
    assert "A game is in play" in session.take(name, NARROW)


@pytest.mark.parametrize(
    ("game", "scanned"),
    every_so_many(
        5,
        [
            ("bonehead", True),
            ("birdhead", False),
            ("rook", False),
            ("hearts", False),
            ("birddog", True),
            ("toriatama", False),
            ("euchre", True),
            ("euchre", False),
            ("birdhead", True),
            ("hearts", True),
        ],
    ),
)
def test_enter_alone_plays_a_game_from_set_up_to_its_end_and_nothing_is_refused(
    game: str, tmp_path: Path, *, scanned: bool
) -> None:
    session = session_of(game, tmp_path)
    sits_down(session, scanned=scanned)
    for _ in range(MOST_ENTERS):
        text = session.take("", NARROW)
        assert "red light" not in text, text
        if session.table.playing.winners:
            break
    assert session.table.playing.winners
    assert "The game is over" in session.render(NARROW)
    drawn = [moment for moment in session.table.playing.story() if moment.said and moment.said.word == "draws"]
    assert all(card.said and card.said.cards for card in drawn)
    assert bool(drawn) == (game == "bonehead")


@pytest.mark.parametrize("game", every_so_many(8, GAMES))
def test_the_hints_are_honest_in_every_game(game: str, tmp_path: Path) -> None:
    session = session_of(game, tmp_path, seed="5")
    sits_down(session, scanned=True)
    tried = 0
    for _ in range(25):
        tip = session.render(NARROW).split("\n")[-1]
        if "Wrong would be " in tip and "trusted" not in tip:
            wrong = tip.split("Wrong would be ")[1].split(":")[0]
            before = session.table.playing
            session.take(wrong, NARROW)
            tried += session.table.playing is before and not session.table.begun.gathered
            session.take("b", NARROW)
        session.take("", NARROW)
    assert tried > 2


def test_alike_cards_are_typed_by_their_rank_and_come_from_the_hand_of_whose_turn_it_is(tmp_path: Path) -> None:
    session = session_of("birdhead", tmp_path)
    sits_down(session)
    rank = re.split("Enter: (?:lay )?", session.render(NARROW))[1].split()[0].rstrip(".,")
    (own,) = (line for line in session.render(NARROW).split("\n") if line.startswith("›"))
    session.take(rank, NARROW)
    if session.table.begun.gathered:
        session.take("o", NARROW)
    said = session.table.playing.statement
    assert [card.rank for card in said.cards] == [rank]
    before = own[2:].split("  ")[1].split()
    assert sorted((*_hand(session, own), rank)) == sorted(before)


def _hand(session: Session, line: str) -> list[str]:
    """The hand of the same player now."""
    name = line.split()[1]
    (now,) = (line for line in session.render(NARROW).split("\n") if line[2:].startswith(name))
    return now[2:].split("  ")[1].split()


def test_the_bidder_sees_fourteen_cards_and_lays_the_five_that_are_typed(tmp_path: Path) -> None:
    session = session_of("rook", tmp_path)
    sits_down(session)
    match = enter_until(session, "lays")
    bidder = match.header.names[match.expects.seats[0]]
    (line,) = (line for line in session.render(NARROW).split("\n") if line.startswith("›"))
    hand = line[2:].split("  ")[1].split()
    assert len(hand) == 14
    assert f"{bidder} lays 5 cards face down" in session.render(NARROW)
    session.take(f"lay {' '.join(hand[-5:])}", NARROW)
    assert _hand(session, line) == hand[:-5]
    assert f"nest: {' '.join(hand[-5:])}" in session.render(NARROW)
    session.take("unplug", NARROW)
    assert _hand(session, line) == hand[:-5]
    session.take("", NARROW)
    assert session.table.playing.statement.word == "trump"
    assert _hand(session, line) == hand[:-5]


@pytest.mark.parametrize("typed", ["lay 5b", "lay 5b 5b 5b 5b 5b", "lay"])
def test_not_five_cards_of_the_hand_are_not_laid(typed: str, tmp_path: Path) -> None:
    session = session_of("rook", tmp_path)
    sits_down(session)
    assert "Nothing is laid" in session.take("lay 5b 6b 7b 8b 9b", NARROW)
    enter_until(session, "lays")
    assert "5 cards of one hand" in session.take(typed, NARROW)
    assert "lays 5 cards face down" in session.render(NARROW)


def test_the_dealer_sees_six_cards_and_lays_the_one_that_is_typed(tmp_path: Path) -> None:
    session = session_of("euchre", tmp_path, seed="3")
    sits_down(session)
    match = enter_until(session, "discards")
    dealer = match.header.names[match.expects.seats[0]]
    (line,) = (line for line in session.render(NARROW).split("\n") if line.startswith("›"))
    hand = line[2:].split("  ")[1].split()
    assert (line.split()[1], len(hand)) == (dealer, 6)
    assert f"{dealer} lays 1 card face down" in session.render(NARROW)
    assert f"1 card is laid face down, by {dealer}." in session.take(f"lay {' '.join(hand[:2])}", NARROW)
    session.take(f"lay {hand[0]}", NARROW)
    assert _hand(session, line) == hand[1:]


def test_right_claims_are_made_and_every_drink_is_in_one_place_of_the_open_table(tmp_path: Path) -> None:
    session = session_of("toriatama", tmp_path, seed="3")
    sits_down(session)
    claims: set[str] = set()
    for _ in range(MOST_ENTERS):
        text = session.take("", NARROW)
        match = session.table.playing
        claims |= {match.said.value.split()[1]} if match.said and match.said.word == "claims" else set()
        state = match.state
        if isinstance(state, Drinks):
            out = [str(drink) for player in state.players for drink in player.drinks]
            above = text.split("╭")[0].split()
            assert all(above.count(drink) == 1 for drink in out)
        if match.winners:
            break
    assert claims
    assert session.table.playing.winners


def test_bones_stay_face_down_until_they_are_turned(tmp_path: Path) -> None:
    session = session_of("bonehead", tmp_path)
    sits_down(session)
    assert "Nobody turns a bone now" in session.take("bone", NARROW)
    assert session.render(NARROW).count("· bones ▒▒▒") == len(session.table.playing.header.names)
    for _ in range(MOST_ENTERS):
        tip = session.render(NARROW).split("\n")[-1]
        if "Only bones are left" in tip:
            break
        session.take("", NARROW)
    before = session.table.playing.applied
    session.take("bone", NARROW)
    said = session.table.playing.statement
    assert session.table.playing.applied > before
    assert said.word == "bone"


def test_a_wrong_card_is_told_in_german_with_one_sign_at_its_end(tmp_path: Path) -> None:
    session = session_of("rook", tmp_path, seed="5")
    with speaking("de"):
        sits_down(session, scanned=True)
        tips = " ".join(" ".join(session.take("", NARROW).split()) for _ in range(40))
    assert re.search(r"Falsch wäre \w+ \(\w+!\)", tips), "a title of the panel ends so"
    assert not re.search("![.,]", tips)
