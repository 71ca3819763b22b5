from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from companion.games.birddog.rules import BirdDog
from companion.games.bonehead.rules import BONEHEAD
from companion.match.header import Header
from companion.simulation.box import REGULARS, SIMULATED, SimulatedSetup
from companion.storage.records import Store
from companion.terminal.session import Session
from companion.terminal.view import TerminalView
from tests.companion.terminal.playing_cards import GAME, NARROW, WIDE, cards
from tests.evening import begun
from tests.torture import only_with_torture


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def at_bird_dog(store: Store) -> Session:
    return Session(store, SimulatedSetup(replace(SIMULATED, games={GAME.name: GAME}), seed="1"))


def enter(session: Session, times: int) -> str:
    text = ""
    for _ in range(times):
        text = session.take("", NARROW)
    return text


def playing(store: Store) -> Session:
    """Set up, dealt, and a first card turned up."""
    session = at_bird_dog(store)
    enter(session, 8)
    assert session.table.playing.statement.word == "up"
    return session


def test_the_first_lines_teach_and_fit_a_small_terminal(store: Store) -> None:
    text = at_bird_dog(store).opening(NARROW).split("\n")
    assert "Enter" in " ".join(text[:3])
    assert text[3].startswith("╭")
    assert len(text) < NARROW.rows
    assert max(map(len, text)) <= NARROW.columns


@pytest.mark.parametrize("view", [NARROW, WIDE])
def test_nothing_is_ever_larger_than_the_terminal(store: Store, view: TerminalView) -> None:
    session = at_bird_dog(store)
    for line in [""] * 30 + ["?", "h", "b", "undo", "b", "fault bit-errors", "nonsense"]:
        text = session.take(line, view).split("\n")
        assert len(text) < view.rows, line
        assert max(map(len, text)) <= view.columns, line


def test_enter_alone_goes_on_from_a_game_that_is_over_to_the_next(store: Store) -> None:
    begun(store.root, *Header(GAME, REGULARS[:3], opener=2, scores={0: 10, 1: 10, 2: 10}).lines())
    session = at_bird_dog(store)
    for _ in range(200):
        session.take("", NARROW)
        if session.table.playing.winners:
            break
    assert "The game is over" in session.render(NARROW)
    enter(session, 2)
    assert not session.table.playing.winners, "the same people play again"
    assert len(store.all_finished()) == 1


def test_a_wrong_card_is_refused_at_once_where_hands_are_scanned(store: Store) -> None:
    session = playing(store)
    enter(session, 20)
    for _ in range(20):
        tip = session.render(NARROW).split("\n")[-1]
        if "Follow" in tip:
            break
        session.take("", NARROW)
    before = session.table.playing
    wrong = tip.split("Wrong would be ")[1].split(":")[0]
    assert "red light, long beep" in session.take(wrong.lower(), NARROW)
    assert session.table.playing is before
    right = re.split("Enter: ", session.render(NARROW))[1].split()[0].rstrip(".,")
    assert "green light" in session.take(right, NARROW)
    assert session.table.playing is not before


def test_a_pulled_plug_loses_nothing(store: Store) -> None:
    session = playing(store)
    enter(session, 12)
    hands = session.render(NARROW).split("\n")[:3]
    story = session.table.playing.applied
    text = session.take("unplug", NARROW).split("\n")
    assert text[:3] == hands
    assert session.table.playing.applied == story
    assert session.table.resumed


def test_quitting_and_starting_again_goes_on(store: Store) -> None:
    session = playing(store)
    hands = session.render(NARROW).split("\n")[:3]
    assert session.take("q", NARROW) == ""
    assert session.over
    session.close()
    assert at_bird_dog(store).opening(NARROW).split("\n")[3:6] == hands


class Undealt(BirdDog):
    """A game whose hands nobody deals: the dealer has nothing to do."""

    def to_scan(self, _state: object) -> tuple[tuple[int, int], ...]:
        return ()


def test_a_game_that_deals_no_hands_is_played_without_the_dealer(store: Store) -> None:
    undealt = Undealt(**{field.name: getattr(GAME, field.name) for field in fields(GAME)})
    session = Session(store, SimulatedSetup(replace(SIMULATED, games={GAME.name: undealt})))
    assert "nothing to deal" in (enter(session, 6) and session.take("deal", NARROW))
    for line in ("10d", "", "9s"):
        assert "♦" not in session.take(line, NARROW)
    assert "green light" in session.render(NARROW)


