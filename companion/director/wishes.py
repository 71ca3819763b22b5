"""What the organiser asks on the page, as statements of the event's record. Pure.

A wish is a JSON object: `do` names it, and each has its own further words.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.director.event import NO_BOX
from companion.director.event_lines import written
from companion.director.planning import Shape
from companion.rules.statements import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.director.event import Event
    from companion.rules.game import Game

Wish: TypeAlias = "dict[str, Any]"

FIELDS = ("game", "movement", "rounds", "minutes", "deals")
"""What may be chosen before the first round, beside options and duplicate."""


def lines_of(wish: Wish, event: Event, games: Mapping[str, Game]) -> list[str]:
    """The statements of a wish for this event. Raises UnreadableError."""
    do = _text(wish, "do")
    if do == "choose":
        return choices(wish, event, games)
    if do == "enter all":
        return _enter_all(event, games)
    if do not in WISHES:
        raise UnreadableError(f"“{do[:40]}” cannot be wished for")
    return [WISHES[do](wish)]


def choices(wish: Wish, event: Event, games: Mapping[str, Game]) -> list[str]:
    """Statements for whatever differs from what was chosen before. Raises UnreadableError."""
    if event.seated:
        raise UnreadableError("the first round was begun: undo it to choose anew")
    game = _text(wish, "game")
    if game not in games:
        raise UnreadableError(f"“{game[:40]}” is no game here")
    lines = [
        written(name, wish[name]) for name in FIELDS if name in wish and _plain(wish[name]) != str(getattr(event, name))
    ]
    if "duplicate" in wish and bool(wish["duplicate"]) != event.duplicate:
        lines.append(written("duplicate", "yes" if wish["duplicate"] else "no"))
    known = event.options if game == event.game else {}
    return lines + list(_options(wish.get("options", {}), games[game], known))


def _plain(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise UnreadableError("a word or a whole number is wanted")
    return str(value)


def _options(wanted: object, game: Game, known: Mapping[str, str]) -> Iterable[str]:
    if not isinstance(wanted, dict):
        raise UnreadableError("options are words, each with a word")
    for option in game.options:
        value = wanted.get(option.name, known.get(option.name, option.values[0]))
        if value not in option.values:
            raise UnreadableError(f"option {option.name} takes {', '.join(option.values)}")
        if value != known.get(option.name, option.values[0]):
            yield written("option", option.name, value)


def _enter_all(event: Event, games: Mapping[str, Game]) -> list[str]:
    """Whoever has no entry yet gets one: alone, or with the next on the list."""
    game, waiting = games.get(event.game), event.unpaired
    if game is None:
        raise UnreadableError("choose a game first")
    if Shape.of(game, event.movement).entrant_size(event.movement) == 1:
        return [written("alone", name) for name in waiting]
    return [written("partners", one, other) for one, other in zip(waiting[::2], waiting[1::2], strict=False)]


def name_of(title: str, day: str, taken: Iterable[str]) -> str:
    """The name of a new event: its day and its title in a-z, 0-9 and -, with a number if there is one already."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "event"
    name, number, there = f"{day}-{word}", 1, set(taken)
    while name in there:
        number += 1
        name = f"{day}-{word}-{number}"
    return name


def _correct(wish: Wish) -> str:
    kind = "points" if "points" in wish else "percent"
    values = wish.get(kind)
    if not isinstance(values, list) or not all(type(one) is int for one in values):
        raise UnreadableError(f"{kind} are whole numbers")
    place = (_number(wish, key) for key in ("round", "table", "deal"))
    return written("correct", *place, kind, *values, _text(wish, "reason"))


def _partners(wish: Wish) -> str:
    names = wish.get("names")
    if not isinstance(names, list) or len(names) != 2 or not all(isinstance(one, str) for one in names):
        raise UnreadableError("partners are two people")
    return written("partners", *names)


def _named(word: str) -> Callable[[Wish], str]:
    return lambda wish: written(word, _text(wish, "name"))


def _of_box(word: str) -> Callable[[Wish], str]:
    return lambda wish: written(word, _text(wish, "box"))


WISHES: dict[str, Callable[[Wish], str]] = {
    "title": lambda wish: written("title", _text(wish, "title")),
    "person": _named("person"),
    "alone": _named("alone"),
    "partners": _partners,
    "late": lambda wish: written("late", _text(wish, "name"), _number(wish, "round")),
    "leaves": _named("leaves"),
    "comes": _named("comes"),
    "move": lambda wish: written("move", _number(wish, "table"), _text(wish, "box") or NO_BOX),
    "breaks": _of_box("breaks"),
    "mended": _of_box("mended"),
    "done": lambda wish: written("done", *(_number(wish, key) for key in ("round", "table", "deals"))),
    "pause": lambda _: "pause",
    "goes": lambda _: "goes",
    "ends": lambda _: "ends",
    "correct": _correct,
}
"""What may be wished for in one statement."""


def _text(wish: Wish, key: str) -> str:
    value = wish.get(key, "")
    if not isinstance(value, str):
        raise UnreadableError(f"“{key}” is a text")
    return " ".join(value.split())


def _number(wish: Wish, key: str) -> int:
    value = wish.get(key)
    if type(value) is not int:
        raise UnreadableError(f"“{key}” is a whole number")
    return value
