"""A card that is out already is told apart: still lying there, played before, turned up, in the pile or away."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.places import Place, What
from companion.rules.referee.verdicts import CARD_USED
from companion.rules.statements import PLAY, Statement
from companion.screens.current_screen import screen_for
from companion.table.apply_statements import reason
from companion.table.state import Refused
from tests.companion.table.pure_table import done, refusal, table_of
from tests.slots import slots
from tests.test_toy_game import TOY, HighCard

BIRDDOG = "game birddog|players Ann Bob Cid|dealer Cid|deal|up 10D|Ann declare|Ann pass|Bob pass|Cid pass"
BIRDDOG_TRICK = f"{BIRDDOG}|Ann AC|Bob 10C|Cid KC|Ann QS"
BIRDHEAD = "game birdhead|players Ann Bob Cid Dee|start Ann|deal|Ann 7/1 7/2|Bob 2 3|Cid 9/1 10/1|Dee 4 5|Cid 3/1"
ROOK = "game rook|players Ann Bob Cid Dee|dealer Dee|deal|Ann bid 70|Bob pass|Cid pass|Dee pass"
ROOK_TRICK = f"{ROOK}|Ann lays 5B 6B 7B 8B 9B|Ann trump red|Ann 13G|Bob 5G|Cid 8G|Dee 7G|Ann 14B"
BONEHEAD = "game bonehead|players Ann Bob|start Ann|deal|Ann heads KH QH AH|Bob heads KS QS AS|Ann 4H|Bob 10H|Bob 5C"
TWIN = "Not so? Hold BACK: menu"


def told(record: str, *cards: str) -> tuple[str, str, str]:
    """The large line, the sentence in one line, and what to do, of the last tap."""
    table = done(table_of(record), *cards).table
    assert refusal(table).rule.name == CARD_USED.name
    screen = screen_for(table)
    *sentence, remedy = slots(screen).lines
    return slots(screen).fact, " ".join(sentence).removesuffix("OK = why").strip(), remedy


@pytest.mark.parametrize(
    ("record", "card", "large", "sentence", "remedy"),
    [
        (BIRDDOG_TRICK, "QS", "ON TABLE", "It lies in this trick already.", "Tap another card"),
        (BIRDDOG_TRICK, "10C", "NOT AGAIN", "Trick 1: Bob played it. Tap another card.", TWIN),
        (BIRDDOG_TRICK, "10D", "TURNED UP", "It was turned up in this deal.", "Tap another card"),
        (BIRDHEAD, "3/1", "ON TABLE", "It lies in this trick already.", "Tap another card"),
        (BIRDHEAD, "9/1", "NOT AGAIN", "Trick 1: Cid played it. Tap another card.", TWIN),
        (ROOK_TRICK, "14B", "ON TABLE", "It lies in this trick already.", "Tap another card"),
        (ROOK_TRICK, "5G", "NOT AGAIN", "Played in an earlier trick. Tap another card.", TWIN),
        (BONEHEAD, "5C", "IN PILE", "It lies in the pile already.", "Tap another card"),
        (BONEHEAD, "4H", "CLEARED", "It was cleared away. Tap another card.", TWIN),
    ],
)
def test_a_second_tap_names_the_place(record: str, card: str, large: str, sentence: str, remedy: str) -> None:
    assert told(record, card) == (large, sentence, remedy)


def test_every_card_of_a_taken_trick_of_rook_gets_the_same_refusal() -> None:
    assert len({told(ROOK_TRICK, card) for card in ("13G", "5G", "8G", "7G")}) == 1


def test_a_card_laid_in_secret_gets_the_general_refusal() -> None:
    assert told(ROOK_TRICK, "7B") == ("USED", "This card is already out in this deal.", "Tap another card")


def test_the_second_card_of_a_play_is_located_as_well() -> None:
    assert (
        told(f"{BIRDHEAD.removesuffix('|Cid 3/1')}|Cid 11/1 11/2", "6/1", "7/2")[1]
        == "Trick 1: Ann played it. Tap another card."
    )


def test_a_card_that_is_back_in_a_hand_may_be_played_again() -> None:
    table = table_of(f"{BONEHEAD.removesuffix('|Bob 10H|Bob 5C')}|Bob takes|Ann 5C")
    overlay = done(table, "4H").table.overlay
    assert not isinstance(overlay, Refused) or overlay.rule.name != CARD_USED.name


def test_a_card_that_was_taken_in_a_game_without_tricks_was_played_in_none(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = {Place(What.TAKEN, 0): TOY.deck.set((Card("3"),))}
    monkeypatch.setattr(HighCard, "places", lambda *_: taken)
    match = Match(Header(TOY, ("Ann", "Bob"), 0))
    assert reason(match, Statement(PLAY, 1, (Card("3"),)), CARD_USED) == CARD_USED
