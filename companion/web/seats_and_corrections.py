"""Who sits where from here on, and a score corrected by hand: the lists of the box's menu, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from companion.http.views.answers import SeatChoice, SeatsTold
from companion.inputs.inputs import MenuStatement
from companion.match.match import Match
from companion.rules.corrections import statement_of
from companion.rules.game import Choice
from companion.rules.referee.verdicts import Illegal
from companion.rules.statements import JOIN, REASONS, SEAT, Statement, quote, split_words
from companion.support.messages import msg, tr
from companion.support.names import place_of
from companion.support.text import listing
from companion.table.score_correction import may_correct
from companion.table.seats import offers, samples
from companion.table.state import Table
from companion.web.asked import number_of
from companion.web.autoplay import ANOTHER_QUESTION
from companion.web.hands import TURN, Hands, Movement, RefusedOrderError
from companion.web.orders import ChangeSeats, CorrectScore, WrongOrderError

NO_GUEST = msg("Only a guest can be called otherwise.")
NO_CORRECTION = msg("A score can be corrected once a deal has begun, when no card lies half played.")


def seats_at(table: Table) -> SeatsTold:
    """What may change now at the match in play. Raises WrongOrderError where there is none."""
    if not table.in_play:
        raise WrongOrderError("no game is in play")
    match, corrects = table.playing, may_correct(table)
    sides, names = match.sides if corrects else (), match.header.names
    return {
        "number": number_of(table),
        "seats": _choice_json(table, _seats(table)),
        "why_not": list(dict.fromkeys(_why_not(match))),
        "sides": [
            {
                "seat": side[0],
                "label": tr("{who}: {points}", who=listing(names[seat] for seat in side), points=match.scores[side[0]]),
            }
            for side in sides
        ],
        "reasons": [(reason, tr(reason)) for reason in REASONS],
        "why_uncorrected": "" if corrects else tr(NO_CORRECTION),
    }


def change(hands: Hands, order: ChangeSeats | CorrectScore) -> Movement:
    """The box hears a statement of its menu, and answers it. Raises RefusedOrderError."""
    hands.box.loop.receive(MenuStatement(_statement(hands.table, order)))
    yield TURN


def _statement(table: Table, order: ChangeSeats | CorrectScore) -> Statement:
    """What the box is told. Raises RefusedOrderError where the list has no such answer."""
    if isinstance(order, CorrectScore):
        if order.seat >= len(table.playing.header.names):
            raise RefusedOrderError(ANOTHER_QUESTION)
        return statement_of(order.seat, order.change, order.reason)
    choice = _seats(table)
    for place in order.path:
        if place >= len(choice.then):
            raise RefusedOrderError(ANOTHER_QUESTION)
        choice = choice.then[place]
    if len(choice.says) != 1:
        raise RefusedOrderError(ANOTHER_QUESTION)
    return choice.says[0] if order.name is None else _with_name(table, choice.says[0], order.name)


def _seats(table: Table) -> Choice:
    """The list of seats; without answers while the box offers none."""
    return offers(table) if table.playing.expects.words else Choice("")


def _with_name(table: Table, said: Statement, name: str) -> Statement:
    """The statement about a guest who is called so."""
    if not _is_guest(table, said):
        raise RefusedOrderError(NO_GUEST)
    _, *rest = split_words(said.value)
    return Statement(said.word, said.seat, value=" ".join((quote(name), *rest)))


def _is_guest(table: Table, said: Statement) -> bool:
    """Whether somebody comes whom the house does not know."""
    comes = said.word in {SEAT.name, JOIN.name} and "computer=" not in said.value
    return comes and split_words(said.value)[0] not in table.house.regulars


def _free_name(names: tuple[str, ...]) -> str:
    """What the page calls guests: the first one that nobody is called."""
    guests = (tr("Guest {n}", n=number) for number in count(1))
    return next(name for name in guests if place_of(name, names) is None)


def _choice_json(table: Table, choice: Choice) -> SeatChoice:
    label = tr(choice.label) if choice.seat is None else table.playing.header.names[choice.seat]
    says = [said for leaf in choice.leaves() for said in leaf.says]
    guest = len({said.seat for said in says}) == 1 and all(_is_guest(table, said) for said in says)
    return {
        "label": label,
        "named": _free_name(table.playing.header.names) if guest else "",
        "asks": tr(choice.asks),
        "then": [_choice_json(table, further) for further in choice.then],
    }


def _why_not(match: Match) -> Iterator[str]:
    """Why the rules do not allow something now."""
    for said in samples(match):
        verdict = match.say(said)[1].verdict
        if isinstance(verdict, Illegal):
            yield tr(verdict.rule.sentence)
