"""What it costs the box that phones follow its table, in one language and in all of them: in a thread of its own."""

from __future__ import annotations

import time
from functools import partial
from gettext import GNUTranslations
from pathlib import Path
from statistics import median

from companion.scoreboard.posting import Posting
from companion.support.messages import DOMAIN, ENGLISH, LANGUAGES, known_languages
from tests.bench.figures import calls, counted, only_with_bench, timed
from tests.companion.scoreboard.test_heard import BEFORE, NOW

MOST_CALLS = 4_750
"""Of a posting in one language."""
POSTING_MS, LOADING_MS = 5, 50
ROUNDS = 20


@only_with_bench
def test_what_the_first_posting_loads() -> None:
    """The catalogues of the languages that the box does not speak: once."""
    took = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for found in LANGUAGES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"):
            with found.open("rb") as file:
                GNUTranslations(file)
        took.append((time.perf_counter() - began) * 1000)
    timed("the catalogues of the other languages, median", median(took), LOADING_MS, "ms", repeats=ROUNDS)


def test_what_a_posting_costs(tmp_path: Path) -> None:
    """Two plays later than the one before it; catalogues are loaded by then."""
    for languages in ((ENGLISH,), known_languages()):
        posting = Posting(tmp_path / "board.json")
        posting._languages = languages
        took = []
        for table in (BEFORE, NOW) * ROUNDS:
            began = time.perf_counter()
            posting._post(table)
            took.append((time.perf_counter() - began) * 1000)
        name = f"a posting for phones in {len(languages)} language{'s' if len(languages) > 1 else ''}"
        posting._post(BEFORE)
        counted(name, calls(partial(posting._post, NOW)), MOST_CALLS * len(languages), "calls")
        timed(f"{name}, median", median(took), POSTING_MS * len(languages), "ms", repeats=len(took))
