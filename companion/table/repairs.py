"""Mending what the reader took for another player's card: small edits of the stream of taps, played again.

One reader cannot see who played; turn order says so. A slip at the reader (two taps in the wrong order, one missed,
one too many) therefore moves every later card to a wrong seat, and its repair moves them back: the deal is undone to
the slip, the stream edited there, and the rest said again by turn order.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from companion.cards import signs
from companion.events import Impossible, Revoked, TrickTaken
from companion.games.game import Choice
from companion.referee.verdicts import OnTrust
from companion.statements import PLAY, Statement, quoted
from companion.table.unread import dead_tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.cards import Card
    from companion.events import Event
    from companion.match import Match
    from companion.seats import Seat

CORRECT = "correct"
"""The entry of the menu."""

LATEST = 12
"""So many statements back the latest corrections reach: two tricks and more."""


def corrections(match: Match) -> Choice | None:
    """What may have gone wrong at the reader in this deal, latest first; None where no card was or can be played.

    Whether a repair fits is found out when it is chosen: a long deal has many, and a small computer plays them slowly.
    """
    stream, dead = played_in_deal(match), dead_tag(match)
    lists = (
        Choice("swap two cards", then=tuple(_swaps(match, stream)), asks="Which two?"),
        Choice("a card was missed", then=tuple(_missed(match, stream)), asks="Tap it now"),
        Choice("a card too many", then=tuple(_too_many(match, stream)), asks="Which one?"),
    )
    possible = tuple(choice for choice in (*lists, dead) if choice and choice.then)
    return Choice(CORRECT, then=possible, asks="Correct") if possible else None


def latest(match: Match) -> tuple[Choice, ...]:
    """What most likely went wrong just now: the last two cards were swapped, or one before the last was missed.

    Whether they fit is not asked: where hands are scanned, the menu would tell what they hold.
    """
    stream = played_in_deal(match)
    swaps = (_swapped(match, stream, *pair) for pair in _pairs(stream)[-1:])
    missed = (replace(one, label=tap_before(match, one), seat=None) for one in islice(_missed(match, stream), 1))
    return (*(swap for swap in swaps if swap), *missed)


def tap_before(match: Match, missed: Choice) -> str:
    """Whose card was missed, and before which, as it is asked for."""
    assert missed.seat is not None
    return f"tap {match.header.names[missed.seat]}'s {missed.label}"


def swaps_that_clear(match: Match) -> tuple[Choice, ...]:
    """The swaps of an accused play, or of the play that proved it, after which nobody is accused any more.

    Accused are the players whom the last statement proved or suspects. The likeliest comes first: in the accused
    trick rather than in the last one, and the one that leaves the fewest plays on trust.
    """
    accused = {play for event in match.events for play in _accused_by(event)}
    if not accused:
        return ()
    stream = played_in_deal(match)
    at_fault = [place for place, moment in enumerate(stream) if accused & _plays(_said(moment))]
    likely: list[tuple[int, int, Choice]] = []
    for order, place in enumerate((*at_fault, len(stream) - 1)):
        for pair in _pairs(stream):
            swap = _fitting(match, _swapped(match, stream, *pair)) if place in pair else None
            trusted = _on_trust(match, swap.says) if swap else None
            if swap and trusted is not None:
                likely.append((order, trusted, swap))
    likely.sort(key=lambda one: one[:2])
    return tuple({swap.says: swap for _, _, swap in reversed(likely)}.values())[::-1]


def in_turn(match: Match, statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The same statements with every play given to the seat whose turn it is by then; () where one does not fit.

    The answer to a revoke that is no longer proven is left out.
    """
    said: list[Statement] = []
    for statement in statements:
        tap = match.expects.tap
        due = statement.word == PLAY and tap is not None and tap.word == PLAY
        now = replace(statement, seat=tap.seat) if due and tap is not None else statement
        match, answer = match.say(now)
        if answer.applied:
            said.append(now)
        elif now.word != "remedy":
            return ()
    return tuple(said)


def swapped_lately(match: Match) -> Iterator[Choice]:
    """The latest swaps that fit, the smallest first."""
    return _all_fitting(match, _swaps(match, played_in_deal(match)[-LATEST:]))


def missed_lately(match: Match) -> Iterator[Choice]:
    """The latest places of a missed card, the smallest repair first."""
    return _missed(match, played_in_deal(match)[-LATEST:])


def too_many_lately(match: Match) -> Iterator[Choice]:
    """The latest cards too many whose leaving out fits, the smallest repair first."""
    return _all_fitting(match, _too_many(match, played_in_deal(match)[-LATEST:]))


def with_card(match: Match, choice: Choice, cards: tuple[Card, ...]) -> Choice:
    """A choice that waits for cards, said with these."""
    words = match.header.language.words
    place = next(place for place, said in enumerate(choice.says) if words[said.word].cards and not said.cards)
    said = choice.says[place].with_cards(*cards)
    says = (*choice.says[:place], said, *choice.says[place + 1 :])
    label = f"{signs(cards)} before {signs(says[place + 1].cards)}" if place + 1 < len(says) else choice.label
    return replace(choice, label=label, says=says, wants_card=False)


