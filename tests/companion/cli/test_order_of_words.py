"""Options may stand before, between and behind the words of a command."""

from __future__ import annotations

from argparse import Namespace

import pytest

from companion.cli import main
from companion.cli.parsers import WRONG_USE


@pytest.mark.parametrize(
    ("command", "words", "option"),
    [
        ("club", ("add", "table-1"), ("--to", "DIR")),
        ("club", ("init", "DIR"), ("--host", "club.local")),
        ("club", ("join", "FILE"), ("--config", "config.toml")),
        ("club", ("run",), ("--data", "DIR")),
        ("director", ("export", "spring", "scores.csv"), ("--data", "DIR")),
        ("decks", ("rename", "ours", "other"), ("--data", "DIR")),
        ("history", ("show", "3"), ("--json",)),
    ],
)
def test_an_option_may_stand_anywhere(
    command: str, words: tuple[str, ...], option: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Namespace] = []

    def run(given: Namespace) -> int:
        read.append(given)
        return 0

    monkeypatch.setattr(main, "entry", lambda *_: run)
    places = [(*words[:place], *option, *words[place:]) for place in range(len(words) + 1)]
    assert [main.main([command, *line]) for line in places] == [0] * len(places)
    assert all(namespace == read[0] for namespace in read)


def test_what_has_no_place_is_still_named(capsys: pytest.CaptureFixture[str]) -> None:
    for line, word in ((("add", "--to", "DIR", "table-1", "table-2"), "table-2"), (("add", "--too", "DIR"), "--too")):
        assert main.main(["club", *line]) == WRONG_USE
        assert f"“{word}” has no place here" in capsys.readouterr().err
