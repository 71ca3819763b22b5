"""Which cards of the own hand may be laid: what the hand's own seat can know, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.support.values import replace
from companion.web.orders import Begin, Do, LayCards
from companion.web.playable import playable
from tests.companion.web.seating import seats
from tests.companion.web.standing import dealt
from tests.companion.web.table_in_browser import asked, desk_of, does, steps_until
from tests.torture import only_with_page

ENOUGH = 6
"""Hands that are to follow."""


@pytest.mark.parametrize("scanned", [True, False])
def test_playable_are_the_cards_that_follow_whatever_the_others_hold(scanned: bool, tmp_path: Path) -> None:  # noqa: FBT001
    desk = desk_of(tmp_path)
    does(desk, Begin("birddog", seats=seats(3), scanned=scanned, seed=1))
    tried = 0
    for _ in range(30):
        does(desk, Do.NEXT)
        cards, me = desk.cards.simulated.cards(desk.table), desk.view()["table"]["me"]
        middle = desk.view()["table"]["middle"]
        found = playable(desk.table, cards)
        if cards is None or found is None or not 0 < len(middle) < 3:
            continue
        hands = [hand if seat == me else () for seat, hand in enumerate(cards.hands)]
        assert found == playable(desk.table, replace(cards, hands=tuple(hands), stack=()))
        led = middle[0]["cards"][0]["suit"]
        follow = [str(card) for card in cards.hands[me] if card.suit == led]
        assert found == (follow or [*map(str, cards.hands[me])])
        tried += 1
        if tried == ENOUGH:
            return
    raise AssertionError(tried)


@only_with_page
def test_playable_of_several_alike_cards_are_those_that_may_be_laid_alone_or_behind_what_lies(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("bonehead", seats=seats(2), scanned=True, seed=1))
    barred = bones = 0
    for _ in range(150):
        does(desk, Do.NEXT)
        table, cards = desk.view()["table"], desk.cards.simulated.cards(desk.table)
        found = playable(desk.table, cards)
        if cards is None or found is None:
            continue
        own = cards.hands[table["me"]] or cards.heads[table["me"]]
        laid, pile = desk.table.begun.gathered, [card for lying in table["middle"] for card in lying["cards"]]
        if laid:
            right = [card for card in own if card.rank == laid[0].rank]
        else:
            right = [card for card in own if not pile or beats_rank(card.rank, pile[-1]["rank"])]
        assert set(found) == set(map(str, right)) - set(map(str, laid))
        barred, bones = barred + (len(found) < len(own)), bones + (not own)
        if barred and bones:
            break
    assert barred
    assert bones


def beats_rank(rank: str, top: str) -> bool:
    """Whether the rules let this rank lie on that one."""
    order = "3 4 5 6 7 8 9 J Q K A".split()
    return rank in {"2", "10"} or top == "2" or (top in order and order.index(rank) >= order.index(top))


def test_a_dimmed_card_that_the_box_can_only_trust_is_not_laid_and_the_page_says_why(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "rook", 1, 3, seed=3)

    def do_not_follow() -> list[str]:
        """The cards of Ann, who bids the most and has a nest of which the box knows nothing."""
        table = desk.view()["table"]
        hand = [card["word"] for card in table["seats"][0]["hand"]]
        return [word for word in hand if table["playable"] is not None and word not in table["playable"]]

    steps_until(desk, lambda: bool(do_not_follow()))
    wrong = do_not_follow()[0]
    does(desk, LayCards((wrong,), dimmed=True))
    assert asked(desk)["refused"] == "Follow the colour led, or play the Rook."
    assert wrong in do_not_follow()
    does(desk, LayCards((wrong,)))
    assert asked(desk)["refused"] == ""
    assert wrong not in [card["word"] for card in desk.view()["table"]["seats"][0]["hand"]], "as at a real table"
