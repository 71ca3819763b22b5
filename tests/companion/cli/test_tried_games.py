"""A record of a game that its author tries and that raises: whose game, what failed and where, in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import registry
from tests.companion.conftest import Companion
from tests.evening import RECORDS
from tests.plugins import MODULES, RECORD, imported, unpacked

ENTRY = "highcard.entry:ENTRY"
SOURCE = MODULES["highcard/rules.py"]
RAISES = "{}['a key']"
LINE_OF_JUDGE, LINE_OF_HEADLINE = (
    1 + [words in line for line in SOURCE.splitlines()].index(True) for words in ("laid = self.deck", 'return f"r{min')
)
ODD = f"""
class Odd(Event):
    kind = "odd"

    def sentence(self, names):
        return {RAISES}
"""


@pytest.mark.parametrize(
    ("command", "case"),
    [
        (command, (source, why))
        for commands, source, why in (
            (
                "check replay",
                SOURCE.replace("        laid = self", f"        {RAISES}\n        laid = self"),
                f": line 6: package {ENTRY} failed: KeyError: 'a key' (rules.py, line {LINE_OF_JUDGE})\n",
            ),
            (
                "check replay",
                SOURCE.replace("DealScored(self.scores(state))", "Odd()") + ODD,
                f" package {ENTRY} failed: KeyError: 'a key' (rules.py, line ",
            ),
            (
                "replay",
                SOURCE.replace('return f"r{min', f'return {RAISES}, f"r{{min'),
                f": package {ENTRY} failed: KeyError: 'a key' (rules.py, line {LINE_OF_HEADLINE})\n",
            ),
        )
        for command in commands.split()
    ],
)
def test_a_game_that_raises_is_named_in_one_sentence(
    companion: Companion, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, case: tuple[str, str]
) -> None:
    source, why = case
    unpacked(tmp_path, {**MODULES, "highcard/rules.py": source})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_tried", {})
    (tmp_path / "evening.table").write_text(RECORD, "utf-8")
    good = [RECORDS["birddog-full-deal"]] * (command == "check")
    with imported():
        ran = companion(command, "--game", ENTRY, "evening.table", *good, status=2)
    assert ran.err.startswith(f"companion {command}: evening.table: ")
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ("The game is not over." in ran.out) == bool(good), "the other file is checked"


def test_rules_of_a_game_that_cannot_be_printed_name_it_in_one_sentence(
    companion: Companion, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = SOURCE.replace("brings=()", 'brings=("chips",)')
    unpacked(tmp_path, {**MODULES, "highcard/rules.py": source})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_tried", {})
    with imported():
        ran = companion("rules", ENTRY, status=2)
    assert (ran.out, ran.err) == ("", f"companion rules: package {ENTRY} failed: KeyError: 'chips'\n")
