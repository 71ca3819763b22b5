"""Which evenings a page asks for, and which it may ask for: the selection of `companion history`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from json import dumps
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct, field
from msgspec.json import Decoder

from companion.games.registry import GAMES
from companion.history.finished_match import FinishedMatch
from companion.history.people import people_in
from companion.history.selection import Selection
from companion.support.decoding import decode_strangers, fits
from companion.support.messages import tr
from companion.support.names import MOST_BYTES

if TYPE_CHECKING:
    from companion.http.views.phones import EveningChoices

LARGEST_WISH = 1000
"""Maximum length of a question, in bytes."""

Name = Annotated[str, Meta(max_length=MOST_BYTES)]
Day = Annotated[str, fits(r"(\d{4}(-\d{2}){0,2})?", "a year, a month or a day, as 2026-01-31")]


class _Wish(Struct, frozen=True, forbid_unknown_fields=True):
    game: Name = ""
    player: Name = ""
    partner: Name = field(name="with", default="")
    rule: Annotated[str, fits("([^=]{1,40}=[^=]{1,40})?", "as passing=none")] = ""
    since: Day = ""
    until: Day = ""


_WISHES: Final = Decoder(_Wish)


def selection_of(query: Mapping[str, str]) -> Selection:
    """What is asked for by the keys of an address. Raises RefusedMessage."""
    wish = decode_strangers(_WISHES, dumps(dict(query)).encode(), LARGEST_WISH)
    rules = dict([wish.rule.split("=")]) if wish.rule else {}
    return Selection(wish.game, wish.player, wish.partner, rules, wish.since, wish.until)


def choices_of(matches: Sequence[FinishedMatch]) -> EveningChoices:
    """What tells these matches apart: games, people, and the house rules that somebody has changed."""
    games = dict.fromkeys(match.game for match in matches)
    return {
        "games": [(name, tr(GAMES[name].title)) for name in games],
        "people": sorted(people_in(matches)),
        "rules": list(dict(_rules_of(matches, games)).items()),
    }


def _rules_of(matches: Sequence[FinishedMatch], games: Iterable[str]) -> Iterator[tuple[str, str]]:
    played = {(match.game, *rule) for match in matches for rule in match.rules}
    for game, option in [(name, option) for name in games for option in GAMES[name].options]:
        view, book = option.view(), option.values[:1]
        ways = [way for way in view["values"] if (game, option.name, way["value"]) in played]
        for way in ways if tuple(way["value"] for way in ways) != book else ():
            yield f"{option.name}={way['value']}", f"{view['meaning']}: {way['label']}"
