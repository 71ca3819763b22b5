"""Every claim that the reason of a hint makes is true of the hands and the table, whichever right card it is for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from operator import ge
from typing import Any, NamedTuple

import pytest

from companion.cards import Card
from companion.games.hearts.rules import HEARTS
from companion.games.registry import GAMES
from companion.games.spades.rules import SPADES
from companion.match.match import Match
from companion.rules.deal import TrickState
from companion.rules.game import Game
from companion.rules.places import What
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from companion.rules.suggestions import suggestions_of
from companion.support.messages import Message
from companion.testing.evening import FairEvening, chance_of
from tests.evening import match_of
from tests.torture import some_of

HIGH_CARDS = "10 J Q K A"
FRENCH = "2 3 4 5 6 7 8 9 10 J Q K A".split()
BONEHEAD = "3 4 5 6 7 8 9 J Q K A 2 10".split()


class Turn(NamedTuple):
    """A right statement, and everything that lies on the table and in the hands before it."""

    game: Any
    state: Any
    said: Statement
    own: tuple[Card, ...]
    others: tuple[Card, ...]
    """What the other hands hold, and what nobody has seen yet."""
    idle: tuple[Card, ...] = ()
    """Those of them that their holders do not play in this deal."""

    @property
    def card(self) -> Card:
        return self.said.cards[0]

    @property
    def plays(self) -> tuple[Any, ...]:
        return tuple(self.state.now.tricks[-1].plays)

    @property
    def lie(self) -> tuple[Card, ...]:
        """The cards of the trick, this one the last."""
        return tuple(card for play in (*self.plays,) for card in play.cards) + self.said.cards

    @property
    def trump(self) -> str:
        return str(self.game.shown.trump(self.state))

    def suit(self, card: Card) -> str:
        """That of a card; the Rook, which has none, is a trump."""
        return str(self.game.suit(self.state, card)) or self.trump

    def like(self, cards: tuple[Card, ...]) -> list[Card]:
        """Those of these cards that have the suit of the own one."""
        return [card for card in cards if self.suit(card) == self.suit(self.card)]

    def beats(self, other: Card) -> bool:
        """Whether this card takes a trick that the own one leads."""
        led = self.game.advance(self.state, self.said)[0] if not self.plays else None
        assert led is not None
        trick = led.now.tricks[-1]
        return bool(self.game.strength(led, trick, other) > self.game.strength(led, trick, self.card))

    def higher(self) -> list[Card]:
        return [card for card in self.like(self.others) if self.beats(card)]

    def of_other_suits(self) -> list[Card]:
        """The cards of other suits that take a trick which the own one leads."""
        return [card for card in self.others if self.suit(card) != self.suit(self.card) and self.beats(card)]

    def is_the_partners(self) -> bool:
        """Whether the trick stays the partner's after this play."""
        before = self.game.winner(self.state, self.state.now.tricks[-1])
        return bool(before == (self.said.by + 2) % 4) and not self.takes()

    def takes(self) -> bool:
        """Whether the trick is the player's after this play."""
        after, _ = self.game.advance(self.state, self.said)
        tricks = after.now.tricks if after.deal is not None else ()
        mine = next(
            (trick for trick in reversed(tricks) if trick.plays and trick.plays[-1].seat == self.said.seat), None
        )
        return mine is not None and self.game.winner(after, mine) == self.said.seat

    def same_suit(self) -> list[Card]:
        return [card for card in self.own if card.suit == self.card.suit and card != self.card]


def ranks(cards: tuple[Card, ...] | list[Card]) -> list[int]:
    return [FRENCH.index(card.rank) for card in cards]


def bone_ranks(cards: tuple[Card, ...]) -> list[int]:
    return [BONEHEAD.index(card.rank) for card in cards]


def lies_high(turn: Turn) -> bool:
    return 2 * len(turn.higher()) > len(turn.like(turn.others))


def rank_of_jack(turn: Turn) -> bool:
    return Card("J", "D") in turn.lie and turn.state.setup.options["jack"] == "minus-10"


