"""What `companion play` is asked to begin with: --game, --scores and --deck, which may not fit, or come too late."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from typing import NoReturn

from companion.cli.console import complain
from companion.rules.game import Game
from companion.storage.disk import CannotStartError, StorageError
from companion.storage.records import Store
from companion.support.names import each_once, name_problem, nearest_name, place_of
from companion.support.text import visible

MOST_DIGITS = 20


def whole(word: str) -> int:
    """A whole number."""
    if word.isascii() and word.removeprefix("-").isdecimal() and len(word) <= MOST_DIGITS:
        return int(word)
    raise ArgumentTypeError(f"“{word}” is not a whole number of at most {MOST_DIGITS} digits")


def scores_by_name(words: str) -> dict[str, int]:
    """Scores as Ann=12,Bob=-7."""
    scores: dict[str, int] = {}
    for word in words.split(","):
        name, _, points = word.rpartition("=")
        digits = points.strip().removeprefix("-")
        number = digits.isascii() and digits.isdigit() and len(digits) <= 4
        if name_problem(name.strip()) or not number:
            raise ArgumentTypeError(
                f"“{word}” is no score; allowed: a name and a number of at most 4 digits, as Ann=12,Bob=-7"
            )
        if place_of(name.strip(), [*scores]) is not None:
            raise ArgumentTypeError(f"“{name.strip()}” has two scores; allowed: one for each player")
        scores[name.strip()] = int(points)
    return scores


def judge_wishes(arguments: Namespace, games: Mapping[str, Game], store: Store, regulars: Sequence[str]) -> None:
    """Refuse a deck that is not here and scores that nobody can begin with; say what a match that goes on leaves out.

    Known are the regulars and who has a name tag. Raises CannotStartError.
    """
    game, scores, decks = games.get(arguments.game or ""), arguments.scores or {}, store.decks.names()
    if arguments.deck and arguments.deck not in decks:
        _refuse("deck", arguments.deck, "is no deck here; there are", decks)
    if scores and game and "score" not in game.brings:
        raise CannotStartError(f"--scores: {game.title} does not begin with scores")
    known = each_once((*regulars, *store.decks.shelf().people))
    for name in scores:
        if place_of(name, known) is None:
            _refuse("scores", name, "is not in people.regulars and has no name tag; known are", known)
    asked = " and ".join(f"--{name}" for name in ("game", "scores") if vars(arguments)[name])
    if asked and goes_on(store):
        complain("play", f"a match that is not over is here and goes on: {asked} would be for a new one")


def _refuse(option: str, found: str, why: str, known: Sequence[str]) -> NoReturn:
    there = f"{', '.join(known) or 'none yet'}{nearest_name(found, known)}"
    raise CannotStartError(visible(f"--{option}: “{found}” {why} {there}"))


def goes_on(store: Store) -> bool:
    """Whether there may be a running game."""
    try:
        return store.running() is not None
    except StorageError:  # the start reports it
        return True
