"""The strategy of Bonehead: right moves, the tips of the rules, and that it cannot cheat."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.cards import Card, Luck
from companion.games.bonehead import strategy as bonehead
from companion.games.bonehead.playout import BoneheadPosition
from companion.games.bonehead.rules import BONEHEAD
from companion.games.bonehead.tableau import DECK, Layout, Phase
from companion.match.match import Match
from companion.players.monte_carlo import Strong
from companion.players.seat_view import SeatView
from companion.rules.game import Setup
from companion.rules.referee.knowledge import Knowledge
from companion.rules.statements import Language, Statement
from tests.companion.players.bonehead_deals import NAMES, OpenDeal, cards, laid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Choice = Callable[[SeatView, Luck], Statement | None]

STRATEGY = bonehead.BoneheadStrategy()

LEVELS: dict[str, Choice] = {
    "greedy": STRATEGY.greedy,
    "easy": STRATEGY.easy,
    "normal": STRATEGY.normal,
    "strong": Strong(STRATEGY, 30).choose,
}
SPEAKS = Language({word.name: word for word in BONEHEAD.words}, DECK, NAMES)


def careful(number: int) -> int:
    """Luck that overlooks nothing."""
    return number - 1


def ann_sees(
    hand: str,
    pile: str = "",
    *,
    heads: str = "",
    bob: str = "3H 3D",
    bob_heads: str = "5H 5D 5C",
    bones: int = 3,
    stack: int = 5,
) -> SeatView:
    """Ann's turn against Bob; she knows what he holds. What is named nowhere lies in bones and stack, or is gone."""
    own, his = cards(f"{hand} {heads}"), cards(f"{bob} {bob_heads}")
    left = list(DECK.cards(DECK.all & ~(own | his | cards(pile))))
    gone = DECK.set(left[2 * bones + stack :])
    knowledge = Knowledge(DECK.all, gone | cards(pile), (own, his), (own.bit_count(), his.bit_count()))
    setup = Setup(2, 0, (0, 0), {"start": "random", "play-on": "no"})
    lying = tuple(card for word in pile.split() if (card := DECK.card(word)))
    open_heads = (cards(heads), cards(bob_heads))
    return SeatView(BONEHEAD, 0, Layout(setup, knowledge, open_heads, (bones,) * 2, stack, 0, Phase.PLAYING, lying))


def written(said: Statement | None) -> str:
    return SPEAKS.write(said).removeprefix("Ann ") if said else ""


def said(choice: Choice, view: SeatView) -> str:
    return written(choice(view, careful))


# What may be said


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (ann_sees("4S 4H 2C"), "4S, 4S 4H, 2C"),
        (ann_sees("4S 4H 2C", "5S"), "2C, takes"),
        (ann_sees("4S 10C", "AS"), "10C, takes"),
        (ann_sees("4S", "AS"), "takes"),
        (ann_sees("", "AS", heads="KS AH AD", stack=0), "AH, AH AD, takes"),
        (ann_sees("", "AS", stack=0), "bone, takes"),
        (ann_sees("", "", stack=0), "bone"),
    ],
)
def test_moves_are_every_play_the_pile_or_a_bone_without_its_face(view: SeatView, expected: str) -> None:
    assert sorted(map(written, STRATEGY.moves(view))) == sorted(expected.split(", "))


def test_any_three_of_six_may_be_heads_and_alike_ranks_stand_for_each_other() -> None:
    deal = OpenDeal(2, Random(1))
    hand = cards("3S 3H 3D 3C 4S 5S")
    knowledge = replace(deal.state.knowledge, known=(hand, 0))
    view = replace(deal.views[0], state=replace(deal.state, knowledge=knowledge))
    ranks = {"".join(card.rank for card in heads.cards) for heads in STRATEGY.moves(view)}
    assert ranks == {"333", "334", "335", "345"}
    assert len(STRATEGY.moves(view)) == 4


def test_nothing_is_said_before_the_cards_are_scanned() -> None:
    setup = Setup(2, 0, (0, 0), {"start": "random", "play-on": "no"})
    unseen = replace(Layout.of_new_deal(setup), phase=Phase.DEALT)
    assert STRATEGY.moves(SeatView(BONEHEAD, 0, unseen)) == ()
    view = ann_sees("4S 4H 2C")
    assert STRATEGY.moves(replace(view, state=replace(view.state, drawn=(0, 2)))) == ()
    assert STRATEGY.moves(replace(view, seat=1)) == ()


# Rules of thumb