def shoots(turn: Turn) -> bool:
    """Whether somebody else has all points so far, and many."""
    taken = HEARTS.points_taken(turn.state)
    return max(taken) == sum(taken) >= 18 and taken[turn.said.by] != max(taken)


def counts(card: Card) -> int:
    return 13 if card == Card("Q", "S") else int(card.suit == "H")


def tricks_of(turn: Turn, seat: int) -> int:
    return int(turn.game.tricks_won(turn.state)[seat])


def nil_kept(turn: Turn, seat: int) -> bool:
    return SPADES.bids(turn.state)[seat].tricks == 0 and tricks_of(turn, seat) == 0


def beaten(turn: Turn) -> tuple[Card, ...]:
    """The own cards that may be laid alone."""
    return tuple(
        card for card in turn.own if isinstance(turn.game.judge(turn.state, turn.said.with_cards(card)), Legal)
    )


def card_ranks(cards: tuple[Card, ...]) -> list[int]:
    return [int(card.rank) for card in cards]


def may_match(turn: Turn) -> bool:
    """Whether some of the own cards, as many as were led, reach those of the latest match one by one."""
    bar = turn.game.bar(turn.state, turn.plays)
    tries = (sorted(card_ranks(some)) for some in combinations(turn.own, len(bar)))
    return any(all(map(ge, some, bar)) for some in tries)


def _moon_loses(turn: Turn) -> bool:
    after, _ = turn.game.advance(turn.state, Statement("moon", turn.said.seat, value="others-add"))
    won = turn.game.winners(after)
    return bool(won) and turn.said.seat not in won


