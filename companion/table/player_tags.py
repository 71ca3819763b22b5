"""Player tags: a name tag tapped before a card says whose card it is; the turn order must agree.

If it does not, an earlier tap was missed or wrong. The table asks which repair explains it, the smallest first; the
card waits for the answer.
"""

from __future__ import annotations

from companion.cards import Card, Seat, signs
from companion.inputs.inputs import Button
from companion.inputs.questions import Question
from companion.rules.referee.verdicts import CARD_USED, NOT_IN_DECK, NOT_IN_HAND, NOT_YOUR_TURN, Illegal
from companion.support.messages import msg
from companion.support.names import place_of
from companion.support.values import replace
from companion.table import drawn_cards, repairs, words
from companion.table.apply_statements import add_part, beneath, browse, not_now, refuse
from companion.table.modes import Menu, OutOfTurn, Playing, WhichPlayer, WhoseCard, answer_first, waiting_cards
from companion.table.out_of_turn import Way, ways
from companion.table.repair_menu import repair
from companion.table.reply import Outcome, Reply
from companion.table.several_cards import add_to_play, close_set, combine, lay, lay_waiting, pass_to_next, play_by
from companion.table.state import Table

WRONG_FOR_EVERYBODY = frozenset({CARD_USED.name, NOT_IN_DECK.name})
"""Rules that a card breaks for every seat."""


def named_as(table: Table, seat: Seat | None) -> Table:
    """The table with this seat as owner of the next cards (None: by turn order)."""
    return replace(table, begun=replace(table.begun, named=seat))


def name_seat(table: Table, name: str) -> Reply:
    """A name tag during play: the answer that is this person, or the owner of the next card."""
    seat = place_of(name, table.playing.header.names)
    if seat is None:
        return not_now(table, name, words.NOT_SEATED)
    if isinstance(table.mode, WhoseCard):
        return _again(table, table.mode, seat)
    if isinstance(table.mode, WhichPlayer):
        return play_by(table, table.mode, seat)
    asked = isinstance(table.mode, Menu | OutOfTurn) or answer_first(table.mode) or waiting_cards(table.mode)
    places = (place for place, choice in enumerate(table.offered) if choice.seat == seat and not choice.label)
    if not asked and (place := next(places, None)) is not None:
        return _among_people(table, place)
    tap = table.playing.expects.tap
    if asked or table.scanning() or tap is None or tap.seat is None or _lies_half(table, seat):
        return not_now(table, name, words.NO_PERSON_NOW)
    return Reply(replace(named_as(table, seat), mode=table.choosing, overlay=None), Outcome.PART)


def laid_by_name(table: Table, seat: Seat, cards: tuple[Card, ...]) -> Reply:
    """Cards after a player tag; if the turn order contradicts them, the table asks why."""
    if (reply := drawn_cards.draw(table, cards, by=seat)) is not None:
        return reply
    if drawn_cards.are_drawn(table, cards):
        return refuse(named_as(table, None), "", NOT_IN_HAND, seat)
    if table.playing.expects.whose:
        reply = lay(table, cards)
        return refuse(table, "", NOT_IN_HAND, seat) if reply.is_rejected and drawn_cards.gives(table, seat) else reply
    unnamed = named_as(table, None)
    if table.open_set:
        if seat in table.playing.expects.seats:
            return add_to_play(unnamed, cards)
        due = seat in close_set(table).table.playing.expects.seats
        return pass_to_next(unnamed, cards) if due else refuse(unnamed, signs(cards), NOT_YOUR_TURN, seat)
    tap = table.playing.expects.tap
    if seat not in table.playing.expects.seats and (tap is None or tap.seat != seat):
        return _out_of_turn(table, seat, cards)
    reply = lay(table, cards)
    return replace(reply, table=named_as(reply.table, None)) if reply.table.open_set else reply


def laid_at_reader(table: Table, whose: str, cards: tuple[Card, ...]) -> Reply | None:
    """Cards at the reader of one seat, as after its player tag; None: the reader is shared, or a card needs no seat."""
    if not whose:
        return None
    seat, tap = _seat_at(whose, table.playing.header.names), table.playing.expects.tap
    if seat is None or tap is None or tap.seat is None:
        return None
    if _lies_half(table, seat):
        return refuse(table, signs(cards), NOT_YOUR_TURN, seat)
    reply = laid_by_name(named_as(table, seat), seat, cards)
    return replace(reply, table=named_as(reply.table, table.begun.named)) if reply.is_rejected else reply


def is_due(table: Table, whose: str) -> bool:
    """Whether the next card may come at this reader: it is shared, or that of the seat whose card is due."""
    tap = table.playing.expects.tap if whose and table.match is not None else None
    return tap is None or tap.seat is None or _seat_at(whose, table.playing.header.names) == tap.seat


def _seat_at(whose: str, names: tuple[str, ...]) -> Seat | None:
    """The seat by name, or by number from 1."""
    by_number = whose.isdecimal() and 1 <= int(whose) <= len(names)
    place = place_of(whose, names)
    return int(whose) - 1 if place is None and by_number else place


