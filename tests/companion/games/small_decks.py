"""The five games for both readers of the rules; Bird Dog and BirdHead also with a deck so small that it can be counted.

A small Bird Dog has the cards and the hand size it is given. A small BirdHead needs no rule of its own: every other
card is a marker that lies in a box, and the hand follows from the cards that are left. The other three games are
counted with their whole decks, from positions near an end or with few cards in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

from companion.cards import CardSet
from companion.games.birddog.rules import BIRD_DOG, BirdDog
from companion.games.birdhead.rules import BIRD_HEAD, BirdHead, Markers
from companion.games.registry import GAMES
from companion.rules.game import Game, Setup
from tests.companion.games import naive_table
from tests.companion.games.birddog import naive_reader as naive_birddog
from tests.companion.games.birdhead.naive_reader import CARDS, NaiveBirdHead
from tests.companion.games.bonehead import naive_reader as naive_bonehead
from tests.companion.games.rook.naive_reader import NaiveRook
from tests.companion.games.toriatama import naive_reader as naive_toriatama

Told = tuple[str, str | None, list[dict[str, Any]]]
"""Verdict, rule, events: as `companion check --json` names them."""


class Reader(Protocol):
    """Answers the lines of a record one after the other; `undo` takes the last one back."""

    def answer(self, line: str) -> Told: ...


# ---------------------------------------------------------------- the product


def fields_of(game: Game) -> dict[str, Any]:
    """What a game like this one is made with."""
    return {field.name: getattr(game, field.name) for field in fields(game)}


@dataclass(frozen=True, kw_only=True)
class SmallBirdDog(BirdDog):
    """So many of these cards for each; the rest is the stack."""

    cards: tuple[str, ...]
    hand: int

    def deck_of(self, setup: Any, carried: Any) -> CardSet:
        del setup, carried
        return self.deck.set(card for card in self.deck.cards_in_order if str(card) in self.cards)

    def hand_size(self, setup: Any, carried: Any) -> int:
        del setup, carried
        return self.hand


@dataclass(frozen=True, kw_only=True)
class SmallBirdHead(BirdHead):
    """Only these cards are not markers."""

    cards: tuple[str, ...]

    def carry_in(self, setup: Setup) -> Markers:
        box = tuple(card for card in self.deck.cards_in_order if str(card) not in self.cards)
        return (*super().carry_in(setup), box)


def game_of(name: str, cards: tuple[str, ...], hand: int) -> Game:
    """The game, with these cards only if any are given."""
    if not cards:
        return GAMES[name]
    if name == "birddog":
        return SmallBirdDog(**fields_of(BIRD_DOG), cards=cards, hand=hand)
    return SmallBirdHead(**fields_of(BIRD_HEAD), cards=cards)


# ---------------------------------------------------------------- the second readers


class SmallNaiveBirdHead(NaiveBirdHead):
    """What is not among the cards lies in a box from the beginning."""

    def __init__(self, cards: tuple[str, ...]) -> None:
        super().__init__()
        self.box = [card for card in CARDS if "/" in card and card not in cards]

    def new_deal(self, game: naive_table.Game) -> list[naive_table.Answer]:
        if game.more is None:
            game.more = {name: list(self.markers.get(name, [])) for name in self.names} | {"": self.box}
        return super().new_deal(game)


class OfLines:
    """A reader that takes the header's lines, too."""

    def __init__(self, table: naive_table.NaiveTable, header: Sequence[str]) -> None:
        self.table = table
        for line in header:
            assert self.answer(line)[0] == "legal"

    def answer(self, line: str) -> Told:
        row = self.table.answer(line)
        assert row is not None
        return row["verdict"], row["rule"], row["events"]


class OfBonehead:
    """Its events are told in words."""

    def __init__(self, table: naive_bonehead.NaiveTable) -> None:
        self.table = table

    def answer(self, line: str) -> Told:
        verdict, rule, events = self.table.answer(line)
        return verdict, rule, [{"event": kind} | ({"winners": who} if who else {}) for kind, *who in events]


def naive_of(name: str, header: Sequence[str], cards: tuple[str, ...], hand: int) -> Reader:
    """The second reader of this game, behind the header."""
    options = {words[1]: words[2] for words in map(str.split, header) if words[0] == "option"}
    [names] = [line.split()[1:] for line in header if line.startswith("players")]
    [starter] = [line.split()[1] for line in header if line.startswith(("start", "dealer"))]
    match name:
        case "toriatama":
            return naive_toriatama.NaiveTable(names, starter, options)
        case "bonehead":
            return OfBonehead(naive_bonehead.NaiveTable(names, starter, play_on=options.get("play-on") == "yes"))
        case "rook":
            return OfLines(NaiveRook(), header)
        case "birdhead":
            return OfLines(SmallNaiveBirdHead(cards) if cards else NaiveBirdHead(), header)
    table = naive_birddog.NaiveBirdDog()
    table.deck, table.size = list(cards) or table.deck, hand or table.size
    return OfLines(table, header)