CLAIMS: dict[str, Callable[[Turn], bool]] = {
    "it is your last card": lambda turn: len(turn.own) == 1,
    "the others have nothing higher in {suit}": lambda turn: not {*turn.higher()} - {*turn.idle},
    "all other {suit} still out are higher": lambda turn: len(turn.higher()) == len(turn.like(turn.others)) > 0,
    "most other {suit} still out are higher": lies_high,
    "{why}, but it may be trumped": lambda turn: turn.trump in map(turn.suit, turn.of_other_suits()),
    "it draws trumps": lambda turn: turn.suit(turn.card) == turn.trump and bool(turn.like(turn.others)),
    "it gives little away; your better cards stay": lambda turn: (
        not turn.game.shown.worth(turn.state, turn.card)
        and any(card for card in turn.own if turn.suit(card) == turn.trump or turn.beats(card))
    ),
    "it takes the trick so far": Turn.takes,
    "it does not take the trick": lambda turn: not turn.takes(),
    "it follows {suit}, and takes the trick so far": lambda turn: (
        turn.suit(turn.card) == turn.suit(turn.lie[0]) and turn.takes()
    ),
    "it follows {suit}, and does not take the trick": lambda turn: (
        turn.suit(turn.card) == turn.suit(turn.lie[0]) and not turn.takes()
    ),
    "{why}; it takes the trick so far": Turn.takes,
    "it follows {suit}": lambda turn: turn.suit(turn.card) == turn.suit(turn.lie[0]),
    "{why}; your partner has the trick so far": Turn.is_the_partners,
    "it need not follow {suit}": lambda turn: turn.suit(turn.card) != turn.suit(turn.lie[0]),
    "you have no {suit}": lambda turn: (
        turn.suit(turn.lie[0]) not in {*map(turn.suit, turn.own), *(card.suit for card in turn.own)}
    ),
    "you have no {suit} but {card}, which is a trump": lambda turn: (
        turn.suit(turn.lie[0]) not in map(turn.suit, turn.own)
        and [card.rank for card in turn.own if card.suit == turn.suit(turn.lie[0])] == ["J"]
    ),
    # Hearts
    "the queen costs 13, and high cards take tricks": lambda turn: Card("Q", "S") in turn.said.cards,
    "high cards take tricks": lambda turn: all(card.rank in HIGH_CARDS.split() for card in turn.said.cards),
    "it leads the first trick": lambda turn: len(turn.state.now.tricks) == 1 and not turn.plays,
    "nobody else has {suit}": lambda turn: not turn.like(turn.others),
    "it takes a heart from who may take them all": lambda turn: (
        turn.card.suit == "H" and shoots(turn) and not turn.higher()
    ),
    "it is your only card of this suit": lambda turn: not turn.same_suit(),
    "it takes points from who may take them all": lambda turn: (
        turn.takes() and shoots(turn) and any(map(counts, turn.lie))
    ),
    "the jack of diamonds takes 10 points off": rank_of_jack,
    "you play last, and no points lie there": lambda turn: (
        len(turn.plays) + 1 == turn.state.setup.seats and not any(map(counts, turn.lie))
    ),
    "you have no lower one": lambda turn: min(ranks(turn.same_suit())) > ranks([turn.card])[0],
    "you have none that stays below": lambda turn: (
        min(ranks([turn.card, *turn.same_suit()]))
        > max(ranks([card for card in turn.lie[:-1] if card.suit == turn.card.suit]))
    ),
    "it gets rid of your highest card of this suit": lambda turn: max(ranks(turn.same_suit())) < ranks([turn.card])[0],
    "{usual}; {n} point for who takes it": lambda turn: counts(turn.card) > 0 and not turn.takes(),
    "26 off your own total": lambda turn: turn.said.value == "own-minus",
    "26 for each of the others": lambda turn: turn.said.value == "others-add",
    "so that the moon does not cost you the game": _moon_loses,
    # Spades
    "low, to keep your nil": lambda turn: lies_high(turn) and nil_kept(turn, turn.said.by),
    "low: it may break a nil of the others": lambda turn: (
        lies_high(turn) and any(nil_kept(turn, (turn.said.by + step) % 4) for step in (1, 3))
    ),
    "low: your bid is made": lambda turn: (
        lies_high(turn)
        and sum(tricks_of(turn, seat) for seat in range(4) if seat % 2 == turn.said.by % 2)
        >= SPADES.contracts(turn.state)[turn.said.by % 2].bid
    ),
    "you have neither high cards nor spades": lambda turn: (
        not any(card.suit == "S" or card.rank in {"A", "K"} for card in turn.own)
    ),
    "from a short suit, which you may trump later": lambda turn: (
        len(turn.same_suit()) < 2 and turn.card.suit != "S" and any(card.suit == "S" for card in turn.own)
    ),
    # Rook
    "your partner has the bid": lambda turn: turn.state.now.opening.bidder == (turn.said.by + 2) % 4,
    "without counters a new deal is better": lambda turn: (
        not any(turn.game.shown.worth(turn.state, card) for card in turn.own)
    ),
    # Bonehead, BirdHead
    "played after your hand: alike cards go out in one turn": lambda turn: (
        len({card.rank for card in turn.said.cards}) < 3
    ),
    "played after your hand: a 10 gives you another turn": lambda turn: "10" in {card.rank for card in turn.said.cards},
    "played after your hand": lambda turn: turn.said.word == "heads",
    "your highest, for the end": lambda turn: (
        min(bone_ranks(turn.said.cards))
        >= max(bone_ranks(tuple(card for card in turn.own if card not in turn.said.cards)), default=0)
    ),
    "nothing that you may play beats {top}": lambda turn: (
        not any(
            isinstance(turn.game.judge(turn.state, Statement(PLAY, turn.said.seat, (card,))), Legal)
            for card in turn.own
        )
    ),
    "counting nothing": lambda turn: all(card.rank != "A" for card in turn.own),
    "a 10 clears the pile, and you play again": lambda turn: {card.rank for card in turn.said.cards} == {"10"},
    "now and then another rank, or the game goes in circles": lambda turn: (
        min(bone_ranks(beaten(turn))) < bone_ranks(turn.said.cards)[0]
    ),
    "the lowest that beats {top}": lambda turn: min(bone_ranks(beaten(turn))) == bone_ranks(turn.said.cards)[0],
    "your lowest": lambda turn: min(bone_ranks(turn.own)) == bone_ranks(turn.said.cards)[0],
    "several of one rank are hard to match": lambda turn: (
        len(turn.said.cards) > 1 and len({card.rank for card in turn.said.cards}) == 1
    ),
    "your lowest card stays for the last trick": lambda turn: (
        int(turn.card.rank) > min(int(card.rank) for card in turn.own)
    ),
    "it takes the trick so far, and lower cards stay for the last one": lambda turn: (
        turn.takes() and min(card_ranks(turn.own)) < min(card_ranks(turn.said.cards))
    ),
    "you cannot match, so your lowest must go": lambda turn: not may_match(turn),
    "your high cards stay to win a trick": lambda turn: int(turn.card.rank) < max(int(card.rank) for card in turn.own),
    "your cards are all alike": lambda turn: len({card.rank for card in turn.own}) == 1,
}
"""By the form of a reason: whether what it claims is true."""


