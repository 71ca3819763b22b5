"""What every naive second reader does alike: header lines, whole copies for `undo`, `end`, and how it answers.

Nothing here is imported from the companion. A reader of one game says how a statement of that game is judged.
"""

from __future__ import annotations

import copy
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Answer = dict[str, Any]
"""Verdict, rule, events: as `companion check --json` names them."""


class ForbiddenError(Exception):
    """A rule is broken."""


class UnclearError(Exception):
    """The line is an error."""


def forbid(rule: str, broken: object) -> None:
    if broken:
        raise ForbiddenError(rule)


def only(clear: object) -> None:
    if not clear:
        raise UnclearError


def words_of(line: str) -> list[str]:
    """The words of a line; a name in quotation marks is one."""
    line = re.split("[#;]", line)[0]
    only(line.count('"') % 2 == 0)
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|([^\s"]+)', line)]


def contradictions(promises: list[Any], possible: Callable[[list[Any]], bool]) -> tuple[list[Any], list[list[Any]]]:
    """The promises that cannot hold even alone; and of the others, group after group, what cannot hold together."""
    if not possible([]):
        return [], []
    alone = [promise for promise in promises if not possible([promise])]
    left, groups = [promise for promise in promises if promise not in alone], []
    while not possible(left):
        group = list(left)
        for promise in left:
            without = [play for play in group if play is not promise]
            if not possible(without):
                group = without
        groups.append(group)
        left = [promise for promise in left if promise not in group]
    return alone, sorted(groups, key=lambda group: promises.index(group[0]))


def impossible(suspects: list[Answer]) -> Answer:
    """The event for these plays; `player` where all are one's."""
    players = [suspect["player"] for suspect in suspects]
    player = players[0] if len(set(players)) == 1 else None
    return {"event": "impossible", "suspects": suspects, "player": player}


@dataclass
class Game:
    """The evening after one statement; `deal` is the game's own."""

    totals: dict[str, int]
    opener: str
    deal: Any = None
    deals: int = 0
    winners: list[str] = field(default_factory=list)
    revokes: int = 0
    ended: bool = False
    more: Any = None  # what else the game keeps from deal to deal


class NaiveTable(ABC):
    """Reads a record line by line."""

    opener_word = "dealer"
    options: dict[str, list[str]]

    def __init__(self) -> None:
        self.names: list[str] = []
        self.opener = ""
        self.house = {name: values[0] for name, values in self.options.items()}
        self.brought: dict[str, int] = {}
        self.markers: dict[str, list[str]] = {}
        self.games: list[Game] = []
        self.illegal = 0

    def answer(self, line: str) -> Answer | None:
        """The answer to this line; None where it says nothing."""
        try:
            words = words_of(line)
            if not words:
                return None
            if self._header(words):
                return {"verdict": "legal", "rule": None, "events": []}
            verdict, events = self._undo(words) if words[0].lower() == "undo" else self._statement(words)
        except UnclearError:
            return {"verdict": "error", "rule": None, "events": []}
        except ForbiddenError as broken:
            self.illegal += 1
            return {"verdict": "illegal", "rule": str(broken), "events": []}
        return {"verdict": verdict, "rule": None, "events": events}

    def final(self) -> Answer:
        game = self.now
        told = {"final": True, "over": bool(game.winners), "scores": game.totals, "winners": game.winners}
        return {**told, "illegal": self.illegal, "revokes": game.revokes}

    @property
    def now(self) -> Game:
        if self.games:
            return self.games[-1]
        return Game(self.totals_brought(), self.opener)

    def seats_from(self, first: str) -> list[str]:
        at = self.names.index(first)
        return self.names[at:] + self.names[:at]

    def left_of(self, name: str) -> str:
        return self.seats_from(name)[1]

    def _header(self, words: list[str]) -> bool:
        key, rest = words[0], words[1:]
        if key not in ("game", "players", self.opener_word, "option", "score", "markers"):
            return False
        only(len(self.games) < 2)
        if key == "players":
            self.names = rest
        elif key == self.opener_word:
            self.opener = rest[0]
        elif key == "option":
            self.house[rest[0]] = rest[1]
        elif key == "score":
            only(rest[0] not in self.brought)
            self.brought[rest[0]] = int(rest[1])
        elif key == "markers":
            self.markers[rest[0]] = rest[1:]
        return True

    def _undo(self, words: list[str]) -> tuple[str, list[Answer]]:
        only((len(words) < 3 and words[-1].isdigit()) or len(words) == 1)
        number = int(words[1]) if len(words) == 2 else 1
        only(number > 0)
        forbid("nothing-to-undo", number > max(0, len(self.games) - 1))
        self.games = self.games[: len(self.games) - number]
        return "legal", []

    def _statement(self, words: list[str]) -> tuple[str, list[Answer]]:
        game = copy.deepcopy(self.now)
        verdict, events = self._said(game, words)
        self.games = [*(self.games or [self.now]), game]
        return verdict, events

    def _said(self, game: Game, words: list[str]) -> tuple[str, list[Answer]]:
        self.check_words(words)
        if words == ["deal"]:
            only(not game.winners and (game.deal is None or game.deal.outcome != "open") and not game.ended)
            return "legal", self.new_deal(game)
        if words[0] in ("hand", "nest", "dealt"):
            only(game.deal is not None and not game.ended)
            self.scan(game.deal, words)
            return "legal", []
        forbid("wrong-phase", game.ended)
        if words == ["end"]:
            game.ended = True
            return "legal", []
        forbid("wrong-phase", game.deal is None)
        if words[0] == "remedy":
            guilty = [event for event in game.deal.reported if event["player"]]
            forbid("no-revoke", not game.deal.revokes and not guilty)
            game.deal.renege, game.deal.remedied = words[1], guilty
            return "legal", self.settle(game)
        return self.say(game, words)

    @abstractmethod
    def totals_brought(self) -> dict[str, int]:
        """The scores before the first deal."""

    @abstractmethod
    def check_words(self, words: list[str]) -> None:
        """Whether the line can be read at all."""

    @abstractmethod
    def new_deal(self, game: Game) -> list[Answer]:
        """Deals."""

    @abstractmethod
    def scan(self, deal: Any, words: list[str]) -> None:
        """Cards seen while they were dealt."""

    @abstractmethod
    def say(self, game: Game, words: list[str]) -> tuple[str, list[Answer]]:
        """Any other statement."""

    @abstractmethod
    def settle(self, game: Game) -> list[Answer]:
        """Ends, scores, voids or goes on with the deal, worked out anew from what was before it."""
