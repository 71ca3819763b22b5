"""Who is asked now: the same people for panel, page, phones and voice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from companion.cards import Seat
from companion.match.match import Match
from companion.rules.game import Draw
from companion.rules.statements import Secret, Statement
from companion.table.modes import EndingHere, Playing, ShuttingDown, uncover
from companion.table.state import Table


def seats_asked(table: Table) -> tuple[Seat, ...]:
    """The seats of which one is to act now, or several in any order. Empty: the table asks, or nothing is asked."""
    if not table.in_play or not isinstance(uncover(table.mode), Playing):
        return ()
    match = table.playing
    if not match.expects.words or table.scored:
        return ()
    for seat in chain(_by_table(table), _givers(table)):
        return (seat,)
    if named := _named_by_answers(table):
        return named
    if match.expects.tap is not None and match.expects.tap.seat is None:
        dealer = match.header.game.shown.dealer(match.header.game.with_deal(match.moment))
        return () if dealer is None else (dealer,)
    tap = None if table.offered and not table.optional and not match.expects.implied else table.tap
    if tap is not None and not match.expects.whose and tap.seat in match.header.people:
        return (tap.seat,)
    return match.expects.asked


def confirms(table: Table) -> bool:
    """Whether the table asks if something is meant: an answer beside a card, the end of the game, or of the evening."""
    if isinstance(table.mode, EndingHere | ShuttingDown):
        return True
    plays = table.in_play and isinstance(table.mode, Playing) and not table.scored
    return plays and table.optional and table.chosen is not None


def seat_asked(table: Table) -> Seat | None:
    """The one seat that is to act now. None: several may, or nobody in particular."""
    seats = seats_asked(table)
    return seats[0] if len(seats) == 1 else None


def gift_asked(table: Table) -> Draw | None:
    """The cards that the person who is asked gives to a computer. None: it gets none."""
    header = table.playing.header
    if not header.computers:
        return None
    seat = seat_asked(table)
    gifts = (draw for draw in table.drawing if draw.says.seat == seat != draw.seat and draw.seat in header.computers)
    return next(gifts, None) if seat in header.people else None


def begun_draw(table: Table) -> Draw | None:
    """The cards that a player gives away or draws, of which some lie there. None: none do."""
    begun = table.playing.header.game.deck.set(table.begun.drawn)
    draws = (draw for draw in table.drawing if begun and not begun & ~draw.among)
    return next((draw for draw in draws if draw.says.seat is not None), None)


def own_seat(table: Table) -> Seat:
    """The seat whose hand a page shows: of several people, the one who acts now or acted last."""
    match = table.playing
    people = match.header.people or (0,)
    if not match.header.computers and match.header.game.crate:
        return people[0]
    now = seat_asked(table)
    if now in people:
        return now
    return next((said.seat for said in match.said_in_deal() if said.seat in people), people[0])


def only_person(match: Match) -> Seat | None:
    """The seat of the one person who plays against computers. None: several people play, or none."""
    people = match.header.people
    return people[0] if match.header.computers and len(people) == 1 else None


def just_said(match: Match) -> int:
    """How many statements BACK takes back at a question of the game: a word of a person, or a card turned up.

    A word, if another such word is asked for; with the card the passes that its tap has said. 0: there is nothing.
    """
    said = match.said
    if said is None or said.seat in match.header.computers:
        return 0
    if said.seat is not None:
        return int(not said.cards and said.word in match.expects.words)
    number = 0
    by_tap: tuple[Statement, ...] = (said,)
    for moment in islice(match.story(), 1, None):
        implied, tap = moment.expects.implied, moment.expects.tap
        if implied and tap == said.with_cards() and (*implied, said) == by_tap:
            number = len(by_tap)
        if moment.said is None or moment.said.seat is None:
            break
        by_tap = (moment.said, *by_tap)
    return number


def may_interrupt(table: Table) -> bool:
    """Whether the only person may say something, as a claim, before the computer whose turn it is has chosen."""
    me = only_person(table.playing)
    if me is None or table.computer is None or table.called is not None:
        return False
    return any(said.seat == me for choice in table.offered for leaf in choice.leaves() for said in leaf.says)


def _by_table(table: Table) -> Iterator[Seat]:
    """The seat that the table itself waits for: its hand is scanned, its player tag lies, or its computer acts."""
    if (scanning := table.scanning()) is not None:
        yield scanning[0]
    if table.begun.named is not None:
        yield table.begun.named
    if table.owed is not None and table.owed.seat is not None:
        giver = table.owed.says.seat
        yield giver if giver in table.playing.header.people else table.owed.seat
    if table.called is not None and table.called.seat is not None:
        yield table.called.seat
    if table.computer is not None:
        yield table.computer


def _givers(table: Table) -> Iterator[Seat]:
    """The seats that give cards away now, or must before anybody plays."""
    if (begun := begun_draw(table)) is not None:
        yield begun.says.by
    game, implied = table.playing.header.game, table.playing.expects.implied
    given = [said.by for said in implied if game.secrets.get(said.word) is Secret.GIVEN and said.seat is not None]
    people = [seat for seat in given if seat in table.playing.header.people]
    for seats in (given, people):
        if len(seats) == 1:
            yield seats[0]


def _named_by_answers(table: Table) -> tuple[Seat, ...]:
    """The chosen player, or all in the list of answers and who may play on at once. Empty: it is no list of players."""
    for choice in table.taken:
        if choice.seat is not None:
            return (choice.seat,)
    named = [choice.seat for choice in table.offered if choice.seat is not None and not choice.label]
    said = table.tap if named and not table.playing.expects.implied else None
    if said is not None and said.seat in table.playing.header.people:
        named.append(said.seat)
    return tuple(dict.fromkeys(named))