def counts_once(turn: Turn, parts: list[Any]) -> bool:
    """Whether each card that a bid counts on is held, and counted once: by its sign, or in the number of its suit."""
    takes_up = turn.said.word in {"orders", "pass"} and turn.said.seat == getattr(turn.state.now, "dealer", None)
    up = [turn.state.now.opening.up] if takes_up and hasattr(turn.state.now.opening, "up") else []
    signs = {card.sign: card for card in (*turn.own, *up)}
    named = [signs.pop(part) for part in parts if part in signs]
    numbers = [part.values["n"] for part in parts if part not in {card.sign for card in named}]
    of_suits = Counter(card.suit for card in turn.own if card not in named)
    whole = {card.suit for card in turn.own} - {card.suit for card in named}
    return len(named) + len(numbers) == len(parts) and all(n in {of_suits[suit] for suit in whole} for n in numbers)


WITH_NUMBERS: dict[str, Callable[[Turn, Any], bool]] = {
    "{why}, but {card} may beat it": lambda turn, values: (
        [card.sign for card in turn.of_other_suits()] == [values["card"]]
    ),
    "of the {out} other {suit} still out {n} is higher": lambda turn, values: (
        (values["n"], values["out"]) == (len(turn.higher()), len(turn.like(turn.others)))
    ),
    "with low cards beside {high} you may well stay under": lambda turn, values: (
        [*values["high"].values.values()] == [card.sign for card in turn.own if card.rank in {"A", "K"}]
    ),
    "counting {cards}": lambda turn, values: counts_once(turn, [*values["cards"].values.values()]),
    "{why}, and your card brings {n} point": lambda turn, values: (
        turn.is_the_partners() and values["n"] == turn.game.shown.worth(turn.state, turn.card) > 0
    ),
    "{usual}; {n} point for who takes it": lambda turn, values: values["n"] == counts(turn.card),
    "{lowest}; a {kept} goes on anything, keep it": lambda turn, values: (
        values["kept"] in {card.rank for card in turn.own if card not in turn.said.cards}
    ),
}
"""The same of those that name a number or a rank."""

SURE = frozenset({"the others have nothing higher in {suit}", "nobody else has {suit}"})
"""What is said alone of a lead that no card can beat, as far as its player knows."""

OPINIONS = frozenset(
    {
        "with a shorter suit you can discard sooner",
        "you are strong in {suit}",
        "your cards may well take no trick",
        "you would hardly lose every trick",
        "too weak to declare",
        "{why}: too little to make trump",
        "{why}: too little for the next bid",
        "{why}, the nest and your partner",
        "with your partner it is safer",
        "so strong that you may take all five",
        "you miss it least beside your trumps",
        "high cards would break your nil",
        "low cards help your partner's nil",
        "your trumps and best cards stay; points laid away go to the last trick",
        "your best colour",
    }
)
"""What a good player thinks of a hand: a judgement, of the hand with which it is made."""


def turns(game: Game, seed: int) -> Iterator[Turn]:
    """What is said in two fair deals, and beside each card that is played all others that would have been right."""
    evening = FairEvening(game, chance_of("reasons", game.name, seed))
    before = evening.match
    for match in evening.plays(2):
        if match.said is not None and match.said.seat is not None:
            yield from _turns(before, match.said)
        before = match


