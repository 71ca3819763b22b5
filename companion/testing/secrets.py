"""Checks of secrets: what nobody may see changes neither pictures nor sounds nor what is told to phones and logs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from companion.cards import Card, CardSet
from companion.inputs.inputs import Button, Held, Holding, Input, Pressed, Resting, Tapped, UnreadableTag
from companion.match.match import Match
from companion.rules.events import Impossible, Revoked, as_words
from companion.rules.game import Game
from companion.rules.places import OUT, Place, What
from companion.rules.statements import DEAL
from companion.scoreboard.view import view
from companion.screens.current_screen import screen_for
from companion.screens.hearing import sentences_for, tell_all
from companion.screens.layouts import draw
from companion.simulation.gesture_search import piece_of
from companion.support.values import dataclass, replace
from companion.table.apply_statements import at_moment
from companion.table.handling import handle
from companion.table.reply import Reply
from companion.table.setup_dialogue import begin
from companion.table.state import House, Refused, Table
from companion.tags.tag_decks import CardCopy, CommandCard, Person
from companion.testing.evening import chance_of, header_by
from companion.testing.stories import fair, telling

STEPS = 150
"""Taps and presses of two tables that differ in hidden cards."""

REMEMBERED = 2
"""Rounds of the table in which everybody remembers what was laid openly, as the repairs of the menu do."""

MOMENTS, EXCHANGED = 12, 3
"""Moments of a deal, and pairs of hidden pieces that are exchanged at each."""

BUTTONS: tuple[Input, ...] = (
    *map(Pressed, Button),
    Held(),
    Holding(3),
    Resting(),
    Tapped((CommandCard.UNDO,)),
    UnreadableTag(),
)
PAGES: tuple[tuple[Input, ...], ...] = (
    (),
    (Held(),),
    (Held(), Pressed(Button.DOWN), Pressed(Button.OK)),
    (Held(), Pressed(Button.BACK), Pressed(Button.UP)),
    (Held(), Pressed(Button.BACK), Pressed(Button.DOWN)),
)
"""Presses that show more. Without “undo”, which says where cards go that everybody has seen."""


def outputs(table: Table) -> dict[str, object]:
    """What anybody may see and hear: the panel's picture, the bytes that phones are sent, and what is said."""
    said = (*sentences_for(table), *tell_all(table))
    return {"the panel": draw(screen_for(table)), "a phone": json.dumps(view(table)), "the voice": said}


def closed_places(game: Game, case: int) -> None:
    """Two pieces in closed places are exchanged from the first statement on: no picture, sentence or phone shows it."""
    with telling(fair(game, case, "closed")) as evening:
        moments = list(evening.plays(1))
        for match in evening.chance.sample(moments, min(MOMENTS, len(moments))):
            for card, twin_card in _closed_pairs(match, evening.chance):
                if (twin := _retell(match, {card: twin_card, twin_card: card})) is not None:
                    _look_alike(match, twin, evening.chance.choice(PAGES), f"{card} and {twin_card}")


def _closed_pairs(match: Match, chance: Random) -> Iterator[tuple[Card, Card]]:
    """Pairs of pieces in two closed places; without those laid openly a moment ago, which everybody remembers."""
    game, fresh = match.header.game, 0
    laid = (moment.said.cards for moment in match.story() if moment.said and moment.said.word not in game.secrets)
    for cards in islice(laid, REMEMBERED * len(match.header.names)):
        for card in cards:
            fresh |= game.deck.copies(card)
    hidden = [cards & ~fresh for place, cards in game.places(match.moment).items() if not place.open]
    hidden = [cards for cards in hidden if cards]
    for _ in range(EXCHANGED if len(hidden) > 1 else 0):
        one, other = (chance.choice(list(game.deck.cards(cards))) for cards in chance.sample(hidden, 2))
        yield one, other


