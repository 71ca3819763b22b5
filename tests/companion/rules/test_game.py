"""What a game is asked: few things, each of which two games answer or every table asks."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from companion.rules.game import Choice, Expectation, Game, Option
from companion.rules.partners_game import PartnersGame
from companion.rules.statements import PLAY, Statement
from companion.rules.tricks import TrickGame
from companion.support.values import replace

ROOT = Path(__file__).parents[3]
MOST = 45
"""Methods and properties of `Game` and `TrickGame` together."""


def methods(kind: type) -> set[str]:
    return {name for name, found in vars(kind).items() if not name.startswith("_") and _is_asked(found)}


def _is_asked(found: object) -> bool:
    return callable(found) or type(found).__name__ in {"property", "cached_property"}


def texts(*folders: Path) -> str:
    return "\n".join(path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py"))


GAMES = [texts(folder) for folder in (ROOT / "companion/games").iterdir() if folder.is_dir()]
GAMES.append(texts(ROOT / "examples/ohhell/ohhell"))
GAMES.append(inspect.getsource(PartnersGame))  # answers for each game of two sides
ROOMS = texts(*(room for room in (ROOT / "companion").iterdir() if room.name not in {"games", "rules", "testing"}))


def games_with(name: str) -> int:
    """How many games answer this, or ask themselves for it."""
    said = re.compile(rf"(?:\bdef |\b(?:self|game|super\(\)|[A-Z_]{{4,}})\.){name}\b")
    return sum(1 for text in GAMES if said.search(text))


def test_a_game_is_asked_for_at_most_45_things() -> None:
    assert len(methods(Game) | methods(TrickGame)) <= MOST


def test_what_only_one_game_needs_is_not_asked_of_all() -> None:
    asked = {name for name in methods(Game) | methods(TrickGame) if not re.search(rf"game\.{name}\b", ROOMS)}
    assert [name for name in sorted(asked) if games_with(name) < 2] == []


def test_help_tells_what_each_field_of_an_expectation_means() -> None:
    fields = inspect.signature(Expectation).parameters
    assert [name for name in fields if f"- `{name}` " not in str(Expectation.__doc__)] == []


def test_a_page_begins_what_a_house_rule_means_with_a_capital_letter() -> None:
    assert Option("moon", ("add", "take"), "what the moon does").view()["meaning"] == "What the moon does"


def test_of_several_who_may_play_a_card_each_the_next_one_is_asked_by_name() -> None:
    several = Expectation("Play a card", frozenset({PLAY}), (2, 0, 1), (1, 1), Statement(PLAY, 2))
    assert several.asked == (2,)
    for others in ({"pieces": (1, 3)}, {"whose": "Whose card?"}, {"implied": (Statement("passes", 0),)}, {"tap": None}):
        assert replace(several, **others).asked == (2, 0, 1), others


def test_no_answer_is_the_usual_one_unless_its_game_says_so() -> None:
    assert not Choice("pass").usual
