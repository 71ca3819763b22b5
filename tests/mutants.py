"""`make mutants`: does a test fail if one operator, number or condition of a module changes?"""

from __future__ import annotations

import ast
import gc
import json
import os
import resource
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from time import process_time
from typing import Any

import coverage
import hypothesis
import pytest

from tests.mutations import Mutant, mutants

KIT = "tests/companion/testing/test_kit.py"
RECORDS, ASKED = f"{KIT} -k records", f"{KIT} -k asked"
GAMES = "tests/companion/games"
REFEREE = "tests/companion/rules/referee"
PLACES = "tests/companion/rules/test_places.py"
SHOWN = (PLACES, "tests/companion/rules/test_glossary.py", "tests/tools/gallery/test_gallery.py -k golden")
TOLD = (
    f"{GAMES}/test_unusual.py {GAMES}/test_over_match.py {GAMES}/test_remarks.py {GAMES}/test_beside.py "
    "tests/companion/table/test_asked.py tests/companion/scoreboard/test_view.py tests/companion/match/test_ending.py "
    "tests/companion/web/test_own_count.py tests/companion/web/test_narration.py"
)
SAID = (
    f"{KIT} -k birddog-records",
    "tests/companion/cli/test_check.py",
    "tests/companion/match/test_seating.py tests/companion/match/test_corrections.py",
    ASKED,
    RECORDS,
)
FORCE = f"{REFEREE}/test_proof.py"
EVERY_DEAL, TRICK_GAMES = f"{GAMES}/test_every_deal.py", f"{GAMES}/test_trick_games.py"
HOUSE_RULES = f"{TRICK_GAMES}::test_both_readers_agree_under_every_house_rule_whatever_is_brought"
COPIES = (f"{GAMES}/test_every_deal.py -k birdhead", f"{GAMES}/test_trick_games.py -k birdhead")


def of_game(game: str, own: str, *more: str) -> tuple[str, ...]:
    """The tests of one game: its own files by name, more, then those of all games, the quick ones first."""
    files = [" ".join(f"{GAMES}/{game}/test_{name}.py" for name in own.split())] if own else []
    return (*files, *more, f"{KIT} -k {game}-records", f"{EVERY_DEAL} -k {game}", TOLD, *SHOWN, f"{KIT} -k {game}")


def of_readers(game: str, own: str, *more: str) -> tuple[str, ...]:
    """The tests of a trick game that has a second reader."""
    far = (f"{file} -k {game}" for file in (f"{GAMES}/test_exhaustive_counts.py", TRICK_GAMES))
    return *of_game(game, own, *more, f"{HOUSE_RULES}[{game}]"), *far


BIRDDOG = of_readers("birddog", "rules answers")
BIRDHEAD = of_readers(
    "birdhead", "", "tests/test_birdhead_table.py", "tests/companion/table/test_wrong_input.py -k marker"
)
ROOK = of_readers(
    "rook",
    "rules bidding house_rules positions",
    "tests/test_rook_table.py",
    "tests/companion/table/test_menu.py -k undone",
)
HEARTS = of_game("hearts", "rules table positions")
SPADES = of_game("spades", "rules table positions")
EUCHRE = of_game("euchre", "rules table positions")
TRICKS = (
    f"tests/companion/rules/test_tricks.py {GAMES}/birddog/test_rules.py {GAMES}/rook/test_rules.py",
    RECORDS,
    HOUSE_RULES,
    EVERY_DEAL,
    "tests/test_birdhead_table.py tests/test_rook_table.py",
    *SHOWN,
    f"{KIT} -k 'not toriatama and not bonehead'",
    f"{GAMES}/test_exhaustive_counts.py",
)
TORIATAMA = (
    f"{GAMES}/toriatama/test_rules.py {GAMES}/toriatama/test_at_home.py",
    f"{KIT} -k toriatama-records",
    f"{GAMES}/toriatama/test_evenings.py",
    "tests/test_toriatama_table.py tests/test_drinks_of_the_house.py",
    TOLD,
    *SHOWN,
    f"{KIT} -k toriatama",
)
BONEHEAD = (
    f"{KIT} -k bonehead-records",
    f"{GAMES}/bonehead/test_rules.py",
    "tests/test_bonehead_draws.py tests/test_bonehead_table.py",
    TOLD,
    *SHOWN,
    f"{KIT} -k bonehead",
)