@pytest.mark.parametrize(
    ("view", "easy", "normal"),
    [
        (ann_sees("4S 4H 9C", "3S"), "4S 4H", "4S 4H"),
        (ann_sees("KS KH 10C", "3S"), "KS", "KS"),
        (ann_sees("KS KH 10C 2C", "3S", stack=0), "KS KH", "KS"),
        (ann_sees("KS KH 10C", "3S", stack=0), "KS KH", "KS KH"),
        (ann_sees("4S 2C", "6S"), "2C", "2C"),
        (ann_sees("4S 5S", "6S"), "takes", "takes"),
        (ann_sees("", "6S", stack=0), "bone", "bone"),
    ],
)
def test_rules_of_thumb(view: SeatView, easy: str, normal: str) -> None:
    assert said(STRATEGY.easy, view) == easy
    assert said(STRATEGY.normal, view) == normal
    assert written(STRATEGY.candidates(view, careful)[0]) == normal


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_only_from_a_large_hand_another_rank_is_played_now_and_then(level: str) -> None:
    small, large = ann_sees("4S 5S 6S", stack=0), ann_sees("4S 5S 6S 7S 8S 9S JS", stack=0)
    assert {written(LEVELS[level](view, lambda _: 0)) for view in (small, large)} == {"4S", "5S"}


def first_to_lay(hand: str, players: int) -> SeatView:
    """The view of the first seat to lay heads, with these six cards."""
    deal = OpenDeal(players, Random(2))
    seat = deal.match.expects.seats[0]
    knowledge = deal.state.knowledge
    held = tuple(cards(hand) if other == seat else 0 for other in range(players))
    known = replace(knowledge, known=held)
    view = deal.views[seat]
    return replace(view, state=replace(view.state, knowledge=known))


@pytest.mark.parametrize(
    ("hand", "players", "greedy", "easy", "normal"),
    [
        ("10S 3S 2S 4S KS 5S", 3, "KS 2S 10S", "KS 2S 10S", "KS 2S 10S"),
        ("10S 3S 3H 4S KS 2S", 2, "KS 2S 10S", "3S 3H 10S", "KS 2S 10S"),
        ("10S 3S 3H 4S KS 2S", 4, "KS 2S 10S", "3S 3H 10S", "3S 3H 10S"),
        ("10S 3S 5S 4S KS 2S", 5, "KS 2S 10S", "KS 2S 10S", "3S 2S 10S"),
        ("5S 5H 5C 4S KS 2S", 4, "5S KS 2S", "5S KS 2S", "5S 5H 5C"),
    ],
)
def test_heads_are_high_or_with_many_players_quickly_out(
    hand: str, players: int, greedy: str, easy: str, normal: str
) -> None:
    view = first_to_lay(hand, players)
    for choice, expected in ((STRATEGY.greedy, greedy), (STRATEGY.easy, easy), (STRATEGY.normal, normal)):
        ranks = [word.rstrip("SHDC") for word in said(choice, view).split()[-3:]]
        assert ranks == [word.rstrip("SHDC") for word in expected.split()]


class Silly(bonehead.BoneheadStrategy):
    """Would lay the highest heads and not 10 and a pair, which are out in one turn."""

    def candidates(self, view: SeatView, luck: Luck) -> list[Statement]:
        return [*super().candidates(view, luck)][::-1]


@pytest.mark.parametrize("seed", range(3))
def test_playouts_find_the_heads_that_are_out_soon_whatever_a_rule_of_thumb_says(seed: int) -> None:
    view = first_to_lay("3S 3H 8S QS KS 10S", 5)
    strategy = Silly()
    assert said(lambda view, luck: strategy.candidates(view, luck)[0], view).endswith("QS KS 10S")
    chosen = Strong(strategy, 4000).choose(view, Random(seed).randrange)
    assert written(chosen).split()[-3:] == ["3S", "3H", "10S"]


@pytest.mark.parametrize("players", [2, 5])
def test_heads_are_tried_in_deals_in_which_the_others_lay_theirs(players: int) -> None:
    view = first_to_lay("3S 3H 8S QS KS 10S", players)
    own = cards("3S 3H 10S")
    other = (view.seat + 1) % players
    view = replace(view, state=view.state.lays_heads(other, tuple(DECK.cards(cards("4S 4H AS")))))
    after = next(STRATEGY.imagine(view, Random(1).randrange))(Statement("heads", view.seat, tuple(DECK.cards(own))))
    assert isinstance(after, BoneheadPosition)
    assert after.heads[view.seat] == own
    assert after.hands[view.seat] == cards("8S QS KS")
    assert after.heads[other] == cards("4S 4H AS")
    assert all(heads.bit_count() == 3 == hand.bit_count() for heads, hand in zip(after.heads, after.hands, strict=True))


def test_strong_clears_the_pile_when_that_wins_at_once() -> None:
    last = ann_sees("5S 10C", "4D", bob="AS", bob_heads="", bones=0, stack=0)
    assert said(STRATEGY.greedy, last) == "5S"
    assert written(LEVELS["strong"](last, Random(1).randrange)) == "10C"


# What a seat knows


