"""Toriatama read a second time from its rules, in the plainest way: a dictionary says where each drink is.

Nothing here is imported from the companion. The whole table is copied for each statement; `undo` throws copies away.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

COLOURS = ["red", "green", "blue", "yellow", "white", "black"]
SHAPES = ["can", "tall", "small", "bottle", "high", "tallest"]
DRINKS = [f"{colour}-{shape}" for colour in COLOURS for shape in SHAPES]
CENTRE = "centre"

Answer = tuple[str, str | None, list[dict[str, Any]]]
"""Verdict, rule, events: as `companion check --json` names them."""


class WrongError(Exception):
    """A rule is broken."""


class UnclearError(Exception):
    """The line is an error."""


@dataclass
class Table:
    """The table after one statement; `where` has a place for each drink: the centre, or "Ann right"."""

    where: dict[str, str] = field(default_factory=lambda: dict.fromkeys(DRINKS, CENTRE))
    when: dict[str, int] = field(default_factory=dict)  # the turn in which a drink was last taken
    dealt: bool = False
    turns: int = 0
    moved: bool = False
    new: str = ""
    taker: str = ""
    spoke: list[str] = field(default_factory=list)
    settled: bool = False
    over: bool = False
    stopped: bool = False

    def at(self, *place: str) -> list[str]:
        """The drinks of a place, the one taken earlier first."""
        here = [drink for drink in DRINKS if self.where[drink] == " ".join(place)]
        return sorted(here, key=lambda drink: self.when[drink])

    def put(self, drinks: list[str], *place: str) -> None:
        """Drinks go to a place; a crate takes six."""
        for drink in drinks:
            if place[-1] != "crate" or len(self.at(*place)) < 6:
                self.where[drink] = " ".join(place)


class NaiveTable:
    """Answers line after line for these players."""

    def __init__(self, names: list[str], opener: str, options: dict[str, str]) -> None:
        first = names.index(opener)
        self.names = names
        self.order = names[first:] + names[:first]
        self.options = options
        self.tables = [Table()]

    def answer(self, line: str) -> Answer:
        words = line.split()
        if words[0].lower() == "undo":
            return self._undo(words)
        table = copy.deepcopy(self.tables[-1])
        try:
            events = self._say(table, words)
        except UnclearError:
            return "error", None, []
        except WrongError as broken:
            return "illegal", str(broken), []
        self.tables.append(table)
        return "legal", None, events

    def _undo(self, words: list[str]) -> Answer:
        count = {1: "1", 2: words[-1]}.get(len(words), "too many")
        if not count.isdigit() or int(count) == 0:
            return "error", None, []
        if int(count) >= len(self.tables):
            return "illegal", "nothing-to-undo", []
        self.tables = self.tables[: -int(count)]
        return "legal", None, []

    def _say(self, table: Table, words: list[str]) -> list[dict[str, Any]]:
        if [word.lower() for word in words] == ["end"]:
            stop_if(table.stopped, "wrong-phase")
            table.stopped = True
            return []
        if [word.lower() for word in words] == ["deal"]:
            if table.stopped or table.dealt:
                raise UnclearError
            table.dealt = True
            return []
        if len(words) < 2 or words[0] not in self.names:
            raise UnclearError
        name, verb, rest = words[0], words[1].lower(), [word.lower() for word in words[2:]]
        check_words(verb, rest)
        stop_if(table.stopped or table.over or not table.dealt, "wrong-phase")
        return {"takes": self._takes, "moves": self._moves, "claims": self._claims, "returns": self._returns}[verb](
            table, name, rest
        )

    def _whose(self, table: Table) -> str:
        return self.order[table.turns % len(self.order)]

    def _can_move(self, table: Table) -> bool:
        return table.turns >= len(self.order) and not table.moved

    def _move(self, table: Table, name: str) -> None:
        table.put(table.at(name, "left"), name, "crate")
        table.put(table.at(name, "right"), name, "left")
        table.moved = True

    def _takes(self, table: Table, name: str, drinks: list[str]) -> list[dict[str, Any]]:
        stop_if(name != self._whose(table), "not-your-turn")
        stop_if(len(set(drinks)) != len(drinks), "card-used")
        stop_if(len(drinks) != 1, "card-count")
        if self._can_move(table):
            stop_if(len(table.at(name, "left")) + len(table.at(name, "crate")) >= 6, "crate-full")
        stop_if(table.where[drinks[0]] != CENTRE, "not-in-centre")
        if self._can_move(table):
            self._move(table, name)
        table.turns += 1
        table.when[drinks[0]] = table.turns
        table.put(drinks, name, "right")
        table.new, table.taker, table.spoke, table.settled, table.moved = drinks[0], name, [], False, False
        return []

    def _moves(self, table: Table, name: str, _: list[str]) -> list[dict[str, Any]]:
        stop_if(not self._can_move(table), "wrong-phase")
        stop_if(name != self._whose(table), "not-your-turn")
        self._move(table, name)
        return self._end(table)

    def _claims(self, table: Table, name: str, rest: list[str]) -> list[dict[str, Any]]:
        word, hand = rest
        stop_if(not table.new or table.moved, "wrong-phase")
        stop_if(name == table.taker, "own-drink")
        stop_if(table.settled, "claim-closed")
        stop_if(name in table.spoke, "one-claim")
        stop_if(word not in table.new.split("-"), "claim-word")
        opened = table.at(name, hand)
        stop_if(not opened, "hand-empty")
        table.spoke.append(name)
        right = [drink for drink in opened if word in drink.split("-")]
        if right:
            if table.where[table.new] == f"{table.taker} right":
                table.put([table.new], CENTRE)
            going = opened if self.options.get("move") == "whole-hand" else right[:1]
            table.put(going, name, "left" if hand == "right" else "crate")
            table.settled = self.options.get("claims") != "all-correct"
        else:
            table.put(opened, CENTRE)
        return [{"event": "claim", "player": name, "correct": bool(right)}, *self._end(table)]

    def _returns(self, table: Table, name: str, rest: list[str]) -> list[dict[str, Any]]:
        stop_if(not table.new, "wrong-phase")
        stop_if(not table.at(name, rest[0]), "hand-empty")
        table.put(table.at(name, rest[0]), CENTRE)
        return []

    def _end(self, table: Table) -> list[dict[str, Any]]:
        if not any(len(table.at(name, "crate")) == 6 for name in self.names):
            return []
        table.over = True
        for name in self.names:
            for hand in ("left", "right"):
                for drink in table.at(name, hand):
                    table.put([drink], CENTRE)
                    table.put([drink], name, "crate")
        scores = {name: score(table.at(name, "crate")) for name in self.names}
        best = max((scores[name], len(table.at(name, "crate"))) for name in self.names)
        winners = [name for name in self.names if (scores[name], len(table.at(name, "crate"))) == best]
        return [{"event": "deal-score", "scores": scores}, {"event": "game-over", "winners": winners}]


def score(crate: list[str]) -> int:
    return len({drink.split("-")[0] for drink in crate}) + len({drink.split("-")[1] for drink in crate})


def stop_if(broken: bool, rule: str) -> None:  # noqa: FBT001 - reads as "stop if … : rule"
    if broken:
        raise WrongError(rule)


def check_words(verb: str, rest: list[str]) -> None:
    """Whether the line can be read at all."""
    fits = {
        "takes": all(word in DRINKS for word in rest),
        "moves": not rest,
        "claims": len(rest) == 2 and rest[0] in COLOURS + SHAPES and rest[1] in ("left", "right"),
        "returns": rest in (["left"], ["right"]),
    }
    if not fits.get(verb, False):
        raise UnclearError