TESTS: dict[str, tuple[str, ...]] = {
    "companion/games/birddog/rules.py": BIRDDOG,
    "companion/games/birddog/shown.py": BIRDDOG,
    "companion/games/birdhead/rules.py": BIRDHEAD,
    "companion/games/birdhead/shown.py": BIRDHEAD,
    **{f"companion/games/rook/{name}.py": ROOK for name in "rules bidding renege point_cards".split()},
    "companion/games/rook/shown.py": ("--doctest-modules companion/games/rook/shown.py", *ROOK),
    "companion/games/hearts/rules.py": HEARTS,
    "companion/games/hearts/shown.py": HEARTS,
    "companion/games/hearts/passing.py": HEARTS,
    "companion/games/spades/rules.py": SPADES,
    "companion/games/spades/shown.py": SPADES,
    "companion/games/euchre/rules.py": EUCHRE,
    "companion/games/euchre/shown.py": EUCHRE,
    "companion/games/euchre/bidding.py": EUCHRE,
    "companion/games/toriatama/rules.py": TORIATAMA,
    "companion/games/toriatama/shown.py": TORIATAMA,
    "companion/games/toriatama/drinks.py": TORIATAMA,
    "companion/games/toriatama/drink_list.py": ("tests/test_drinks_of_the_house.py",),
    "companion/games/bonehead/rules.py": (*BONEHEAD, "tests/companion/web/test_view.py"),
    "companion/games/bonehead/shown.py": BONEHEAD,
    "companion/games/bonehead/tableau.py": BONEHEAD,
    "examples/ohhell/ohhell/rules.py": (
        "examples/ohhell/tests",
        "tests/examples/test_ohhell.py -k kit",
    ),
    "companion/rules/tricks.py": (
        "tests/companion/scoreboard/test_view.py tests/companion/match/test_seating.py",
        *TRICKS,
    ),
    "companion/rules/trick_shown.py": (
        "tests/companion/rules/test_trick_shown.py",
        TOLD,
        f"{GAMES}/hearts {GAMES}/spades {GAMES}/euchre {GAMES}/birddog",
        *TRICKS,
    ),
    "companion/rules/deal.py": (
        "tests/companion/match/test_match.py tests/companion/match/test_seating.py",
        "tests/companion/match/test_corrections.py",
        "tests/companion/table/test_computer_seats.py tests/companion/rules/test_claims.py",
        f"{FORCE} -k suspected",
        PLACES,
        *TRICKS,
    ),
    "companion/rules/auction.py": (f"{GAMES}/rook/test_rules.py",),
    "companion/rules/partners.py": (f"{GAMES}/spades/test_rules.py",),
    "companion/rules/partners_game.py": (
        f"tests/companion/rules/test_partners.py {GAMES}/spades/test_rules.py",
        f"{KIT} -k euchre-records",
    ),
    "companion/rules/passing.py": ("tests/companion/rules/test_statements.py", *HEARTS, *SPADES),
    "companion/rules/places.py": SHOWN,
    "companion/rules/game.py": (
        "tests/companion/rules/test_game.py",
        "tests/companion/rules/test_suggestions.py",
        "tests/test_birdhead_table.py tests/test_bonehead_table.py tests/test_toriatama_table.py",
        "tests/companion/table tests/companion/web/test_view.py tests/companion/web/test_moments.py",
        *SAID,
        "tests/test_toy_game.py",
        *SHOWN,
    ),
    "companion/rules/referee/proof.py": (),
    "companion/rules/referee/judging.py": (RECORDS, FORCE, f"{KIT} -k birdhead", *COPIES),
    "companion/rules/referee/knowledge.py": (
        RECORDS,
        FORCE,
        f"{REFEREE}/test_judging.py",
        f"{REFEREE}/test_deals.py",
        *COPIES,
    ),
    "companion/rules/referee/verdicts.py": (RECORDS, "tests/companion/cli/test_check.py", FORCE),
    "companion/rules/referee/filling.py": (f"{REFEREE}/test_secret_moves.py", f"{REFEREE}/test_deals.py"),
    "companion/rules/referee/deals.py": (),
    "companion/storage/journal.py": (),
    "companion/match/checker.py": SAID,
    "companion/match/compact_match.py": (),
    "companion/rules/statements.py": (
        "--doctest-modules companion/rules/statements.py",
        "tests/companion/rules/test_statements.py tests/companion/match/test_match.py",
        *SAID,
        "tests/companion/match/test_header.py tests/test_slips.py",
    ),
    "companion/match/header.py": SAID,
    "companion/match/match.py": (
        *SAID,
        f"{GAMES}/test_remarks.py {GAMES}/test_unusual.py",
    ),
    "companion/cards/__init__.py": (
        "--doctest-modules companion/cards/__init__.py",
        f"{GAMES}/birddog/test_rules.py {GAMES}/rook/test_rules.py",
        f"{REFEREE}/test_deals.py",
        "tests/companion/match/test_header.py -k seat",
        *SAID,
    ),
    "companion/tags/tag_decks.py": (),
    "hardware/iso14443a.py": ("--doctest-modules hardware/iso14443a.py",),
    "hardware/frames/pn532.py": (),
    "hardware/frames/rdm6300.py": (),
}
"""The runs of fast tests for a module besides the tests that have its name."""