def _turns(before: Match, said: Statement) -> Iterator[Turn]:
    game, state = before.header.game, before.moment
    lying: dict[tuple[What, int | None], tuple[Card, ...]] = {}
    for place, cards in game.places(state).items():
        lying[place.what, place.seat] = (*lying.get((place.what, place.seat), ()), *game.deck.cards(cards))
    own = lying.get((What.HAND, said.seat)) or lying.get((What.HEADS, said.seat)) or ()
    resting = state.deal.sits_out if isinstance(state, TrickState) and state.deal else ()
    hidden: dict[int | None, tuple[Card, ...]] = {}
    for (what, holder), lie in lying.items():
        if what in HIDDEN and holder != said.seat:
            hidden[holder] = (*hidden.get(holder, ()), *lie)
    others = tuple(chain.from_iterable(hidden.values()))
    idle = tuple(chain.from_iterable(hidden.get(seat, ()) for seat in resting))
    yield Turn(game, state, said, own, others, idle)
    if said.word == PLAY and len(said.cards) == 1:
        for card in own:
            other = said.with_cards(card)
            if other != said and isinstance(game.judge(state, other), Legal):
                yield Turn(game, state, other, own, others, idle)


HIDDEN = frozenset({What.HAND, What.UNSEEN, What.NEST, What.PASSED, What.LAID})


def claims(reason: str) -> Iterator[Message]:
    """A reason, and those that it is made of."""
    assert isinstance(reason, Message), reason
    yield reason
    for part in reason.values.values():
        if isinstance(part, Message) and (part.form in CLAIMS or part.form in WITH_NUMBERS or part.form in OPINIONS):
            yield from claims(part)


def is_true(claim: Message, turn: Turn) -> bool:
    if claim.form in WITH_NUMBERS and not WITH_NUMBERS[claim.form](turn, claim.values):
        return False
    return claim.form in WITH_NUMBERS or claim.form in OPINIONS or CLAIMS[claim.form](turn)


@pytest.mark.parametrize("game", sorted({*GAMES} - {"toriatama"}))
def test_what_a_reason_claims_is_true(game: str) -> None:
    heard: Counter[str] = Counter()
    for seed in some_of(18):
        for turn in turns(GAMES[game], seed):
            if not turn.own:
                continue
            reason = suggestions_of(turn.game).reason(turn.game, turn.state, turn.said, turn.own)
            for claim in claims(reason) if reason else ():
                heard[claim.form] += 1
                assert is_true(claim, turn), f"{turn.said} of {turn.own}, others {turn.others}: {reason}"
            if isinstance(reason, Message) and reason.form in SURE:
                assert not turn.of_other_suits(), f"{turn.said} of {turn.own}, others {turn.others}: {reason}"
    assert len(heard) > 4, heard


def test_who_deals_counts_the_card_that_is_taken_up_and_the_left_bower_also_who_passes() -> None:
    match = match_of("game euchre", "players A B C D", "dealer D", "deal", "up AC")
    own = tuple(Card(text[:-1], text[-1]) for text in ("JS", "AH", "9H", "9D", "10D"))
    reasons = (
        suggestions_of(match.header.game).reason(match.header.game, match.state, Statement(word, seat), own)
        for word in ("orders", "pass")
        for seat in (3, 2)
    )
    counting = ["counting J♠, A♥, A♣", "counting J♠, A♥"]
    assert [*reasons] == [*counting, *(f"{why}: too little to make trump" for why in counting)]


def test_who_passes_in_the_second_round_counts_the_best_suit_without_the_card_that_was_turned_down() -> None:
    passes = [f"{name} pass" for name in "ABCDABC"]
    match = match_of("game euchre", "players A B C D", "dealer D", "deal", "up AC", *passes)
    own = tuple(Card(text[:-1], text[-1]) for text in ("JS", "AS", "9H", "9D", "KC"))
    reason = suggestions_of(match.header.game).reason(match.header.game, match.state, Statement("pass", 3), own)
    assert reason == "counting J♠, A♠: too little to make trump"
