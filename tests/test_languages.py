"""No English word is left on panel, page and phone: everything is said in a language of other letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.scoreboard.view import view
from companion.screens.current_screen import of_computer, screen_for
from companion.screens.hearing import sentences_for, tell_all
from companion.screens.layouts import Screen, lines_of
from companion.support.messages import tr
from companion.table.apply_statements import at_moment
from companion.table.state import House, Table
from companion.table.words import option
from companion.web.examples import examples
from companion.web.orders import AtOnce, Begin, Do, Pace, SetPace, Watch
from companion.web.view import table_json
from tests.cases import for_each
from tests.companion.table.prompts import prompts
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does
from tests.evening import RECORDS
from tests.languages import english, speaking
from tests.torture import every_so_many, so_many
from tools.gallery import gallery
from tools.gallery.gallery import ALONE

CODES = frozenset(
    "name names word suit rank picture sign game look deal opened deck saved tags examples pointed step counted "
    "down ways rows columns who right wrong lying glass ahead language level group playable does watching pace "
    "record".split()
)
"""Keys of the views whose values are for programs."""


@pytest.fixture(autouse=True)
def foreign() -> Iterator[None]:
    with speaking("foreign"):
        yield


def values_of(view: Any, key: str = "") -> Iterator[str]:
    """The texts for people in a view."""
    match view:
        case dict():
            for name, value in view.items():
                yield from values_of([text for _, text in value] if name == "say" else value, name)
        case list():
            for value in view:
                yield from values_of(value, key)
        case str() if key not in CODES:
            yield view


def shown(screen: Screen) -> Iterator[str]:
    """What stands on a screen, whole texts of several lines, and what it says."""
    yield " ".join(lines_of(screen))
    yield from (sentence.text for sentence in (screen.says() if screen.says else ()))


def of_table(table: Table) -> Iterator[str]:
    """Everything that panel, voice, page and phone tell of a table."""
    yield from shown(screen_for(table))
    if not (table.in_play and of_computer(table)):
        yield from (sentence.text for sentence in (*sentences_for(table), *tell_all(table)))
    yield from values_of(table_json(table, None))
    yield from values_of({**view(table), "says": []})


def assert_foreign(told: Iterable[str]) -> None:
    assert [text for text in told if english(text)] == []


@for_each("name", gallery.names())
def test_no_screen_has_an_english_word(name: str) -> None:
    assert_foreign(shown(ALONE[name]()) if name in ALONE else of_table(gallery.table(name)))


def test_no_prompt_has_an_english_word() -> None:
    assert_foreign(text for table in prompts() for text in of_table(table))


@pytest.mark.parametrize("game", every_so_many(4, GAMES))
def test_no_moment_of_an_evening_has_an_english_word(game: str) -> None:
    evening = answers(RECORDS[f"{game}-example"].read_text("utf-8"), GAMES)
    seated = (said.match for said in evening if said.match and said.match.header.opener is not None)
    assert_foreign(text for match in seated for text in of_table(at_moment(Table(House(GAMES)), match)))


@for_each("game", GAMES)
def test_no_house_rule_has_an_english_word(game: str) -> None:
    for rule in GAMES[game].options:
        assert_foreign(tr(text) for text in (rule.meaning, *rule.labels))
        assert_foreign(tr(option(*rule.name_and_label(value))) for value in rule.values)


@pytest.mark.no_cover
@pytest.mark.parametrize("game", every_so_many(4, GAMES))
def test_the_page_of_an_evening_with_computers_has_no_english_word(game: str, tmp_path: Path) -> None:
    desk, computers = desk_of(tmp_path), max(GAMES[game].players) - 1 if GAMES[game].entry.strategy() else 0
    does(
        desk,
        SetPace(Pace.AT_ONCE),
        Begin(game, seats=seats(GAMES[game].players[-1], computers, "easy"), scanned=True, seed=1),
    )
    for _ in range(PRESSES):
        assert_foreign(values_of(does(desk, Do.NEXT)))
        assert_foreign(values_of(does(desk, AtOnce.HINT)))


PRESSES = so_many(6, 40)
"""Of "Next": a trick; with torture a whole deal or the better part of one."""


@pytest.mark.no_cover
@pytest.mark.parametrize("game", every_so_many(4, examples()))
def test_a_watched_deal_is_told_without_an_english_word(game: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Watch(game, 0.07))
    told = set()
    while desk.busy:
        desk.turn()
        told.add(desk.view()["caption"])
    assert len(told) > 1
    assert_foreign(told)


def test_an_english_word_is_found_and_a_name_a_card_or_a_button_is_not() -> None:
    assert english("Фор Ann: 10♥ draws 2, OK = неыт") == ("draws",)
