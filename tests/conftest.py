"""Where lines are counted, what may be skipped, whose settings tests begin with, and two moments of an evening."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

from tests.evening import DEAL_GESTURES, Evening
from tests.promises import INCAPABLE, PROMISED, ROOT
from tests.torture import MUTANTS

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

HERE = Path(__file__).parent

IN_ITS_OWN_TIME = hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
"""No test fails because the computer is slow or busy."""
hypothesis.settings.register_profile("suite", IN_ITS_OWN_TIME)
hypothesis.settings.register_profile(
    "sabotage",
    IN_ITS_OWN_TIME,
    derandomize=True,
    database=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
)
"""Always the same examples, and one that fails is enough: the smallest is not looked for."""
if not MUTANTS:  # they have a profile of their own
    hypothesis.settings.load_profile("suite")

COUNTED = ("companion", "hardware", "contracts")
"""Lines are counted where a module's own tests run; on the whole machine that would only double the time."""
CASES = 3
"""Lines are counted for so many cases of a test: the others go over the same lines, three times as slowly."""


LONGEST = HERE / "test_whole_device.py"
"""Comes first: at the end one core would wait for the other."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path != LONGEST)
    cases: Counter[tuple[Path, str]] = Counter()
    for item in items:
        test = item.path, getattr(item, "originalname", item.name)
        cases[test] += 1
        apart = item.path.is_relative_to(HERE) and item.path.relative_to(HERE).parts[0] not in COUNTED
        if apart or cases[test] > CASES:
            item.add_marker(pytest.mark.no_cover)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI a promise that was not tried is one that does not hold, but for what that computer can never try."""
    report = yield
    name = f"{item.path.relative_to(ROOT)}::{getattr(item, 'originalname', item.name)}"
    promised = report.skipped and os.environ.get("COMPANION_CI") and name in PROMISED
    if promised and INCAPABLE not in str(report.longrepr):
        report.outcome, report.longrepr = "failed", f"promised in tests/README.md, and skipped: {report.longrepr}"
    return report


@pytest.fixture(autouse=True, scope="session")
def nobodys_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever settings this computer has, tests begin with the defaults."""
    empty = tmp_path_factory.mktemp("settings") / "config.toml"
    empty.touch()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("COMPANION_CONFIG", str(empty))
        yield


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Three people have sat down; Cid deals."""
    evening = Evening(tmp_path)
    evening.sits_down()
    return evening


@pytest.fixture
def playing(evening: Evening) -> Evening:
    """The first trick is complete and Ann has won it: Ann leads."""
    evening.does(*DEAL_GESTURES[:8])
    assert evening.saved()[-1] == "Cid KC"
    return evening