SURVIVORS = Path(__file__).with_name("survivors.txt")
ROOT = SURVIVORS.parents[1]
PYTEST = "-x -q --assert=plain --timeout=600 -p pytest_timeout -p pytest_cov.plugin -p no:unraisableexception".split()
MEMORY = 4 << 30  # maximum bytes of a mutant


def runs_of(path: str) -> tuple[str, ...]:
    """The runs of tests for a module: those beside it first."""
    beside = Path("tests", path).with_name(f"test_{Path(path).name}")
    return (*((str(beside),) if (ROOT / beside).exists() else ()), *TESTS[path])


class Reached:
    """A plugin of pytest that notes which lines of a module each test reaches, and the seconds each test takes."""

    def __init__(self, path: str) -> None:
        self.lines = coverage.Coverage(data_file=None, config_file=False, include=path)
        self.took: dict[str, float] = {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        self.lines.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test was set up, called or cleared away."""
        self.took[report.nodeid] = self.took.get(report.nodeid, 0) + report.duration

    def run(self, words: Sequence[str]) -> tuple[list[tuple[int, list[str]]], dict[str, float]] | None:
        """The tests that reach each line, and the seconds of each; None: one fails."""
        with self.lines.collect():
            failed = pytest.main([*PYTEST, *words], plugins=[self])
        data = self.lines.get_data()
        reached = [data.contexts_by_lineno(path) for path in data.measured_files()]
        return None if failed else ([*reached[0].items()] if reached else [], self.took)


class Tests:
    """The tests of a module: which of them reach a line, and whether those pass with a mutant."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self.path, self.tree = path, tree
        self.options: list[str] = []
        self.took: dict[str, float] = {}
        self.reaching: dict[int, set[str]] = {}
        called = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        self.called = {line for node in called for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)}
        for run in map(shlex.split, runs_of(path)):
            noted = in_fork(path, tree, 900, partial(Reached(path).run, run))
            assert noted, f"{path}: {' '.join(run)} fails without any change"
            self.options += [word for word in run if word.startswith("--")]
            self.took |= noted[1]
            for line, tests in noted[0]:
                self.reaching.setdefault(line, set()).update(tests)

    def of_line(self, line: int) -> list[str]:
        """The tests that reach a line, the quickest first; all, if it is done when the module is imported."""
        statement = max((other for other in self.reaching if other <= line), default=line)
        tests = self.reaching[statement] - {""} if line in self.called else self.took
        return sorted(tests, key=self.took.__getitem__)

    def pass_with(self, mutant: Mutant) -> bool:
        """Whether the tests that reach a mutant's line pass in time."""
        tests = self.of_line(mutant.line)
        cpu_s = 5 + 2 * sum(self.took[test] for test in tests)
        run = partial(pytest.main, [*PYTEST, *self.options, *tests])
        return not tests or in_fork(self.path, self.tree, cpu_s, run, mutant) == 0