def _retell(match: Match, exchange: Mapping[Card, Card]) -> Match | None:
    """The match with cards exchanged; None if it would then have gone another way."""
    told = Match(match.header)
    for moment in reversed(list(match.story())[:-1]):
        said = moment.statement.with_cards(*(exchange.get(card, card) for card in moment.statement.cards))
        told, answer = told.say(said)
        if not answer.applied or _consequences(told) != _consequences(moment):
            return None
    return told


def _consequences(match: Match) -> list[dict[str, Any]]:
    """The events of the last statement without their cards, and whose turn it is: both are told to all."""
    turn = {"turn": match.expects.seats}
    rows = (turn, *({"event": event.kind, **as_words(event, match.header.names)} for event in match.events))
    return [{name: value for name, value in row.items() if name not in {"card", "cards"}} for row in rows]


def _look_alike(match: Match, twin: Match, presses: Sequence[Input], what: str) -> None:
    game = match.header.game
    tables = [at_moment(Table(House({game.name: game})), moment) for moment in (match, twin)]
    for given in (None, *presses):
        if given is not None:
            replies = [handle(table, given, lambda _: 0) for table in tables]
            tables = [reply.table for reply in replies]
            if _hand_decides(replies) or _has_scored(replies):
                return
        ours, theirs = map(outputs, tables)
        said = f"{what} lie in closed places, and after {presses} people see or hear by"
        for told_by, our in ours.items():
            assert our == theirs[told_by], f"{said} {told_by}: {our} or {theirs[told_by]}"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Which card lies where: the hands by seat, then all that is dealt to nobody."""

    hands: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...]

    @classmethod
    def of(cls, game: Game, match: Match, cards: Sequence[Card]) -> Shuffle:
        """These cards, as many to each seat as can be scanned."""
        sizes = dict(game.to_scan(match.moment))
        markers = _lying(match, lambda place: place.what is What.MARKER)
        left = [card for card in cards if not game.deck.bit(card) & markers]
        hands = []
        for seat in range(len(match.header.names)):
            hands.append(tuple(left[: sizes.get(seat, 0)]))
            left = left[sizes.get(seat, 0) :]
        return cls(tuple(hands), tuple(left))

    def pair(self, chance: Random) -> tuple[Card, Card]:
        """Two cards of two hands, or of a hand and the rest."""
        one, other = chance.sample([pile for pile in (*self.hands, self.rest) if pile], 2)
        return chance.choice(one), chance.choice(other)


def exchanged_cards(game: Game, case: int) -> None:
    """Two deals that differ in two hidden cards look, sound and are logged the same until one of the two is seen."""
    chance = chance_of(game.name, "exchanged", case)
    header = header_by(game, chance)
    game, seats = header.game, range(len(header.names))
    start = Match(header)
    if not game.to_scan(start.moment):
        return  # nothing is dealt into hands
    deal = Shuffle.of(game, start, chance.sample(game.deck.cards_in_order, len(game.deck)))
    one, other = deal.pair(chance)
    exchange = {one: other, other: one}
    scanned = tuple(sorted(chance.sample(seats, chance.choice((len(seats), chance.randint(1, len(seats)))))))
    ours = theirs = begin(Table(House({game.name: game})), header, scanned).table
    given: list[Input] = []
    for _ in range(STEPS):
        our_input, secret = _next_input(ours, deal, chance)
        if not secret and _shows(our_input, exchange):
            return
        given.append(our_input)
        our_reply = handle(ours, our_input, lambda _: 0)
        their_reply = handle(theirs, _exchange_tap(our_input, exchange) if secret else our_input, lambda _: 0)
        if _hand_decides((our_reply, their_reply)):
            return
        their_outputs = _outputs_of(their_reply)
        told_by = [by for by, our in _outputs_of(our_reply).items() if our != their_outputs[by]]
        assert not told_by, f"{one} and {other} are exchanged in the hands, and {told_by[0]} tells it after {given}"
        ours, theirs = our_reply.table, their_reply.table
        if ours.match is None or not ours.playing.expects.words:
            return


def _next_input(table: Table, deal: Shuffle, chance: Random) -> tuple[Input, bool]:
    """What somebody taps or presses next, and whether nobody sees what is tapped."""
    match = table.playing
    if chance.random() < 0.05:
        return Tapped((Person(chance.choice(match.header.names)),)), False
    asks_buttons = table.offered and match.expects.tap is None and table.question is None
    if chance.random() < (0.8 if asks_buttons else 0.15):
        return chance.choice((Pressed(Button.OK), *BUTTONS)), False
    deck = match.header.game.deck
    if (scanning := table.scanning()) is not None:
        seat, dealt = scanning[0], DEAL.name not in match.expects.words  # else the last deal lies there
        known = _lying(match, lambda place: (place.what, place.seat) == (What.HAND, seat)) if dealt else 0
        return _tap(chance.choice([card for card in deal.hands[seat] if not deck.bit(card) & known])), True
    for drawing in table.drawing:
        giver = drawing.says.seat
        source = deal.rest if giver in {None, drawing.seat} else deal.hands[giver]
        drawn = [card for card in source if deck.bit(card) & drawing.among and card not in table.begun.drawn]
        if drawn and chance.random() < 0.8:
            return _tap(drawn[0]), True
    return _next_play(match, deal, chance)


def _next_play(match: Match, deal: Shuffle, chance: Random) -> tuple[Input, bool]:
    """A card of the hand whose turn it is, now and then any card; and whether nobody sees it."""
    game, tap = match.header.game, match.expects.tap
    out = _lying(match, lambda place: place.what in OUT)
    hand = deal.rest if tap is None or tap.seat is None else deal.hands[tap.seat] or deal.rest
    left = [card for card in hand if not game.deck.bit(card) & out]
    wrong = chance.random() < 0.1 or not left
    card = chance.choice(game.deck.cards_in_order if wrong else left)
    return _tap(card), tap is not None and tap.word in game.secrets


def _lying(match: Match, there: Callable[[Place], bool]) -> CardSet:
    places = match.header.game.places(match.moment).items()
    return sum(cards for place, cards in places if there(place))


def _tap(card: Card) -> Input:
    return Tapped((piece_of(card),))


def _exchange_tap(given: Input, exchange: Mapping[Card, Card]) -> Input:
    """This tap, of the exchanged card."""
    pieces: dict[object, CardCopy] = {piece_of(card): piece_of(other) for card, other in exchange.items()}
    assert isinstance(given, Tapped)
    return replace(given, pieces=tuple(pieces.get(piece) or piece for piece in given.pieces))


def _shows(given: Input, exchange: Mapping[Card, Card]) -> bool:
    """Whether one of the two cards is tapped in play."""
    return isinstance(given, Tapped) and not {piece_of(card) for card in exchange}.isdisjoint(given.pieces)


def _hand_decides(replies: Sequence[Reply]) -> bool:
    """Whether a scanned hand has decided a verdict, or whose turn it is."""
    refused, accused, turns = set(), set(), set()
    for table in (reply.table for reply in replies):
        overlay = table.overlay
        refused.add((overlay.who, overlay.card, overlay.rule.name) if isinstance(overlay, Refused) else None)
        events = table.match.events if table.match else ()
        accused.add(any(isinstance(event, Revoked | Impossible) for event in events))
        turns.add(table.match.expects.seats if table.match else ())
    return len(refused) > 1 or len(accused) > 1 or len(turns) > 1


def _has_scored(replies: Sequence[Reply]) -> bool:
    """Whether the press has ended the deal: its tricks lie open then."""
    return any(reply.lines and reply.table.scored for reply in replies)


def _outputs_of(reply: Reply) -> dict[str, object]:
    """What anybody may see, hear and read after an input."""
    return {**outputs(reply.table), "a sound": reply.outcome, "the log": _log(reply)}


def _log(reply: Reply) -> list[str]:
    """The lines of the record without the cards that only the record may know: those that were scanned in secret."""
    secret = {*reply.table.playing.header.game.secrets, "drawn"}
    return [" ".join(line.split()[:2]) if secret & {*line.split()} else line for line in reply.lines]
