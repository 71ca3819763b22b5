"""The lines of a Bird Dog record in the naive reader: the meaning of each, or that it is unreadable."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.companion.games.birddog.naive_deal import DECK, OPTIONS

TABLE_WORDS = "deal up undo remedy end hand dealt".split()
SEAT_WORDS = "declare pass nil".split()


class UnreadableError(Exception):
    """This line is an `error`."""


class ForbiddenError(Exception):
    """This line is `illegal`; its text is the name of the rule."""


@dataclass
class Said:
    """One statement, split into what it is and what it names."""

    kind: str
    player: str = ""
    cards: list[str] = field(default_factory=list)
    number: int = 1
    value: str = ""


def words_of(line: str) -> list[str]:
    line = re.split("[#;]", line)[0]
    if line.count('"') % 2:
        raise UnreadableError
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|([^\s"]+)', line)]


def card_of(word: str) -> str:
    card = word.upper()
    if card[0] == "T":
        card = "10" + card[1:]
    if card not in DECK:
        raise UnreadableError
    return card


def only(right: object) -> None:
    if not right:
        raise UnreadableError


def forbid(rule: str, applies: object) -> None:
    if applies:
        raise ForbiddenError(rule)


def read_table_word(kind: str, rest: list[str], names: list[str]) -> Said:
    if kind in {"deal", "end"}:
        only(not rest)
        return Said(kind)
    if kind == "undo":
        only(not rest or (len(rest) == 1 and rest[0].isdigit()))
        return Said(kind, number=int(rest[0]) if rest else 1)
    if kind == "remedy":
        only(len(rest) == 1 and rest[0].lower() in OPTIONS["renege"])
        return Said(kind, value=rest[0].lower())
    if kind == "up":
        return Said(kind, cards=[card_of(word) for word in rest])
    only(rest and rest[0] in names)
    return Said(kind, player=rest[0], cards=[card_of(word) for word in rest[1:]])


def read(words: list[str], names: list[str]) -> Said:
    first, rest = words[0], words[1:]
    if first.lower() in TABLE_WORDS:
        return read_table_word(first.lower(), rest, names)
    only(first in names and rest)
    if rest[0].lower() in SEAT_WORDS:
        only(len(rest) == 1)
        return Said(rest[0].lower(), player=first)
    return Said("play", player=first, cards=[card_of(word) for word in rest])
