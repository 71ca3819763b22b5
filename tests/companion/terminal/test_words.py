"""What the terminal says and takes in words, to somebody who plays against computers and sees no picture."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.storage.records import Store
from companion.terminal.session import Session
from tests.companion.terminal.playing_cards import NARROW
from tests.languages import speaking


class Typist:
    """Types lines at a table of this game; what is answered has no picture."""

    def __init__(self, directory: Path, game: str) -> None:
        self.session = Session(Store(directory), SimulatedSetup(SIMULATED, seed="3"))
        self.session.opening(NARROW)
        self.told = self.types(game)

    def types(self, *lines: str) -> str:
        """The answer to the last of the lines, in one line without breaks."""
        for line in lines:
            told = self.session.take(line, NARROW)
        self.told = " ".join(re.sub("[│╭╰].*", "", told).split())
        return self.told

    @property
    def played(self) -> int:
        """How much was said and played so far."""
        return self.session.table.playing.applied


def test_a_refusal_says_why_and_what_is_asked_still(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "hearts")
    ann.types("")
    assert "You must follow the suit that was led. Your turn: follow clubs." in ann.types("2s")


def test_pages_of_the_panel_stand_in_words(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "hearts")
    told = ann.types("", "d")
    assert "Kathy: the two of clubs." in told
    assert told.count("Your turn: follow clubs.") == 1


def test_undo_takes_back_the_own_play_and_what_computers_did_since(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "hearts")
    ann.types("")
    before = ann.played
    ann.types("")
    assert ann.played > before + 1
    told = ann.types("undo")
    assert ann.played == before
    assert "Your turn: follow clubs." in told
    assert "Q♣" in told
    ann.types("undo", "undo")
    assert "nothing of yours to take back" in ann.told


def test_computers_wait_while_the_menu_takes_back(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "hearts")
    ann.types("", "")
    before = ann.played
    ann.types("h", "o", "o")
    assert ann.played == before - 2


def test_nothing_is_told_twice(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "hearts")
    assert "Tom 10♣" in ann.types("", "")
    assert "10♣" not in ann.types("undo")
    assert "Tom 10♣" in ann.types("")
    assert "10♣" not in ann.types("unplug")


def test_what_enter_says_is_what_it_does_while_cards_lie_there(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "bonehead")
    told = ann.types("kc")
    assert "Ann 4♥ 2♥ 8♦ 8♣ 2♣" in told, "K♣ is not in the hand any more"
    assert "So far the king of clubs." in told
    assert "Enter: lay 2H 2C together" in told
    assert "heads 2♥ K♣ 2♣" in ann.types("")
    assert "Enter: that is all, 8D." in ann.types("8d")
    ann.types("")
    assert "8D" in {str(card) for now in ann.session.table.playing.story() if now.said for card in now.said.cards}


def test_enter_never_plays_from_a_page_or_a_menu(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "hearts")
    ann.types("")
    before = ann.played
    assert "Rules, 1 of" in ann.types("h", "d", "d", "d", "d", "")
    assert "Enter: back to the game." in ann.told
    assert "Enter: QC" in ann.types("")
    assert "Enter or BACK: play on. OK: end here." in ann.types("end")
    assert "Enter: QC" in ann.types("")
    assert ann.played == before


@pytest.mark.parametrize(
    ("game", "asked", "typed", "said"),
    [
        ("spades", "How many tricks", "3", "bid 3"),
        ("spades", "How many tricks", "bid 3", "bid 3"),
        ("spades", "How many tricks", "nil", "bid 0"),
        ("bonehead", "take the pile", "take", "takes"),
        ("euchre", "do you order it up?", "yes", "orders"),
        ("euchre", "do you order it up?", "no", "pass"),
        ("euchre", "do you order it up?", "order it up", "orders"),
    ],
)
def test_the_question_is_answered_in_its_words(game: str, asked: str, typed: str, said: str, tmp_path: Path) -> None:
    ann = Typist(tmp_path, game)
    while asked not in ann.told:
        ann.types("")
    before = ann.played
    ann.types(typed)
    *_, own = (now.said for now in ann.session.table.playing.story() if now.applied > before and now.said)
    assert own.seat == 0
    assert f"{own.word} {own.value}".strip() == said


def test_what_may_be_typed_is_said(tmp_path: Path) -> None:
    assert "Or type: nil, 1, 2 … 13." in Typist(tmp_path, "spades").told


def test_nobody_learns_by_typing_who_holds_a_card(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "hearts")
    ann.types("")
    told = ann.types("ks")
    assert "Not in your hand: K♠." in told
    assert "Kathy's" not in told
    assert "Your turn: follow clubs." in told


def test_words_that_are_printed_may_be_typed(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "bonehead")
    assert "heads 2♥ K♣ 2♣" in ann.types("lay kc 2h 2c")
    assert "Menu? Enter: rules." in ann.types("hold back", "d d d")
    assert "Rules, 1 of" in ann.types("b", "rules")
    assert "Kathy: " in ann.types("b", "scores")
    assert "Parked, at the top of the list (u leads there): Bonehead Ann" in ann.types("b", "park")
    assert "did you mean “hearts”" in ann.types("heats")
    assert "heads 2♥ K♣ 2♣" in ann.types("u", "")


def test_the_story_tells_what_one_did_oneself_and_got(tmp_path: Path) -> None:
    assert "You bid 3 · Tom K♦" in Typist(tmp_path / "spades", "spades").types("3")
    assert "You say nil · Tom K♦" in Typist(tmp_path / "nil", "spades").types("0")
    assert "Kathy 2♣ · You get K♦ A♦ Q♣" in Typist(tmp_path / "hearts", "hearts").types("")


def test_words_say_what_lies_there_who_has_won_what_and_where_all_stand(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "spades")
    told = ann.types("3")
    assert "On the table: Tom K♦ · James 5♦ · Kathy 2♦. Trump is spades. You: bid 3 · Tom: bid 2 · " in told
    assert "Tom: bid 2, 1 trick" in ann.types("")
    while "The deal is scored" not in ann.told:
        ann.types("")
    assert "Ann 43, Tom 51, James 43, Kathy 51 points." in ann.told
    assert "Ann 3♠" not in ann.told, "the next deal is not looked at before the score"


def test_the_picture_is_left_out_where_there_is_no_room_or_somebody_wants_none(tmp_path: Path) -> None:
    session, high = Typist(tmp_path, "bonehead").session, replace(NARROW, rows=40)
    assert len(session.take("", NARROW).split("\n")) < NARROW.rows
    assert session.render(NARROW).startswith("› Ann")
    assert "╭" not in session.render(NARROW)
    assert "╭" in session.render(high)
    assert "╭" not in session.take("picture", high)
    assert "╭" in session.take("picture", high)
    alone = session.take("picture", NARROW).split("\n")
    assert [line[0] for line in alone] == ["╭", *"│" * 16, "╰"], "without room beside the words it is drawn alone"
    assert "╭" in session.render(high), "and that hides none"
    thin = replace(NARROW, columns=30)
    assert max(map(len, session.render(thin).split("\n"))) <= thin.columns


def test_lines_say_to_whom_cards_are_passed_whose_turn_it_is_and_the_answer_as_it_was_asked(tmp_path: Path) -> None:
    told = Typist(tmp_path / "hearts", "hearts").told
    assert "Pass 3 cards to Tom." in told
    assert told.startswith("› Ann")
    assert "Enter: bid 5 (" in Typist(tmp_path / "spades", "spades").told
    assert "Wrong would be" not in Typist(tmp_path / "bonehead", "bonehead").types("", "")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("de", "Auf dem Tisch: Tom K♦ · James 5♦ · Kathy 2♦. Trumpf ist Pik. Du: 3 geboten · Tom: 2 geboten"),
        ("fr", "Sur la table : Tom R♦ · James 5♦ · Kathy 2♦. L’atout est pique. Vous : annonce 3 · Tom : "),
    ],
)
def test_what_lies_on_the_table_is_told_in_other_languages(code: str, told: str, tmp_path: Path) -> None:
    with speaking(code):
        assert told in Typist(tmp_path, "spades").types("3")


def test_people_stay_in_their_order_when_one_of_them_has_open_cards() -> None:
    lines = NARROW.hands(["Ann", "Tom", "James"], [["9♥"], ["▒ 5"], ["▒ 4", "J♠"]], 0)
    assert lines[1:] == ["  Tom    ▒ 5", "  James  ▒ 4 J♠"]
    assert NARROW.hands(["Ann", "Tom", "James"], [["9♥"], ["▒ 5"], ["▒ 4"]], 0)[1:] == ["  Tom ▒ 5 · James ▒ 4"]
