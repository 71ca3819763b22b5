"""`make mutants`: does a test fail when one operator, number or condition of a module is another?

python -m tests.mutants [MODULE ...]        none: every module of the table
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TESTS = {
    "companion/referee/proof.py": "tests/companion/referee/test_promises_by_force.py",
    "companion/referee/judging.py": "tests/companion/referee/test_judging.py tests/records/test_records.py "
    "tests/companion/referee/test_promises_by_force.py",
    "companion/journal.py": "tests/companion/test_journal.py",
    "companion/games/birddog.py": "tests/companion/games/test_birddog.py",
    "hardware/frames/rdm6300.py": "tests/hardware/test_frames_rdm6300.py",
    "hardware/frames/pn532.py": "tests/hardware/test_frames_pn532.py",
    "hardware/iso14443a.py": "tests/hardware/test_iso14443a.py",
    "companion/games/birdhead.py": "tests/records/test_records.py -k birdhead",
}
"""The fast tests that hold a module, those that fail most readily first."""

TELLING = re.compile(
    "core/(Replace(Binary|Comparison)Operator_("
    "Add_Sub|Sub_Add|Mul_FloorDiv|FloorDiv_Mul|Mod_FloorDiv|BitOr_BitAnd|BitAnd_BitOr|BitXor_BitOr|LShift_RShift|"
    "Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot|IsNot_Is)|ReplaceUnaryOperator_Delete_.*|AddNot|"
    "Replace(True|False|And|Or|Break|Continue)With.*|ExceptionReplacer|NumberReplacer|RemoveDecorator|ZeroIteration.*)"
)
"""One replacement for each operator: the nearest one, which tests miss most easily."""


def types_in(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where types stand, as (line, column) of begin and end: nothing there is ever run."""
    types: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.arg() | ast.AnnAssign():
                types.append(node.annotation)
            case ast.FunctionDef():
                types.append(node.returns)
    return [((t.lineno, t.col_offset), (t.end_lineno or 0, t.end_col_offset or 0)) for t in types if t]


def settings(tree: Path, module: str) -> str:
    """Cosmic Ray's settings for one module of a copied tree; a mutant may take thrice as long as the module itself."""
    pytest = [sys.executable, *"-m pytest -x -q -p no:randomly -p no:xdist --hypothesis-seed=0".split()]
    command = [*pytest, *TESTS[module].split()]
    begun = time.monotonic()
    subprocess.run(command, cwd=tree, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words
    timeout = 10 + 3 * (time.monotonic() - begun)
    return (
        f'[cosmic-ray]\nmodule-path = "{module}"\ntimeout = {timeout:.1f}\nexcluded-modules = []\n'
        f'test-command = "{" ".join(command)}"\n[cosmic-ray.distributor]\nname = "local"\n'
    )


def mutate(tree: Path, module: str) -> None:
    """Try every mutant of one module in a copied tree; print the survivors as diffs, and how many were killed."""
    from cosmic_ray.work_db import use_db  # noqa: PLC0415 - only here
    from cosmic_ray.work_item import WorkerOutcome, WorkResult  # noqa: PLC0415

    def cosmic_ray(command: str) -> None:
        words = [sys.executable, "-m", "cosmic_ray.cli", command, "mutants.toml", "mutants.sqlite"]
        subprocess.run(words, cwd=tree, check=True)  # noqa: S603 - our own words

    (tree / "mutants.toml").write_text(settings(tree, module), encoding="utf-8")
    cosmic_ray("init")
    types = types_in((tree / module).read_text(encoding="utf-8"))
    with use_db(tree / "mutants.sqlite") as session:
        for item in list(session.pending_work_items):
            (one,) = item.mutations
            typed = any(begin <= one.start_pos < end for begin, end in types)
            if typed or not TELLING.fullmatch(one.operator_name):
                session.set_result(item.job_id, WorkResult(WorkerOutcome.SKIPPED))
    cosmic_ray("exec")
    with use_db(tree / "mutants.sqlite") as session:
        results = [result for _, result in session.results if result.worker_outcome != WorkerOutcome.SKIPPED]
    survivors = [result.diff for result in results if not result.is_killed]
    killed = len(results) - len(survivors)
    sys.stdout.writelines(f"{diff}\n\n" for diff in survivors)
    print(f"{module}: {len(results)} mutants, {killed} killed ({killed / len(results):.0%})", flush=True)  # noqa: T201


if __name__ == "__main__":
    for name in sys.argv[1:] or TESTS:
        with tempfile.TemporaryDirectory() as directory:
            copy = Path(directory, "copy")
            shutil.copytree(".", copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "build"))
            mutate(copy, name)