def told(deal: OpenDeal) -> Iterator[Statement]:
    """The story so far."""
    return (moment.said for moment in reversed([*deal.match.story()]) if moment.said)


def after_a_low_bone() -> tuple[OpenDeal, Statement]:
    """A deal in which somebody has just turned a bone that was too low."""
    for seed in range(100):
        chance = Random(seed)
        deal = laid(OpenDeal(3, chance), chance)
        while not deal.match.winners:
            turn = deal.state.turn
            choice = STRATEGY.greedy(deal.views[turn], careful)
            deal.say(choice)
            if choice.word == "bone" and not deal.state.pile and deal.state.in_hand(turn):
                return deal, [*told(deal)][-1]
    raise AssertionError("no bone was ever too low")


def test_a_bone_that_was_too_low_is_known_to_its_player_alone() -> None:
    deal, said = after_a_low_bone()
    seat, bone = said.seat, DECK.set(said.cards)
    assert seat is not None
    for view in deal.views:
        knowledge = view.state.knowledge
        assert bool(knowledge.known[seat] & bone) == (view.seat == seat)
        assert bool(knowledge.unseen & bone) == (view.seat != seat)
        assert knowledge.held == deal.state.knowledge.held
        assert view.state.bones == deal.state.bones


def test_a_taken_pile_is_known_to_all_and_drawn_cards_to_nobody_else() -> None:
    deal, said = after_a_low_bone()
    assert said.seat is not None
    taken = deal.state.knowledge.known[said.seat] & ~DECK.set(said.cards)
    assert taken
    for view in deal.views:
        assert view.state.knowledge.known[said.seat] & taken == taken
    chance = Random(3)
    fresh = laid(OpenDeal(3, chance), chance)
    while not fresh.stack or fresh.state.drawn is not None:
        fresh.say(STRATEGY.greedy(fresh.views[fresh.state.turn], careful))
    for view in fresh.views:
        known = view.state.knowledge.known
        assert [bool(known[seat] & ~view.state.heads[seat]) for seat in range(3)] == [
            seat == view.seat for seat in range(3)
        ]


def swapped(deal: OpenDeal, seat: int, chance: Random) -> Match:
    """The same story as far as this seat knows, with what it has not seen dealt otherwise; bones too low stay."""
    low = [said for said in told(deal) if said.word == "bone" and said.seat != seat]
    held = DECK.set(card for said in low for card in said.cards)
    hidden = list(DECK.cards(deal.views[seat].state.knowledge.unseen & ~held))
    other = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    match = Match(deal.match.header)
    for said in told(deal):
        match, answer = match.say(said.with_cards(*(other.get(card, card) for card in said.cards)))
        assert answer.applied, said
    return match


@pytest.mark.parametrize("level", LEVELS)
def test_swapping_what_a_seat_has_not_seen_does_not_change_its_choice(level: str) -> None:
    chance = Random(level)
    differed = 0
    for players in (2, 3, 4, 5):
        deal = OpenDeal(players, chance)
        while not deal.match.winners and deal.match.applied < 120:
            waiting = deal.match.expects.seats
            seat = waiting[0]
            choice = STRATEGY.normal(deal.views[seat], chance.randrange)
            if deal.match.applied % 10 == 0:
                match, seed = swapped(deal, seat, chance), chance.random()
                view, other = deal.views[seat], SeatView.of(match, seat)
                assert view == other
                assert LEVELS[level](view, Random(seed).randrange) == LEVELS[level](other, Random(seed).randrange)
                differed += match.state != deal.state
            deal.say(choice)
    assert differed > 10


def test_deals_imagined_agree_with_all_that_a_seat_knows() -> None:
    deal, said = after_a_low_bone()
    assert said.seat is not None
    chance = Random(4)
    for view in deal.views:
        if view.seat != deal.state.turn:
            continue
        deals = STRATEGY.imagine(view, chance.randrange)
        for _ in range(20):
            tried = (
                next(deals)(Statement("takes", view.seat)) if deal.state.pile else next(deals)(STRATEGY.moves(view)[0])
            )
            assert isinstance(tried, BoneheadPosition)
            places = [*tried.hands, *tried.heads, *(sum(bones) for bones in tried.bones), *tried.stack, tried.pile]
            assert sum(places) | view.state.knowledge.out == DECK.all
            assert [len(bones) for bones in tried.bones] == [*view.state.bones] or not deal.state.in_hand(view.seat)


def test_a_position_has_a_card_for_a_bone_that_nobody_saw() -> None:
    view = ann_sees("", "AS", stack=0)
    tried = next(STRATEGY.imagine(view, Random(1).randrange))(Statement("bone", 0))
    assert isinstance(tried, BoneheadPosition)
    assert len(tried.bones[0]) == 2
    assert Card("A", "S") in DECK.cards(tried.pile | tried.hands[0])