def out_of_turn_pressed(table: Table, asked: OutOfTurn, button: Button) -> Reply:
    """A press at the question what was missed: BACK refuses the waiting card as out of turn."""
    match button:
        case Button.UP | Button.DOWN:
            return browse(table, asked, button)
        case Button.BACK:
            fresh = beneath(replace(table, begun=replace(table.begun, gathered=())))
            return refuse(fresh, signs(asked.cards), NOT_YOUR_TURN, asked.seat)
        case Button.OK:
            return _way_taken(table, asked)


def _way_taken(table: Table, asked: OutOfTurn) -> Reply:
    """Apply the repair at the cursor, then the waiting card; a repair that needs a card waits for its tap."""
    way = asked.ways[asked.question.cursor]
    if not way.repair.wants_card:
        return _then_waiting(repair(table, way.repair), asked, way)
    if not table.open_set:
        return refuse(table, "", words.WAITS_FOR_CARD)
    return _before_waiting(table, asked, close_set(replace(table, mode=Playing())))


def out_of_turn_tapped(table: Table, asked: OutOfTurn, cards: tuple[Card, ...]) -> Reply:
    """The missed card, if the answer at the cursor waits for one."""
    way = asked.ways[asked.question.cursor]
    if not way.repair.wants_card:
        return not_now(table, signs(cards), words.NO_CARD_NOW)
    if set(cards) & set(asked.cards):
        return refuse(table, signs(cards), words.LAID_TWICE)
    if way.repair.says:
        repaired = repair(table, repairs.with_card(table.playing, way.repair, cards))
        return _keep_question(table, _then_waiting(repaired, asked, way))
    return _before_waiting(table, asked, lay(replace(table, mode=Playing()), cards))


def _again(table: Table, asked: WhoseCard, seat: Seat) -> Reply:
    """A player tag as the answer to the question whose card it is."""
    names = table.playing.header.names
    if seat in table.playing.expects.seats:
        return add_to_play(table, asked.cards)
    if seat in close_set(table).table.playing.expects.seats:
        return pass_to_next(table, asked.cards)
    return not_now(table, names[seat], words.NO_PERSON_NOW)


def _among_people(table: Table, place: int) -> Reply:
    """A person among the answers: opens further answers, or moves the cursor there."""
    opens = Playing(path=(*table.path, place)) if table.offered[place].then else Playing(place, table.path)
    return Reply(replace(table, mode=opens, overlay=None), Outcome.PART)


def _lies_half(table: Table, seat: Seat) -> bool:
    """Whether an incomplete play or gift of somebody else needs more cards."""
    if table.begun.drawn and table.begun.named not in {None, seat}:
        return True
    tap = table.tap
    whose = tap.seat if table.begun.named is None and tap is not None else table.begun.named
    return bool(table.begun.gathered) and not table.open_set and seat != whose


def _out_of_turn(table: Table, seat: Seat, cards: tuple[Card, ...]) -> Reply:
    """A play that contradicts the turn order; the question comes when all its cards were tapped."""
    every = (*table.begun.gathered, *cards)
    if len(set(every)) < len(every):
        return refuse(table, signs(cards), words.LAID_TWICE)
    tap = table.playing.expects.tap
    verdict = tap and table.playing.judge(tap.with_cards(*every))
    if isinstance(verdict, Illegal) and verdict.rule.name in WRONG_FOR_EVERYBODY:
        return refuse(table, signs(cards), verdict.rule, seat)
    if len(every) < table.playing.expects.least_cards:
        return add_part(table, cards)
    found = ways(table.playing, seat, every)
    fresh = replace(table, begun=replace(table.begun, named=None, gathered=()))
    if not found:
        return refuse(fresh, signs(every), NOT_YOUR_TURN, seat)
    who = table.playing.header.names[seat]
    brief = msg("{who} {cards} now?", who=who, cards=signs(every))
    title = msg("{who} {cards}: out of turn?", who=who, cards=signs(every), brief=brief)
    below = tuple(words.MISSED if way.repair.wants_card else "" for way in found)
    question = Question(title, tuple(way.label for way in found), below=below)
    return Reply(replace(fresh, mode=OutOfTurn(question, found, every, seat), overlay=None), Outcome.PART)


def _then_waiting(reply: Reply, asked: OutOfTurn, way: Way) -> Reply:
    """The waiting card after a repair, unless it is a part of it; the overlay about the repair stays."""
    if reply.is_rejected or way.whose is None:
        return reply
    named = replace(named_as(reply.table, way.whose), mode=Playing())
    both = lay_waiting(replace(reply, table=named), asked.cards)
    if both.is_rejected or not isinstance(both.table.mode, Playing) or both.table.overlay is not None:
        return both
    return replace(both, table=replace(both.table, overlay=reply.table.overlay))


def _before_waiting(table: Table, asked: OutOfTurn, first: Reply) -> Reply:
    """The missed play, card by card; when it is complete, the waiting card follows."""
    if first.is_rejected or first.table.begun.gathered:
        return replace(first, table=replace(first.table, mode=asked))
    if not isinstance(first.table.mode, Playing) or first.table.playing.expects.tap is None:
        return first
    then = laid_by_name(named_as(first.table, asked.seat), asked.seat, asked.cards)
    return _keep_question(table, combine(table, first, then))


def _keep_question(table: Table, reply: Reply) -> Reply:
    """A refusal changes nothing and keeps the question."""
    return Reply(replace(table, overlay=reply.table.overlay), reply.outcome) if reply.is_rejected else reply
