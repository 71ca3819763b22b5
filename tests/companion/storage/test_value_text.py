"""Any value of a match comes back from its words as it was."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.storage.checkpoint import value_of, words_of
from tests.cases import for_each
from tests.evening import RECORDS
from tests.torture import every_so_many


@for_each("name", every_so_many(12, sorted(RECORDS)))
def test_every_state_of_every_game_comes_back(name: str) -> None:
    for line in answers(RECORDS[name].read_text("utf-8"), GAMES):
        if line.match is not None:
            words = " ".join(words_of(line.match.state))
            assert value_of(iter(words.split(" "))) == line.match.state


@pytest.mark.parametrize(
    "value", [None, True, 0, -7, "", " ", 'Zoë "x"\n\\x20', (), ((),), frozenset({1}), {"a": (1,)}, Card("9", "H", 3)]
)
def test_every_kind_comes_back(value: object) -> None:
    words = list(words_of(value))
    assert not any(" " in word or "\n" in word for word in words)
    assert value_of(iter(words)) == value


def test_other_kinds_are_refused() -> None:
    with pytest.raises(TypeError, match=r"no value of this program: 1\.5"):
        list(words_of(1.5))


@pytest.mark.parametrize(
    "words",
    ["", "(2 1", "(x", "[1 1", "word", "os:system", "companion.cards:Card", "companion.cards:", "companion.no:A"],
)
def test_other_words_make_nothing(words: str) -> None:
    with pytest.raises((ValueError, TypeError, ImportError, AttributeError)):
        value_of(iter(words.split(" ")))