@pytest.mark.parametrize(("line", "card"), [("10d", "10D"), ("th", "10H"), ("QS", "QS"), ("q♥", "QH")])
def test_a_card_is_typed_as_people_write_it(store: Store, line: str, card: str) -> None:
    session = at_bird_dog(store)
    enter(session, 5)
    session.take("o", NARROW)
    session.take(line, NARROW)
    assert session.table.playing.statement.cards == cards(card)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("unplugg", "did you mean “unplug”"),
        ("anm", "did you mean “ann”"),
        ("11d", "did you mean “10d”"),
        ("9h foo", "“foo” is no card"),
        ("lay 9h foo", "“foo” is no card"),
        ("fault", "takes bit-errors, "),
        ("fault no-answr", "did you mean “no-answer”"),
        ("\x1b[2J", "\\u001b"),
    ],
)
def test_an_unknown_word_is_answered_with_what_is_near(store: Store, line: str, sentence: str) -> None:
    text = at_bird_dog(store).take(line, NARROW)
    assert sentence in text
    assert len(text.splitlines()) == 1
    assert "\x1b" not in text


def test_undo_from_the_menu_gives_a_card_back(store: Store) -> None:
    session = playing(store)
    story = session.table.playing.applied
    session.take("h", NARROW)
    session.take("o", NARROW)
    assert session.table.playing.applied == story - 1
    enter(session, 1)
    assert session.table.playing.applied > story - 1


def test_people_sit_down_by_their_tags(store: Store) -> None:
    session = at_bird_dog(store)
    for name in ("cid", "ann", "bob"):
        session.take(name, NARROW)
    assert session.table.setting_up is not None
    assert session.table.setting_up.names == ("Cid", "Ann", "Bob")


def test_a_fault_is_switched_on_and_off_and_said(store: Store) -> None:
    session = playing(store)
    story = session.table.playing.applied
    assert "Fault no-answer is on." in session.take("fault no-answer", NARROW)
    session.take("9s", NARROW)
    assert session.table.playing.applied == story
    assert "Fault no-answer is off." in session.take("fault no-answer", NARROW)


def test_a_deaf_reader_does_not_keep_the_dealer_for_ever(store: Store) -> None:
    session = at_bird_dog(store)
    enter(session, 6)
    session.take("fault no-answer", NARROW)
    session.take("deal", NARROW)
    assert session.table.scanning() == (1, 7)


def test_deal_taps_what_the_dealer_taps_and_no_more(store: Store) -> None:
    session = at_bird_dog(store)
    assert "nothing to deal" in session.take("deal", NARROW)
    enter(session, 6)
    session.take("deal", NARROW)
    assert session.table.scanning() is None
    session.take("deal", NARROW)
    assert session.table.playing.statement.word == "up"
    enter(session, 6)
    assert "There is nothing to deal now." in session.take("deal", NARROW)


def against_three_computers(store: Store) -> Session:
    """Bonehead, set up by buttons."""
    session = Session(store, SimulatedSetup(replace(SIMULATED, games={"bonehead": BONEHEAD}), seed="1"))
    for line in "d d o o o o o u o o o d d o o o".split():
        session.take(line, NARROW)
    assert [*session.table.playing.header.computers] == [1, 2, 3]
    return session


@only_with_torture
def test_one_person_plays_bonehead_against_three_computers_to_the_end_by_enter_alone(store: Store) -> None:
    session, told = against_three_computers(store), []
    while session.table.playing.expects.words:
        told.append(enter(session, 1))
    assert "The game is over" in told[-1]


def test_computers_play_in_the_terminal_until_it_is_a_persons_turn(store: Store) -> None:
    session = against_three_computers(store)
    told = [session.render(NARROW)]
    assert "10♦" not in told[0], "the cards of a computer are not shown"
    told += [enter(session, 1) for _ in range(5)]
    assert any("Tom " in text.split("\n")[0] and "Kathy " in text.split("\n")[0] for text in told)


def test_a_table_with_computers_comes_back_after_the_plug_was_pulled(store: Store) -> None:
    session = against_three_computers(store)
    before = session.table.playing.header.computers
    session.take("unplug", NARROW)
    assert session.table.playing.header.computers == before
    assert session.table.scanned == (1, 2, 3)
