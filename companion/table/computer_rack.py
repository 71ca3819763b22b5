"""The rack of a computer: which card stands in which slot, backs to the people. Follows from the statements alone.

A computer that takes a seat in a deal has its rack filled then.
A card that nobody else has seen goes to the lowest free slot: dealt, drawn, given, of the nest, or a bone that was too
low.
Cards that everybody saw (a taken pile, heads) lie open before the rack and are called by their faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.cards import Card, Seat
from companion.match.match import Match
from companion.rules.deal import place_of
from companion.rules.game import Game
from companion.rules.places import Place, What
from companion.rules.statements import PLAY, SEAT, Secret
from companion.support.caching import forgettable

Slots = tuple["Card | None", ...]
"""What stands in each slot, the first one first; None: the slot is free. The last one never is."""


def rack(match: Match, seat: Seat, drawn: Iterable[Card] = ()) -> Slots:
    """The slots of this seat now; `drawn` are cards of a draw that is not yet complete."""
    slots = list(_standing(match, seat))
    _put_down(slots, drawn)
    return _without_free_end(slots)


_latest: dict[Seat, tuple[Match, Slots, tuple[Card, ...]]] = forgettable()
"""For each seat the latest moment that was told, its slots, and the cards that lay aside until somebody has them."""


def _standing(match: Match, seat: Seat) -> Slots:
    """The slots after the statements of this deal, continued from the latest moment if it was one of them."""
    latest, slots, aside = _latest.get(seat, (None, (), ()))
    since: list[Match] = []
    for moment in match.this_deal():
        if moment is latest:
            break
        since.append(moment)
    else:
        slots, aside = (), ()
    for moment in reversed(since):
        slots, aside = _follow(moment, seat, slots, aside)
    _latest[seat] = match, slots, aside
    return slots


def _follow(moment: Match, seat: Seat, before: Slots, aside: tuple[Card, ...]) -> tuple[Slots, tuple[Card, ...]]:
    """The slots after one more statement, and the cards that lie aside."""
    slots, said, game = list(before), moment.statement, moment.header.game
    if said.word == SEAT.name and said.seat == seat and moment.before and seat not in moment.before.header.computers:
        slots = []  # a person held these cards until now
    into_a_hand = game.secrets.get(said.word, Secret.GIVEN) is not Secret.GIVEN
    if into_a_hand and said.seat is None:
        aside += said.cards  # the nest
    elif said.seat == seat and into_a_hand:
        _put_down(slots, said.cards)
    elif not into_a_hand:
        if said.seat == seat:
            _take(slots, said.cards)
        _put_down(slots, _cards_to_hand(game, moment, seat))
    if aside and moment.events:
        _put_down(slots, (card for card in aside if _in_hand(game, moment, seat, card)))
        aside = ()
    return _without_free_end(slots), aside


def lying_open(match: Match, seat: Seat) -> tuple[Card, ...]:
    """The cards of its hand that everybody has seen, before the rack."""
    game, slots = match.header.game, rack(match, seat)
    if any(seat == filled and cards for filled, cards in match.to_scan):
        return ()  # a hand that was scanned before its computer took it
    hand = game.places(match.moment).get(Place(What.HAND, seat, open=False), 0)
    return tuple(card for card in game.deck.cards(hand) if card not in slots)


def slot_of(slots: Slots, card: Card) -> int:
    """The slot of a card, from 1; 0: none."""
    return slots.index(card) + 1 if card in slots else 0


def bone_slot(match: Match) -> int:
    """The slot of the card that a computer has just taken face down. 0: it took none."""
    said = match.said
    if said is None or said.seat is None or said.seat not in match.header.computers:
        return 0
    return max((slot_of(rack(match, said.seat), card) for card in said.cards), default=0)


def standing(slots: Slots, cards: Iterable[Card]) -> tuple[Card, ...]:
    """These cards as the copies in the slots, the first of alike ones; cards in no slot are unchanged."""
    found: list[Card] = []
    for card in cards:
        alike = (slot for slot in slots if slot is not None and card in {slot, slot.face} and slot not in found)
        found.append(next(alike, card))
    return tuple(found)


def slot_to_fill(match: Match, seat: Seat, before: tuple[Card, ...] = ()) -> int:
    """The slot for the next hidden card of this seat, after those `before` it; 0 for a person."""
    if seat not in match.header.computers:
        return 0
    slots = rack(match, seat, before)
    return (slots.index(None) if None in slots else len(slots)) + 1


def _put_down(slots: list[Card | None], cards: Iterable[Card]) -> None:
    for card in cards:
        if None in slots:
            slots[slots.index(None)] = card
        else:
            slots.append(card)


def _take(slots: list[Card | None], cards: Iterable[Card]) -> None:
    for card in cards:
        if card in slots:
            slots[slots.index(card)] = None


def _cards_to_hand(game: Game, moment: Match, seat: Seat) -> Iterator[Card]:
    """The cards of a statement that went into the hand: a bone that was too low, or what another player gave."""
    said = moment.statement
    if said.word == PLAY:
        return iter(())
    return (card for card in said.cards if _in_hand(game, moment, seat, card))


def _in_hand(game: Game, moment: Match, seat: Seat, card: Card) -> bool:
    place = place_of(game, moment.moment, card)
    return place is not None and place.what is What.HAND and place.seat == seat


def _without_free_end(slots: list[Card | None]) -> Slots:
    while slots and slots[-1] is None:
        slots.pop()
    return tuple(slots)
