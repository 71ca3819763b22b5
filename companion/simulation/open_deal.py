"""A deal with every hand open, derived from a shuffle and the story of the match.

Remembers nothing: the same shuffle and the same story give the same hands, also after undo and power cuts. If a player
has played a card of another hand, unseen cards are exchanged until the hands explain it. The game's dealer
(`rules/dealer.py`) knows where the cards of a statement go.

Most stories are one statement longer than the one before: a hint, a view and the cards that may be laid ask of the same
deal again and again. So what follows from a story is replayed from the longest prefix already computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from companion.cards import Card, Deck, Seat
from companion.match.match import Match
from companion.rules.dealer import Dealer, Laid, dealer_for
from companion.rules.game import Game
from companion.rules.piles import NEST, OPEN, STACK, Pile, bones, heads
from companion.rules.statements import CORRECT, DEAL, PLAY, SEAT, SEATING_WORDS, Secret, Statement
from companion.support.values import dataclass
from companion.table.computer_rack import rack

Shuffle = Callable[[int], Sequence[Card]]
"""The whole deck as it lies before the deal of this number, from 1: first the hands by seat, then the stack."""


NO_CARDS_MOVE = SEATING_WORDS | {CORRECT.name}
"""Words of a record after which every card lies where it lay."""


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """Where the cards of one deal are.

    `begun` is the state of the game right after the deal, `story` what was said since, with every card named.
    By seat: `hands` are the cards now, `dealt` those of the deal, `unseen` those the table has not seen, `heads` lie
    open and `bones` face down. `stack` lies face down, top first; `up` is turned up; `nest` was left over. `givers`
    have still to give cards away in secret.
    """

    begun: Any
    story: tuple[Statement, ...]
    hands: tuple[tuple[Card, ...], ...]
    unseen: tuple[tuple[Card, ...], ...]
    stack: tuple[Card, ...]
    heads: tuple[tuple[Card, ...], ...] = ()
    bones: tuple[tuple[Card, ...], ...] = ()
    nest: tuple[Card, ...] = ()
    up: Card | None = None
    givers: tuple[Seat, ...] = ()
    dealt: tuple[tuple[Card, ...], ...] = ()

    def own(self, seat: Seat) -> tuple[Card, ...]:
        """What a seat plays from now: hand, then heads, then bones."""
        return self.hands[seat] or self.heads[seat] or self.bones[seat]


def shuffle_deck(deck: Deck, seed: str) -> Shuffle:
    """A shuffle for each deal; equal seeds give equal shuffles."""

    def cards_of(deal: int) -> Sequence[Card]:
        cards = list(deck.cards_in_order)
        Random(f"{seed}/{deal}").shuffle(cards)  # noqa: S311 - a card game without stakes
        return cards

    return cards_of


def open_deal(match: Match, shuffle: Shuffle, laid: Laid | None = None) -> OpenDeal | None:
    """The cards of the deal in play, or else of the next one; None if the game deals no hands.

    `laid` are the cards that seats have chosen to give away in secret, whether the table knows it yet or not. None:
    the dealer chooses, where the next card does not wait for it.
    """
    begun = _deal_in_play(match)
    if begun is None or not match.header.game.to_scan(begun.state):
        return None
    game = match.header.game
    dealer = _dealer_after(match, begun, shuffle(begun.number), laid)
    state = begun.moments[-1].state if begun.moments else begun.state
    expected = game.expects(state)
    words = [word for word in expected.words if game.secrets.get(word) is Secret.GIVEN]
    for seat in dealer.givers(expected):
        if (expected.tap is not None) if laid is None else seat in laid:
            dealer.lay(Statement(words[0], seat), state)
    return _open(match, begun, dealer, dealer.givers(expected))


def explaining(match: Match) -> Shuffle:
    """A shuffle with which the last deal can be played as it was; all other deals are in the deck's order."""
    order, begun = match.header.game.deck.cards_in_order, _last_deal(match)
    if begun is None or not match.header.game.to_scan(begun.state):
        return lambda _: order
    cards = _dealer_after(match, begun, order).piles.cards
    return lambda deal: cards if deal == begun.number else order


class _Begun(NamedTuple):
    """The number of a deal, the state right after it, and every moment since, oldest first."""

    number: int
    state: Any
    moments: Sequence[Match] = ()


def _dealer_after(match: Match, begun: _Begun, cards: Sequence[Card], laid: Laid | None = None) -> Dealer:
    """The dealer of these cards, hands in the order of the seats, after all that was said since."""
    game = match.header.game
    dealer = dealer_for(game, begun.state, cards, sorted(game.to_scan(begun.state)), laid=laid)
    for moment in begun.moments:
        if moment.statement.word not in NO_CARDS_MOVE:
            dealer.hear(moment.statement, moment.state, moment.events)
    return dealer


