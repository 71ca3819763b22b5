"""Playouts in one run equal the same heuristics applied play by play."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.cards import Card, CardSet, Deck
from companion.games.birddog.rules import BIRD_DOG
from companion.games.birdhead.playout import BirdHeadPosition
from companion.games.birdhead.rules import DECK, matches, rank
from companion.games.euchre.rules import EUCHRE
from companion.games.hearts.rules import HEARTS
from companion.games.rook.rules import ROOK
from companion.games.spades.rules import SPADES
from companion.players.playouts.tricks import TrickPosition, TrumpOrder, rounds_of
from companion.players.strategy import OVER, rolls
from companion.rules.deal import Condition, Trick, TrickState
from companion.rules.referee.verdicts import Rule
from companion.rules.tricks import FOLLOW_SUIT
from tests.cases import for_each
from tests.companion.players.playouts.test_position import GAMES, OpenTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.rules.statements import Statement
    from companion.rules.tricks import TrickGame

    Thumb = Callable[[Any, Iterator[int]], CardSet]


def takes_or_anything(position: Any, chance: Iterator[int]) -> CardSet:
    """Tricks: who can take one from a rival does, else any card that is right. Nil avoids tricks."""
    plays: list[CardSet] = position.plays()
    if position.lying and position.taker != position.PARTNER[position.turn]:
        nil = position.ducks[position.turn] != 0
        plays = [card for card in plays if bool(card & position.takes) != nil] or plays
    return plays[next(chance) * len(plays) // 256]


def ranks_of(cards: CardSet) -> tuple[int, ...]:
    return tuple(sorted(rank(card) for card in DECK.cards(cards)))


def highest_or_lowest(position: Any, chance: Iterator[int]) -> CardSet:
    """BirdHead: the most alike cards but for the lowest card, the highest match, or the lowest cards."""
    plays: list[CardSet] = sorted(position.plays(), key=ranks_of)
    if position.last:
        return plays[0]
    if not position.bar:
        lowest = ranks_of(position.hands[position.turn])[0]
        others = list(ranks_of(position.hands[position.turn])[1:])
        kept = [play for play in plays if ranks_of(play).count(lowest) <= others.count(lowest)]
        return max(kept, key=lambda play: (play.bit_count(), ranks_of(play)))
    found = [play for play in plays if matches(ranks_of(play), position.bar)]
    if len(position.bar) > 1:
        return max(found, key=lambda play: ranks_of(play)[::-1]) if found else plays[0]
    roll = next(chance)
    return (found[-1] if roll & 3 else found[0]) if found else plays[0]


def away_from_points(position: Any, chance: Iterator[int]) -> CardSet:
    """Hearts: leads the lowest of a suit, stays below the trick, throws the queen of spades, hearts, then any suit."""
    deck = HEARTS.deck
    plays: list[tuple[CardSet, Card]] = [(card, next(iter(deck.cards(card)))) for card in position.plays()]
    if not position.lying:
        suit = plays[next(chance) * len(plays) // 256][1].suit
        return min(bit for bit, card in plays if card.suit == suit)
    follows = any(bit & position.follows for bit, _ in plays)
    below = [(bit, card) for bit, card in plays if not (follows and bit & position.takes)]
    queen = next((bit for bit, card in below if str(card) == "QS"), 0)
    if below:
        hearts = [bit for bit, card in below if card.suit == "H" and not follows]
        return queen or max(hearts or [bit for bit, _ in below])
    others = [bit for bit, card in plays if str(card) != "QS"] or [bit for bit, _ in plays]
    return max(others) if position.turn == position.last else min(others)


THUMBS: dict[str, tuple[Thumb, int]] = {
    "birddog": (takes_or_anything, len(BIRD_DOG.deck)),
    "birdhead": (highest_or_lowest, 27),
    "rook": (takes_or_anything, len(ROOK.deck)),
    "hearts": (away_from_points, len(HEARTS.deck)),
    "spades": (takes_or_anything, len(SPADES.deck)),
    "euchre": (takes_or_anything, len(EUCHRE.deck)),
}


def outcome(position: Any) -> tuple[Any, ...]:
    """The last cards of BirdHead, who took which cards in the other games; the points."""
    ended = position.last if isinstance(position, BirdHeadPosition) else position.won
    return position.turn, position.hands, ended, position.scores()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@for_each("options", [{}, {"bar": "max-of-all"}, {"rook-rank": "low"}])
@for_each("seed", range(6))
def test_a_playout_follows_its_rules_of_thumb_from_any_moment(
    game: TrickGame[Any], options: dict[str, str], seed: int
) -> None:
    thumb, number = THUMBS[game.name]
    position = OpenTable.of(game, Random(seed), options).position()
    random = Random(seed)
    while True:
        fused, step_by_step, luck = position.copy(), position.copy(), random.randrange(1 << 32)
        fused.playout(Random(luck).randrange)
        chance = rolls(Random(luck).randrange, number)
        while step_by_step.turn != OVER:
            step_by_step.play(thumb(step_by_step, chance))
        assert outcome(fused) == outcome(step_by_step)
        if position.turn == OVER:
            break
        position.play(random.choice(position.plays()))


WHOLE = Deck.of("2 3 4 5 6 7 8 9 10 J Q K A", "S H D C")


class Whist:
    """Four players, thirteen cards each; follow suit, the highest of the suit led takes the trick."""

    deck = WHOLE

    def condition(self, state: TrickState[Any], statement: Statement) -> Condition:
        led = state.now.tricks[-1].plays[0].cards[0].suit
        return Condition(0 if statement.cards[0].suit == led else WHOLE.suit(led), FOLLOW_SUIT)

    def strength(self, state: TrickState[Any], trick: Trick, card: Card) -> tuple[bool, int]:
        del state
        return card.suit == trick.cards[0].suit, WHOLE.cards_in_order.index(card)

    def suit(self, state: TrickState[Any], card: Card) -> str:
        del state
        return card.suit


class WhistPosition(TrickPosition):
    DECK = WHOLE
    PARTNER = (2, 3, 0, 1)


@pytest.mark.timeout(10)
def test_a_deal_of_a_whole_french_deck_is_played_to_its_end() -> None:
    cards = Random(1).sample([1 << place for place in range(52)], 52)
    hands = [sum(cards[13 * seat : 13 * seat + 13]) for seat in range(4)]
    position = WhistPosition(TrumpOrder.of(Whist(), None), hands, [0] * 4, 0, 0, 3, rounds_of(4))
    position.playout(Random(2).randrange)
    assert position.turn == OVER
    assert position.hands == [0] * 4
    assert sum(position.won) == WHOLE.all


def test_a_rule_that_asks_more_than_to_follow_is_named() -> None:
    late = Rule("late", "It comes late.", "LATE", "Wait")

    class Late(Whist):
        def condition(self, state: TrickState[Any], statement: Statement) -> Any:
            return late if statement.cards == (Card("A", "H"),) else super().condition(state, statement)

    class Twice(Whist):
        def condition(self, state: TrickState[Any], statement: Statement) -> Condition:
            return Condition(1, late) if statement.cards == (Card("A", "H"),) else super().condition(state, statement)

    with pytest.raises(AssertionError, match=r"AH on 2S is wrong whatever is held: late\. .*adding-a-game"):
        TrumpOrder.of(Late(), None)
    with pytest.raises(AssertionError, match=r"not all cards that do not follow 2S are asked the same\. "):
        TrumpOrder.of(Twice(), None)


def test_rolls_are_bytes_of_one_answer_of_luck() -> None:
    asked: list[int] = []

    def luck(choices: int) -> int:
        asked.append(choices)
        return 0x01FF00

    assert list(rolls(luck, 3)) == [1, 255, 0]
    assert asked == [1 << 24]
