"""The conformance kit: what every game must keep to, each check with a bounded number of cases.

A check is a function of a game and the number of a case; it raises AssertionError with a sentence for the game's
author. A number always means one case, so that `CHECKS["places"].case(game, 3)` repeats it.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import TypeAlias

from companion.rules.entry import GameEntry
from companion.rules.game import Game
from companion.support.values import dataclass
from companion.testing import asked, players, presses, records, screens, secrets, self_description, stories

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Check:
    """A check: one case of it, and how many there are."""

    name: str
    case: Callable[[Game, int], None]
    cases: int = 1

    @property
    def sentence(self) -> str:
        """What the check asserts."""
        return (self.case.__doc__ or "").split("\n")[0]

    def findings(self, game: Game, cases: int) -> Iterator[str]:
        """Try so many cases. Yields "" for each that is right; ends with the first that is wrong, in words."""
        for number in range(cases):
            try:
                self.case(game, number)
            except Exception as problem:  # noqa: BLE001 - whatever a stranger's game raises is a finding
                yield self._finding(number, problem)
                return
            yield ""

    @staticmethod
    def cause(finding: str) -> str:
        """What is wrong, without the check that met it and the record that led there."""
        return finding.partition("\n")[2].partition("\n")[0]

    def _finding(self, number: int, problem: Exception) -> str:
        kind = "" if isinstance(problem, AssertionError) else f"{type(problem).__name__}: "
        what, _, _ = str(problem).partition("\nassert ")  # pytest explains assertions of its plug-ins
        notes = getattr(problem, "__notes__", ())
        return "\n".join((f"{self.name}, case {number}: {self.sentence}", f"{kind}{what}{_where(problem)}", *notes))


def _where(problem: Exception) -> str:
    """The method that raised it, and the line of the game that was being run; empty: this kit found it."""
    frames = traceback.extract_tb(problem.__traceback__)
    if not frames or Path(frames[-1].filename).parent == HERE:
        return ""
    outside = [frame for frame in frames if not Path(frame.filename).is_relative_to(HERE.parent)]
    games = [frame for frame in frames if Path(frame.filename).is_relative_to(HERE.parent / "games")]
    blamed = (outside or games or frames)[-1]
    return f" (in `{blamed.name}`, {Path(blamed.filename).name}, line {blamed.lineno})"


CHECKS = {
    check.name: check
    for check in (
        Check("entry", self_description.entry),
        Check("rulebook", self_description.rulebook),
        Check("returns", self_description.returns),
        Check("records", records.records),
        Check("rules-with-records", records.every_rule_has_a_record),
        Check("asked", asked.asks),
        Check("refuses", screens.refuses),
        Check("ends", stories.ends, 16),
        Check("anything", stories.anything, 40),
        Check("places", stories.places, 12),
        Check("comings-and-goings", stories.comings_and_goings, 12),
        Check("replay", stories.replay, 12),
        Check("undo", stories.undo, 12),
        Check("rotation", stories.rotation, 12),
        Check("draws", screens.draws, 12),
        Check("closed-places", secrets.closed_places, 24),
        Check("exchanged-cards", secrets.exchanged_cards, 40),
        Check("open-hands", stories.open_hands, 6),
        Check("presses", presses.presses, 6),
        Check("right-moves", players.right_moves, 12),
        Check("fair-players", players.fair_players, 12),
        Check("playouts", players.playouts, 24),
    )
}
"""All checks, the quick ones first."""


Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of cases done, and of all cases."""


def conforms(entry: GameEntry, progress: Progress, share: float = 1.0) -> list[str]:
    """What is wrong with a game, each cause once in a line of words without its record; empty: nothing.

    `share` is the part of the cases that is tried, at least one of each check.
    """
    game: Game = copy(entry.rules())
    object.__setattr__(game, "entry", entry)  # as the registry does, whatever kind of class a stranger's game is
    cases = {check: max(1, round(check.cases * share)) for check in CHECKS.values()}
    of, before, found = sum(cases.values()), 0, dict[str, str]()
    for check, number in cases.items():
        for done, finding in enumerate(check.findings(game, number), start=before + 1):
            progress(done, of)
            if finding:
                found.setdefault(check.cause(finding), " ".join(finding.partition(stories.RECORD)[0].split()))
        before += number
    if found:
        progress(of, of)
    return list(found.values())
