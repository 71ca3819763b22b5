"""Coverage, allowed skips, default settings, and two situations of a match."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.evening import DEAL_GESTURES, Evening
from tests.needs import CARD_SERVICE, told
from tests.promises import INCAPABLE, PROMISED
from tests.torture import MUTANTS

HERE = Path(__file__).parent
os.environ["COMPANION_GAMES"] = str(HERE / "no games")  # before any module asks which there are
os.environ["PCSCLITE_CSOCK_NAME"] = str(CARD_SERVICE)  # before the library of PC/SC asks: it does so once a process

IN_ITS_OWN_TIME = hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
"""No deadlines: no test fails because the computer is slow or busy."""
hypothesis.settings.register_profile("suite", IN_ITS_OWN_TIME)
hypothesis.settings.register_profile(
    "sabotage",
    IN_ITS_OWN_TIME,
    derandomize=True,
    database=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
)
"""The same examples in each run, without shrinking."""
if not MUTANTS:  # they have their own profile
    hypothesis.settings.load_profile("suite")

COUNTED = ("tests/companion/", "tests/hardware/", "tests/contracts/")
"""Coverage counts in a module's own tests only; counting on the whole machine would double the time."""
CASES = 3
"""Coverage counts only this many cases of a test: the others cover the same lines, three times as slowly."""


LONGEST = {
    HERE / name
    for name in (
        "test_whole_device.py",
        "test_booted.py",
        "examples/test_ohhell.py",
        "bench/test_club_crowd_figures.py",
        "storage/test_power_cuts.py",
        "storage/test_unmodified_program.py",
    )
}
"""Run first: at the end one core would wait for the other."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than cores: two fifths of its time a worker waits for a browser, a broker or another process."""
    return 2 + (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: the garbage collector would look through it in vain, then and in each test.

    The values of the tests hold one another in no circles: looked through more rarely, they cost a tenth less.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(100_000, 50, 50)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path not in LONGEST)
    cases: Counter[tuple[Path, str]] = Counter()
    for item in items:
        test = item.path, getattr(item, "originalname", item.name)
        cases[test] += 1
        if not item.nodeid.startswith(COUNTED) or cases[test] > CASES:
            item.add_marker(pytest.mark.no_cover)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI a skipped promise is a failure, except for what that computer can never try."""
    report = yield
    name = item.nodeid.partition("[")[0]
    promised = report.skipped and os.environ.get("COMPANION_CI") and name in PROMISED
    if promised and INCAPABLE not in str(report.longrepr):
        report.outcome, report.longrepr = "failed", f"promised in tests/README.md, and skipped: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Why tests were skipped, and what ends it."""
    reasons = [report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", ())]
    if reasons:
        terminalreporter.section("skipped, and why (CONTRIBUTING.md has it all)")
        terminalreporter.write_line("\n".join(told(reasons)))


@pytest.fixture(autouse=True, scope="session")
def nobodys_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests begin with the default settings and the games of the house, whatever this computer has."""
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