class Kit:
    """The conformance kit alone, for a module of a game."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self.path, self.tree = path, tree
        self.cpu_s = in_fork(path, tree, 900, self.run)
        assert self.cpu_s, f"{path}: the kit fails without any change"

    def run(self) -> float:
        """The processor time of all checks; 0: one finds something."""
        from companion.games.registry import GAMES  # noqa: PLC0415 - what is imported before the fork is no mutant
        from companion.testing.kit import CHECKS  # noqa: PLC0415

        game = GAMES[Path(self.path).parent.name]
        found = any(finding for check in CHECKS.values() for finding in check.findings(game, check.cases))
        return 0 if found else process_time()

    def pass_with(self, mutant: Mutant) -> bool:
        """Whether the kit finds nothing in a mutant, in time."""
        return bool(in_fork(self.path, self.tree, 5 + 2 * self.cpu_s, self.run, mutant))


def import_all_but(module: str) -> None:
    """Import every module that works without this one, and what this one needs."""
    sys.modules[module] = None  # type: ignore[assignment]  # this is how an import is made to fail
    for path in [*ROOT.glob("companion/**/*.py"), *ROOT.glob("hardware/**/*.py")]:
        if not path.stem.startswith("__"):
            with suppress(ImportError):
                import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    del sys.modules[module]


def in_fork(path: str, tree: ast.Module, cpu_s: float, work: Callable[[], Any], mutant: Mutant | None = None) -> Any:
    """What this work returns where the module has this tree; None: it ended otherwise, or took too long."""
    reading, writing = os.pipe()
    if child := os.fork():
        os.close(writing)
        with os.fdopen(reading, "rb") as told:
            answer = told.read()
        os.waitpid(child, 0)
        return json.loads(answer or "null")
    resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_s), int(cpu_s) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    if mutant:
        mutant.apply()
    code, read = compile(ast.fix_missing_locations(tree), path, "exec"), SourceFileLoader.get_code

    def get_code(loader: Any, name: str) -> Any:
        return code if loader.path.endswith(path) else read(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]
    try:
        answer = json.dumps(work()).encode()
        with os.fdopen(writing, "wb") as tells:
            tells.write(answer)
    finally:  # a mutant may fail when it is imported
        os._exit(0)


def try_all(path: str) -> None:
    """Try every mutant of one module; print the unlisted survivors, and the number killed."""
    import_all_but(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    source = (ROOT / path).read_text("utf-8")
    tree = ast.parse(source)
    gc.freeze()
    tests = (Kit if os.environ.get("KIT") else Tests)(path, tree)
    listed, alike, killed = SURVIVORS.read_text("utf-8").splitlines(), 0, 0
    every = sorted(mutants(tree), key=lambda mutant: mutant.line)
    for mutant in every:
        if f"{path} {mutant}" in listed:
            alike += 1
        elif tests.pass_with(mutant):
            print(f"{path} {mutant}   (line {mutant.line})", flush=True)  # noqa: T201
        else:
            killed += 1
    stale = {key for key in listed if key.startswith(f"{path} ")} - {f"{path} {mutant}" for mutant in every}
    sys.stdout.writelines(f"{key}   (listed, but no mutant)\n" for key in stale)
    left = len(every) - killed - alike
    print(f"{path}: {len(every)} mutants, {killed} killed, {alike} alike, {left} left", flush=True)  # noqa: T201


if __name__ == "__main__":
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "MUTANTS": "1"}
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    hypothesis.settings.load_profile("mutants")
    for name in sys.argv[1:] or TESTS:
        if not os.fork():
            try_all(name)
            os._exit(0)
        os.wait()
