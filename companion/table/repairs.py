"""Repairs of slips at the reader: small edits of the stream of taps, played again.

A shared reader cannot see who played; the turn order decides. A slip (two taps in the wrong order, a tap missed, a tap
too many) moves every later card to a wrong seat. A repair undoes the deal to the slip, edits the stream there, and says
the rest again by turn order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, islice, pairwise, takewhile

from companion.cards import Card, Seat, signs
from companion.match.match import Answer, Match
from companion.rules.events import Event, Impossible, Revoked, TrickTaken
from companion.rules.game import Choice, deals
from companion.rules.referee.verdicts import OnTrust
from companion.rules.statements import DEAL, PLAY, Statement, quote, undo_of
from companion.support.messages import join, msg
from companion.support.values import dataclass, replace
from companion.table import notes, words

LATEST = 12
"""The latest corrections reach this many statements back: two tricks and more."""


def corrections(match: Match, dead: Choice | None) -> Choice | None:
    """All corrections of this deal, the latest first; None if no card was or can be played.

    `dead` are the cards that may be named if a tag does not read.

    A repair is tried only when it is chosen: a long deal has many, and trying all is slow on a small computer.
    """
    stream = _stream(match)
    lists = (
        Choice(words.SWAP_TWO, then=tuple(_swaps(match, stream)), asks=words.WHICH_TWO),
        Choice(words.WAS_MISSED, then=tuple(_misses(stream)), asks=words.WHOSE_MISSED),
        Choice(words.TOO_MANY, then=tuple(_too_many(stream)), asks=words.TOO_MANY_CARD),
    )
    possible = tuple(choice for choice in (*lists, dead) if choice and choice.then)
    return Choice(words.CORRECT, then=possible, asks=words.CORRECT_TITLE) if possible else None


def latest(match: Match) -> tuple[Choice, ...]:
    """The likeliest corrections: the last two cards were swapped, or one before the last was missed.

    They are not tried: the menu would reveal scanned hands. A swap between two players is left out where one of them
    has a scanned hand: it had its own card and not the other.
    """
    stream, scanned = _stream(match), _scanned_hands(match)
    likely = [pair for pair in _pairs(stream)[-1:] if not _is_known(scanned, *(stream[place].said for place in pair))]
    swaps = filter(None, (_swap(match, stream, *pair) for pair in likely))
    missed = (replace(choice, label=tap_before(match, choice), seat=None) for choice in islice(_misses(stream), 1))
    return (*swaps, *missed)


def _scanned_hands(match: Match) -> set[Seat | None]:
    """The seats whose cards were scanned in this deal."""
    game = match.header.game
    return {moment.said.seat for moment in match.this_deal() if moment.said and deals(game, moment.said.word)}


def _is_known(scanned: set[Seat | None], one: Statement, other: Statement) -> bool:
    """Whether scanned hands tell which of two players had which of these cards."""
    return one.seat != other.seat and bool({one.seat, other.seat} & scanned)


def tap_before(match: Match, missed: Choice) -> str:
    """Whose card was missed, and before which card it was played; in brief only whose."""
    who = match.header.names[missed.seat or 0]
    return join((who, missed.label), brief=msg(words.TAP_FIRST, name=who))


def swaps_that_clear(match: Match) -> tuple[Choice, ...]:
    """The swaps of an accused play, or of the play that proved it, after which nobody is accused.

    The last statement says who is accused. The likeliest swap comes first: in the accused trick rather than in the last
    one, then the one that leaves the fewest plays on trust.
    """
    likely = sorted(_swaps_that_clear(match), key=lambda swap: swap[:2])
    return tuple({swap.says: swap for _, _, swap in reversed(likely)}.values())[::-1]


def a_swap_clears(match: Match) -> bool:
    """Whether there is a swap after which nobody is accused. Tries no more of them than it takes."""
    return any(_swaps_that_clear(match))


def _swaps_that_clear(match: Match) -> Iterator[tuple[int, int, Choice]]:
    """These swaps with their order and the number of plays on trust that they leave."""
    accused = {play for event in match.events for play in _accused_by(event)}
    if not accused:
        return
    stream = _stream(match)
    played = [{(line.said.seat, card.face) for card in line.said.cards} for line in stream]
    at_fault = [place for place, plays in enumerate(played) if accused & plays]
    orders: dict[tuple[int, int], int] = {}
    for order, place in enumerate((*at_fault, len(stream) - 1)):
        orders |= {pair: order for pair in _pairs(stream) if place in pair and pair not in orders}
    for pair, order in orders.items():
        swap = _swap(match, stream, *pair)
        cleared = swap and _clear(match, swap)
        if cleared:
            yield order, *cleared


def in_turn(match: Match, statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """These statements with every play given to the seat to play; () if one is refused.

    Leaves out the remedy for a revoke that is no longer proven.
    """
    said: list[Statement] = []
    for statement, answer in _said_in_turn(match, statements):
        if not answer.applied:
            return ()
        said.append(statement)
    return tuple(said)


def _said_in_turn(match: Match, statements: Sequence[Statement]) -> Iterator[tuple[Statement, Answer]]:
    """The statements of `in_turn` one by one, also those that are refused, with their answers."""
    for statement in statements:
        tap = match.expects.tap
        due = statement.word == PLAY and tap is not None and tap.word == PLAY
        now = replace(statement, seat=tap.seat) if due and tap is not None else statement
        match, answer = match.say(now)
        if answer.applied or now.word != "remedy":
            yield now, answer


def lately(match: Match) -> tuple[tuple[Choice, ...], tuple[Choice, ...], tuple[Choice, ...]]:
    """The latest swaps and cards too many that fit, and places of a missed card; each the smallest repair first."""
    stream = _stream(match)[-LATEST:]
    return _fitting(match, _swaps(match, stream)), _fitting(match, _too_many(stream)), tuple(_misses(stream))


def with_card(match: Match, choice: Choice, cards: tuple[Card, ...]) -> Choice:
    """A choice that waits for cards, completed with these."""
    vocabulary = match.header.language.words
    place = next(place for place, said in enumerate(choice.says) if vocabulary[said.word].cards and not said.cards)
    said = choice.says[place].with_cards(*cards)
    says = (*choice.says[:place], said, *choice.says[place + 1 :])
    more = place + 1 < len(says)
    label = msg(words.PUT_BEFORE, cards=signs(cards), card=signs(says[place + 1].cards)) if more else choice.label
    return replace(choice, label=label, says=says, wants_card=False)


def played_in_deal(match: Match) -> tuple[Match, ...]:
    """The moments of this deal after each of its statements, oldest first, from its first play on."""
    moments = tuple(match.this_deal())[::-1]
    if any(len(moment.header.names) != len(match.header.names) for moment in moments):
        return ()  # players have joined or left since
    return tuple(dropwhile(lambda moment: moment.statement.word != PLAY, moments))


@dataclass(frozen=True, slots=True)
class _Line:
    """A statement of the deal, and its label in the lists of corrections; in a closed `trick` that names no cards."""

    said: Statement
    called: str
    trick: int


def _stream(match: Match) -> tuple[_Line, ...]:
    """The plays of this deal, labelled by their cards; in closed tricks by player and trick."""
    moments = played_in_deal(match)
    closed = match.header.game.tricks_closed and "deal" not in match.expects.words
    to_take = sum(map(_takes, moments)) if closed else 0
    taken, lines = 0, []
    for moment in moments:
        said = moment.statement
        trick = taken + 1 if taken < to_take and said.seat is not None else 0
        called = signs(said.cards)
        if trick:
            called = msg("{who} in trick {trick}", who=match.header.names[said.by], trick=trick)
        lines.append(_Line(said, called, trick))
        taken += _takes(moment)
    return tuple(lines)


def _takes(moment: Match) -> bool:
    return any(isinstance(event, TrickTaken) for event in moment.events)


def _swaps(match: Match, stream: Sequence[_Line]) -> Iterator[Choice]:
    """The swaps of two plays that followed each other, the latest first."""
    found = (_swap(match, stream, *pair) for pair in reversed(_pairs(stream)))
    return (swap for swap in found if swap)


def _pairs(stream: Sequence[_Line]) -> tuple[tuple[int, int], ...]:
    """The indices of every two plays that followed each other."""
    return tuple(pairwise(place for place, line in enumerate(stream) if line.said.word == PLAY))


def _swap(match: Match, stream: Sequence[_Line], first: int, second: int) -> Choice | None:
    """The swap of the cards of these two plays; None if that changes nothing."""
    one, other = stream[first].said, stream[second].said
    if [card.face for card in one.cards] == [card.face for card in other.cards]:
        return None
    again = _again(stream[first:])
    again[0], again[second - first] = one.with_cards(*other.cards), other.with_cards(*one.cards)
    names = match.header.names
    note = f"; swapped {quote(names[one.by])} {quote(names[other.by])}"
    label = msg(words.CAME_BEFORE, cards=stream[second].called, card=stream[first].called)
    if earlier := stream[first].trick:
        whole = {"one": stream[first].called, "other": stream[second].called}
        places = {"one": names[one.by], "n": earlier, "other": names[other.by], "m": stream[second].trick}
        label = msg(words.SWAPPED, **whole, **({"brief": msg(words.SWAPPED_IN, **places)} if places["m"] else {}))
    return Choice(label, (undo_of(len(stream) - first), *again), None if earlier else one.seat, note=note)


def _misses(stream: Sequence[_Line]) -> Iterator[Choice]:
    """A missed card before each play: it is tapped now, and the cards after it move on by a seat."""
    for place, line in reversed(tuple(enumerate(stream))):
        said = line.said
        if said.word == PLAY:
            says = (undo_of(len(stream) - place), said.with_cards(), *_again(stream[place:]))
            before = msg(words.LAID_BEFORE, card=line.called)
            label = msg(words.LAID_IN, n=line.trick) if line.trick else before
            yield Choice(label, says, said.seat, wants_card=True, note=notes.MISSED)


def _too_many(stream: Sequence[_Line]) -> Iterator[Choice]:
    """Each play as a card too many: it is left out, and the cards after it move back by a seat."""
    for place, line in reversed(tuple(enumerate(stream))):
        if line.said.word == PLAY:
            says = (undo_of(len(stream) - place), *_again(stream[place + 1 :]))
            seat = None if line.trick else line.said.seat
            yield Choice(line.called, says, seat, note=notes.Dropped().line)


def _again(stream: Sequence[_Line]) -> list[Statement]:
    return [line.said for line in stream]


def _fitting(match: Match, repairs: Iterable[Choice]) -> tuple[Choice, ...]:
    """The repairs that fit, said by turn order."""
    in_order = ((repair, in_turn(match, repair.says)) for repair in repairs)
    return tuple(replace(repair, says=says) for repair, says in in_order if says)


def _accused_by(event: Event) -> set[tuple[Seat | None, Card]]:
    """The plays that an event accuses, by player and card."""
    match event:
        case Revoked(player=player, card=card):
            return {(player, card)}
        case Impossible(suspects=suspects):
            return {(suspect.player, suspect.card) for suspect in suspects}
        case _:
            return set()


def _clear(match: Match, repair: Choice) -> tuple[int, Choice] | None:
    """The plays on trust after a repair, and the repair by turn order; None: it does not fit, or accuses anybody."""
    trusted = 0
    says: list[Statement] = []
    for statement, answer in _said_in_turn(match, repair.says):
        if not answer.applied or any(map(_accused_by, answer.events)):
            return None
        says.append(statement)
        trusted += isinstance(answer.verdict, OnTrust)
    return trusted, replace(repair, says=tuple(says))


# ---------------------------------------------------------------- slips seen late, while hands are scanned
# A hand is scanned again, or the last deal is corrected: nothing else that was scanned is lost, it is said again.


def late_repairs(match: Match) -> tuple[Choice, ...]:
    """What the menu offers while cards are dealt, or right after: a hand again, the last one first; the last deal."""
    game = match.header.game
    said = tuple(match.said_in_deal())
    scanned = tuple(takewhile(lambda statement: deals(game, statement.word), said))
    hands = tuple(_hand_again(scanned, seat) for seat in dict.fromkeys(statement.seat for statement in scanned))
    others = (Choice(words.ANOTHER_HAND, then=hands[1:], asks=words.WHOSE_HAND),) if hands[1:] else ()
    last = _last_deal(match, scanned) if len(scanned) == len(said) else ()
    return (*(replace(hand, label=_label_of_hand(match, hand), seat=None) for hand in hands[:1]), *others, *last)


def _label_of_hand(match: Match, hand: Choice) -> str:
    return words.THE_NEST_AGAIN if hand.seat is None else msg(words.HAND_AGAIN, name=match.header.names[hand.seat])


def _hand_again(scanned: Sequence[Statement], seat: int | None) -> Choice:
    """Take back the cards of this hand (None: the nest), and say the others of `scanned` again, the latest first."""
    first = max(place for place, statement in enumerate(scanned) if statement.seat == seat)
    others = (statement for statement in reversed(scanned[: first + 1]) if statement.seat != seat)
    label = words.THE_NEST_AGAIN if seat is None else ""
    return Choice(label, (undo_of(first + 1), *others), seat)


def _last_deal(match: Match, scanned: Sequence[Statement]) -> tuple[Choice, ...]:
    """The corrections of the deal before this one, after which these cards are said again; or all of them go back."""
    before = match.earlier
    if before is None or before.earlier is None:
        return ()
    again = (Statement(DEAL.name), *reversed(scanned))
    back = Choice(words.BACK_TO_LAST_DEAL, (undo_of(len(again)),))
    lists = corrections(before, None)
    return (back,) if lists is None else (replace(_then(lists, again), label=words.CORRECT_LAST_DEAL), back)


def _then(choice: Choice, again: tuple[Statement, ...]) -> Choice:
    """This repair of the deal before, from this deal and back to it."""
    if choice.then:
        return replace(choice, then=tuple(_then(further, again) for further in choice.then))
    undo, *others = choice.says
    return replace(choice, says=(undo_of(int(undo.value) + len(again)), *others, *again))
