"""A table without a machine: from the lines of a record, by taps and presses."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.inputs.inputs import Button, Held, Holding, Input, Pressed, Tapped
from companion.inputs.questions import Question
from companion.table.handling import handle
from companion.table.reply import Reply
from companion.table.state import Refused, Table
from companion.tags.tag_decks import CardCopy, CommandCard, Person
from tests.evening import resumed

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Zoë")
GESTURES: dict[str, Input] = {
    **{button.value: Pressed(button) for button in Button},
    **{name: Tapped((Person(name),)) for name in PEOPLE},
    "HOLD": Held(),
    "HOLD-OK": Held(Button.OK),
    "HOLDING-OK": Holding(4, Button.OK),
    "UNDO-CARD": Tapped((CommandCard.UNDO,)),
}


def luck(below: int) -> int:
    return below - 1


def tap(*cards: str) -> Tapped:
    """These cards at once: "QS", "7/1"."""
    parts = (card.partition("/") for card in cards)
    return Tapped(tuple(CardCopy(face, int(copy or 0)) for face, _, copy in parts))


def done(at: Table | Reply, *gestures: str) -> Reply:
    """The reply to the last gesture; a word that is no gesture is a card, with "+" between cards at once."""
    reply = at if isinstance(at, Reply) else Reply(at)
    for gesture in " ".join(gestures).split():
        reply = handle(reply.table, GESTURES.get(gesture) or tap(*gesture.split("+")), luck)
    return reply


def person(at: Table | Reply, *names: str) -> Reply:
    """The reply to the tags of these people, tapped one after the other."""
    reply = at if isinstance(at, Reply) else Reply(at)
    for name in names:
        reply = handle(reply.table, Tapped((Person(name),)), luck)
    return reply


def entries(at: Table | Reply) -> tuple[str, ...]:
    """The entries of the menu."""
    return question(done(at, "HOLD")).choices


def chosen(at: Table | Reply, entry: str) -> Reply:
    """The reply to this entry of the menu."""
    return done(at, "HOLD", *("DOWN",) * entries(at).index(entry), "OK")


def ends(at: Table | Reply) -> Reply:
    """The reply to ending here, which asks first."""
    return done(chosen(at, "end here"), "OK")


def table_of(record: str) -> Table:
    """The table that these lines lead to, "|" or a line break between them."""
    table = resumed(re.split(r"[|\n]", record.strip()))
    return replace(table, resumed=None)


def question(at: Table | Reply) -> Question:
    """The open question."""
    table = at.table if isinstance(at, Reply) else at
    assert table.question is not None
    return table.question


def refusal(at: Table | Reply) -> Refused:
    """Why the last tap was refused."""
    table = at.table if isinstance(at, Reply) else at
    assert isinstance(table.overlay, Refused)
    return table.overlay
