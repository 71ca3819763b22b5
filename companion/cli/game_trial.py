"""The process in which a game of another package is opened and played before it is installed (`plugins/trial.py`).

Its only argument is what is asked, as JSON. It writes lines of JSON: how much is done, and last what the game is or why
it is refused. What the game itself writes goes nowhere.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games.plugin_form import OTHER_NAME, misfit
from companion.match.checker import guard
from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.testing.kit import Progress

SHARE = 0.25
"""The part of the kit's cases that is tried: ten seconds on a desk's machine, and some minutes on a small Pi."""

MOST_FINDINGS = 5
AUTHOR = "its author can see each with its cause, {number} in all: pytest --companion-game {entry}"


def main() -> None:
    """Answer on standard output what is asked."""
    asked, answers = json.loads(sys.argv[1]), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _limit(asked["memory"], asked["processor_s"])
    os.nice(10)  # a table may be at play

    def write(**line: Any) -> None:
        os.write(answers, f"{json.dumps(line)}\n".encode())

    def refuse(fault: BaseException) -> None:
        write(refused=[f"{type(fault).__name__}: {fault}{_place(fault, asked['path'])}"])

    with guard(refuse):
        write(**answer(asked, lambda done, of: write(done=done, of=of)))


def _limit(memory: int, processor_s: int) -> None:
    """Bound this process for good, in bytes and seconds.

    The kernel compares RLIMIT_NPROC with all processes and threads of the user: only 0 means the same everywhere, no
    further one at all. So the whole trial is this process. Files are limited because a file can lie in memory.
    """
    nothing = dict.fromkeys((resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE), 0)
    bounds = {resource.RLIMIT_AS: memory, resource.RLIMIT_CPU: processor_s, **nothing}
    for bound, most in bounds.items():
        resource.setrlimit(bound, (most, most))


def answer(asked: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """What the game is, or the reasons to refuse it. Raises whatever the game raises."""
    path, entry = asked["path"], asked["entry"]
    if path not in sys.path:
        sys.path.append(path)
    own = import_later(entry)()
    if why := misfit(own):
        return {"refused": [why]}
    if asked["name"] != (name := own.rules().name):
        return {"refused": [OTHER_NAME.format(point=asked["name"], name=name)]}
    if asked["plays"] and (findings := _findings(own, progress)):
        told = [": ".join(finding.splitlines()[:2]) for finding in findings[:MOST_FINDINGS]]
        return {"refused": [*told, AUTHOR.format(entry=entry, number=len(findings))]}
    game, kinds = own.rules(), own.deck_kinds()
    return {
        "name": game.name,
        "title": game.title,
        "api": own.api,
        "players": game.players,
        "deck_kind": game.deck_kind,
        "deck_kinds": [kind.name for kind in kinds(game)] if kinds else [],
        "at_home": own.at_home() is not None,
    }


def _findings(entry: GameEntry, progress: Progress) -> list[str]:
    from companion.testing.kit import conforms  # noqa: PLC0415 - a refresh opens games, and plays none

    return conforms(entry, progress, SHARE)


def _place(fault: BaseException, path: str) -> str:
    """The innermost line of the package that a fault came from; empty: none."""
    steps = [step for step in traceback.extract_tb(fault.__traceback__) if step.filename.startswith(path)]
    return f" ({Path(steps[-1].filename).name} line {steps[-1].lineno})" if steps else ""


if __name__ == "__main__":
    main()
