"""Where a piece lies, and who may know it. That each is in one place the conformance kit holds."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.match import Match
from companion.rules.deal import place_of
from companion.rules.places import Place, What, place_between
from tests.companion.games.birddog.evenings import BirdDogEvening
from tests.companion.games.birdhead.evenings import BirdHeadEvening
from tests.companion.games.rook.evenings import RookEvening
from tests.companion.games.trick_evenings import Evening, played_out
from tests.evening import match_of

UNDEALT = {"birddog": 24 - 3 * 7, "birdhead": 50 - 4 * 10, "rook": 41 - 4 * 9}
"""By the rules: what of a whole deck is in no hand."""

TRICK_GAMES = pytest.mark.parametrize(
    "kind", [BirdDogEvening, BirdHeadEvening, RookEvening], ids=["birddog", "birdhead", "rook"]
)


def matches(lines: list[str]) -> list[Match]:
    """The match after each line that was applied."""
    told = answers("\n".join(lines), GAMES)
    return [
        line_answer.match
        for line_answer in told
        if line_answer.match and line_answer.answer.applied and line_answer.match.header.opener is not None
    ]


@TRICK_GAMES
@pytest.mark.parametrize("seed", range(6))
def test_what_nobody_has_seen_at_the_end_of_a_deal_is_what_was_not_dealt(kind: type[Evening], seed: int) -> None:
    ended = 0
    for match in matches(played_out(kind, Random(seed), deals=3).lines):
        state = match.state
        if state is None or state.deal is None or not state.deal.finished or match.said is None:
            continue
        count: Counter[What] = Counter()
        for place, cards in match.header.game.places(state).items():
            count[place.what] += cards.bit_count()
        markers = count[What.MARKER]
        undealt = (50 - markers) % 4 if markers > 10 else UNDEALT[match.header.game.name] - markers
        assert count[What.UNSEEN] + count[What.NEST] + count[What.LAID] == undealt - count[What.TURNED_UP]
        ended += 1
    assert ended


# ---------------------------------------------------------------- one card, one place

ROOK = ("game rook", "players Ann Bob Cid Dee", "dealer Dee", "deal", "Ann bid 70", "Bob pass", "Cid pass", "Dee pass")
TRICKS = (*ROOK, "Ann lays", "Ann trump red", "Ann 13G", "Bob 5G", "Cid 8G", "Dee 7G", "Ann 14B")
BIRDDOG = "game birddog|players Ann Bob Cid|dealer Cid|deal|up 10D|Ann declare|Ann pass|Bob pass|Cid pass".split("|")
BONES = "game bonehead|players Ann Bob|start Ann|deal|Ann heads KH QH AH|Bob heads KS QS AS|Ann 4H|Bob 10H|Bob 5C"
DRINKS = "game toriatama|players Ann Bob|start Ann|deal|Ann takes red-can|Bob takes blue-can|Ann takes white-can"


@pytest.mark.parametrize(
    ("lines", "card", "place"),
    [
        (BIRDDOG, Card("10", "D"), Place(What.TURNED_UP, number=1)),
        ([*BIRDDOG, "Ann AC"], Card("A", "C"), Place(What.TRICK, 0, 1)),
        ([*BIRDDOG, "Ann AC", "Bob 9C", "Cid KC"], Card("9", "C"), Place(What.TAKEN, 1, 1)),
        (BIRDDOG, Card("9", "C"), Place(What.UNSEEN, open=False)),
        ([*BIRDDOG[:4], "dealt Bob 9C"], Card("9", "C"), Place(What.HAND, 1, open=False)),
        (TRICKS, Card("14", "B"), Place(What.TRICK, 0, 2)),
        (TRICKS, Card("5", "G"), Place(What.TAKEN, 1, 1, open=False)),
        ([*ROOK, "Ann lays 5B 6B 7B 8B 9B"], Card("7", "B"), Place(What.LAID, 0, open=False)),
        ([*ROOK[:4], "nest 5B 6B 7B 8B 9B"], Card("7", "B"), Place(What.NEST, open=False)),
        (BONES.split("|"), Card("K", "S"), Place(What.HEADS, 1)),
        (BONES.split("|"), Card("5", "C"), Place(What.PILE)),
        (BONES.split("|"), Card("4", "H"), Place(What.CLEARED)),
        ([*BONES.split("|")[:-2], "Bob takes"], Card("4", "H"), Place(What.HAND, 1, open=False)),
    ],
)
def test_a_card_lies_where_it_was_put(lines: list[str], card: Card, place: Place) -> None:
    match = match_of(*lines)
    assert place_of(match.header.game, match.moment, card) == place


def test_a_drink_is_in_the_centre_in_a_hand_or_in_a_crate() -> None:
    match = match_of(*DRINKS.split("|"))
    deck, places = match.header.game.deck, match.header.game.places(match.moment)
    found = {place: [str(drink) for drink in deck.cards(drinks)] for place, drinks in places.items()}
    assert found[Place(What.LEFT, 0, open=False)] == ["red-can"]
    assert found[Place(What.RIGHT, 0, open=False)] == ["white-can"]
    assert len(found[Place(What.CENTRE)]) == len(deck) - 3


def test_a_copy_that_nobody_has_named_may_lie_in_any_of_several_tricks() -> None:
    lines = ["game birdhead", "players Ann Bob Cid Dee", "start Ann", "markers Bob 2/1", "deal"]
    played = [*lines, "Ann 7/2", "Bob 8", "Cid 9", "Dee 10", "Dee 7", "Ann 7/1"]
    match = match_of(*played)
    game = match.header.game
    assert place_of(game, match.moment, Card("7", copy=2)) == Place(What.TAKEN, 0, 1)
    assert place_of(game, match.moment, Card("7", copy=1)) == Place(What.TRICK, 0, 2)
    assert place_of(game, match.moment, Card("7", copy=3)) is None
    assert place_of(game, match.moment, Card("2", copy=1)) == Place(What.MARKER, 1)


def test_nobodys_place_has_no_seat_and_no_number() -> None:
    assert Place(What.PILE) == Place(What.PILE, seat=None, number=0, open=True)


def test_cards_that_lie_with_one_of_several_have_the_seat_of_the_first() -> None:
    assert place_between((2, 3)) == Place(What.PASSED, 2, open=False)
    assert place_between((None, 1)) == Place(What.NEST, 1, open=False)
    assert place_between((None,)) == Place(What.NEST, None, open=False)
