"""A browser for the tests that look at the page (they are skipped where none is installed), and a game in play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser, found
from tests.companion.web.table_in_browser import PACE, desk_of, opened, steps_until
from tests.needs import CHROMIUM

MEMORY = Path("/dev/shm")  # noqa: S108 - a directory of its own is made there


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A directory in memory, where there is one: a table that is played quickly waits mostly for the disk."""
    with TemporaryDirectory(prefix="table-", dir=MEMORY if MEMORY.is_dir() else None) as root:
        yield Path(root)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not found():
        pytest.skip(CHROMIUM)
    with Browser() as opened:
        yield opened


@pytest.fixture
def moving(browser: Browser) -> Iterator[None]:
    """Cards fly; in other tests they are where they go at once."""
    browser.moves()
    yield
    browser.moves(moves=False)


@pytest.fixture
def page(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The page as one finds it, the question for a game open; afterwards nobody has complained.

    A page that asks elsewhere has complained: the browser refuses it (`companion/http/guard.py`), and says so.

    Its data directory is `tmp_path`; its table goes as many times faster as the test is parametrized for.
    """
    browser.call("Page.navigate", url="about:blank")
    browser.until("location.href === 'about:blank'")  # a page that was loading anew may complain once more
    browser.complaints.clear()
    with opened(browser, tmp_path, getattr(request, "param", PACE)):
        yield browser
        assert browser.complaints == []


@pytest.fixture
def playing(tmp_path: Path) -> VirtualTable:
    """Bird Dog with scanned hands, trump made: Ann leads."""
    desk = desk_of(tmp_path, "birddog")

    def leads() -> bool:
        expected = desk.table.playing.expects
        return expected.tap is not None and expected.tap.seat is not None and not expected.choices

    steps_until(desk, leads)
    return desk