def played_in_deal(match: Match) -> tuple[Match, ...]:
    """The moments of this deal after each of its statements, oldest first, from its first play on."""
    moments: list[Match] = []
    for moment in match.story():
        if moment.said is None or moment.said.word == "deal":
            break
        moments.append(moment)
    first = next((place for place, moment in enumerate(reversed(moments)) if _said(moment).word == PLAY), len(moments))
    return tuple(reversed(moments))[first:]


def _swaps(match: Match, stream: Sequence[Match]) -> Iterator[Choice]:
    """Two plays that were tapped in the wrong order; the latest first."""
    found = (_swapped(match, stream, *pair) for pair in reversed(_pairs(stream)))
    return (swap for swap in found if swap)


def _pairs(stream: Sequence[Match]) -> tuple[tuple[int, int], ...]:
    """The places of every two plays that followed each other."""
    return tuple(pairwise(place for place, moment in enumerate(stream) if _said(moment).word == PLAY))


def _swapped(match: Match, stream: Sequence[Match], first: int, second: int) -> Choice | None:
    """The cards of these two plays in the other order; None where that changes nothing."""
    one, other = _said(stream[first]), _said(stream[second])
    if [card.face for card in one.cards] == [card.face for card in other.cards]:
        return None
    again = [_said(moment) for moment in stream[first:]]
    again[0], again[second - first] = one.with_cards(*other.cards), other.with_cards(*one.cards)
    assert one.seat is not None
    assert other.seat is not None
    names = match.header.names
    note = f"; swapped {quoted(names[one.seat])} {quoted(names[other.seat])}"
    says = (_undo(stream[first:]), *again)
    label = f"{_called(match, stream, first)} ↔ {_called(match, stream, second)}"
    return Choice(label, says, one.seat, note=note)


def _missed(match: Match, stream: Sequence[Match]) -> Iterator[Choice]:
    """A card that nobody tapped, before each play; the card is tapped now, and those after it pass on by a seat."""
    for place, moment in reversed(tuple(enumerate(stream))):
        said = _said(moment)
        if said.word == PLAY:
            again = tuple(_said(later) for later in stream[place:])
            says = (_undo(stream[place:]), said.with_cards(), *again)
            yield Choice(f"before {_called(match, stream, place)}", says, said.seat, wants_card=True, note="; missed")


def _too_many(match: Match, stream: Sequence[Match]) -> Iterator[Choice]:
    """A card that was not played, only passed over the reader; those after it come back by a seat."""
    for place, moment in reversed(tuple(enumerate(stream))):
        said = _said(moment)
        if said.word == PLAY:
            says = (_undo(stream[place:]), *(_said(later) for later in stream[place + 1 :]))
            yield Choice(_called(match, stream, place), says, said.seat, note="; dropped")


def _called(match: Match, stream: Sequence[Match], place: int) -> str:
    """A play by its cards; where taken tricks are closed, one in them by its player and trick."""
    said, game = _said(stream[place]), match.header.game
    closed = game.tricks_closed and "deal" not in match.expects.words and any(map(_takes, stream[place:]))
    if not closed or said.seat is None:
        return signs(said.cards)
    return f"{match.header.names[said.seat]} t{1 + sum(map(_takes, stream[:place]))}"


def _takes(moment: Match) -> bool:
    return any(isinstance(event, TrickTaken) for event in moment.events)


def _fitting(match: Match, repair: Choice | None) -> Choice | None:
    """A repair said by turn order; None where it does not fit."""
    says = in_turn(match, repair.says) if repair else ()
    return replace(repair, says=says) if repair and says else None


def _all_fitting(match: Match, repairs: Iterable[Choice]) -> Iterator[Choice]:
    return (fitting for repair in repairs if (fitting := _fitting(match, repair)))


def _undo(undone: Sequence[Match]) -> Statement:
    return Statement("undo", value=str(len(undone)))


def _accused_by(event: Event) -> set[tuple[Seat | None, Card]]:
    """The plays that an event proves wrong or suspects, by player and card."""
    match event:
        case Revoked(player=player, card=card):
            return {(player, card)}
        case Impossible(suspects=suspects):
            return {(suspect.player, suspect.card) for suspect in suspects}
        case _:
            return set()


def _plays(said: Statement) -> set[tuple[Seat | None, Card]]:
    return {(said.seat, card.face) for card in said.cards}


def _on_trust(match: Match, says: Sequence[Statement]) -> int | None:
    """How many plays stand on trust once all this is said; None where anybody is accused by then."""
    trusted = 0
    for statement in says:
        match, answer = match.say(statement)
        if any(_accused_by(event) for event in answer.events):
            return None
        trusted += isinstance(answer.verdict, OnTrust)
    return trusted


def _said(moment: Match) -> Statement:
    assert moment.said is not None, "a moment before the first statement"
    return moment.said