def _open(match: Match, begun: _Begun, dealer: Dealer, givers: tuple[Seat, ...]) -> OpenDeal:
    deck, piles, seats = match.header.game.deck, dealer.piles, range(len(match.header.names))

    def at(pile: Pile) -> tuple[Card, ...]:
        return tuple(piles.faces(piles.at(pile)))

    def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(deck.cards(deck.set(cards)))

    said = [moment.statement for moment in begun.moments]
    turned = [card for statement in said if statement.seat is None for card in statement.cards]
    return OpenDeal(
        begun=begun.state,
        story=tuple(dealer.open_story()),
        hands=tuple(in_order(at(seat)) for seat in seats),
        unseen=tuple(map(in_order, _unseen(match, begun, dealer))),
        stack=at(STACK),
        heads=tuple(in_order(at(heads(seat))) for seat in seats),
        bones=tuple(at(bones(seat)) for seat in seats),
        nest=in_order(at(NEST)),
        up=turned[-1] if turned and turned[-1] in at(OPEN) else None,
        givers=givers,
        dealt=tuple(tuple(piles.faces(hand)) for hand in dealer.whole),
    )


def _unseen(match: Match, begun: _Begun, dealer: Dealer) -> list[list[Card]]:
    """The cards of each hand that the table has not seen. If a computer takes a seat, all of the hand is tapped."""
    piles = dealer.piles
    unseen = [piles.faces(number for number in hand if number not in piles.seen) for hand in dealer.whole]
    seated = {moment.statement.seat for moment in begun.moments if moment.statement.word == SEAT.name}
    for seat, left in match.to_scan if seated else ():
        if left and seat in seated & match.header.computers.keys():
            racked = rack(match, seat)
            unseen[seat] = [card for card in piles.faces(piles.at(seat)) if card not in racked]
    return unseen


def state_with_open_hands(game: Game, deal: OpenDeal) -> Any:
    """The state of the game with every hand known.

    Does not judge again: a wrong play that the table accepted on trust stays.
    """
    return _state_after(game, deal.begun, deal.story)


Begun = TypeVar("Begun")
Knows = TypeVar("Knows")
Item = TypeVar("Item")

LATEST = 8
"""Stories that are kept: one for each seat, and one with open hands."""


def memoize_story(
    begin: Callable[[Any, Begun], Knows], step: Callable[[Any, Knows, Item], Knows]
) -> Callable[[Any, Begun, tuple[Item, ...]], Knows]:
    """Make a function that folds a story over what has begun, from a viewpoint. It caches the latest results.

    `begin` and each `step` get the viewpoint, a small value that is compared; what has begun is compared by identity.
    """
    latest: tuple[tuple[Any, Begun, tuple[Item, ...], Knows], ...] = ()

    def after(viewpoint: Any, begun: Begun, story: tuple[Item, ...]) -> Knows:
        nonlocal latest  # replaced whole: another thread sees it as it was or as it is
        before = next((cached for cached in latest if cached[1] is begun and cached[0] == viewpoint), None)
        if before is not None and story[: len(before[2])] == before[2]:
            *_, folded, knows = before
        else:
            folded, knows = (), begin(viewpoint, begun)
        for item in story[len(folded) :]:
            knows = step(viewpoint, knows, item)
        latest = ((viewpoint, begun, story, knows), *[other for other in latest if other is not before][: LATEST - 1])
        return knows

    return after


_state_after = memoize_story(lambda _game, begun: begun, lambda game, state, said: game.advance(state, said)[0])


def deal_number(match: Match) -> int:
    """The number of the deal in play, from 1; if none is, of the next one."""
    return match.deals_begun + (DEAL.name in match.expects.words)


def _deal_in_play(match: Match) -> _Begun | None:
    if DEAL.name in match.expects.words:
        begun, _ = match.header.game.advance(match.moment, Statement(DEAL.name))
        return _Begun(deal_number(match), begun)
    return _last_deal(match)


def _last_deal(match: Match) -> _Begun | None:
    """The deal that began last, which may be scored."""
    moments = list(match.story())
    for since, moment in enumerate(moments):
        if moment.said is not None and moment.said.word == DEAL.name:
            return _Begun(match.deals_begun, moment.state, moments[:since][::-1])
    return None


def has_begun(match: Match) -> bool:
    """Whether a card of this deal was played, or the middle shows what lies open: nothing else is turned up then."""
    played = any(said.word == PLAY for said in match.said_in_deal())
    return played or bool(match.header.game.shown.middle(match.moment))
