"""What docs/club-protocol.md says in numbers and examples is what the program does."""

from __future__ import annotations

import re
import tomllib

import pytest

from companion.club import bundle, limits, topics
from companion.club.broker_config import BOXES, MOST_PACKET
from companion.club.link import LONGEST_PAUSE_S
from companion.games.registry import GAMES
from companion.inputs.club import ClubRound, round_of
from companion.match.checker import answers
from companion.runtime.club import EVENING_S
from companion.storage.journal import continuation, unseal
from companion.support.names import KEYWORDS
from companion.support.names import MOST_BYTES as NAME_BYTES
from tests.promises import ROOT

DOCUMENT = (ROOT / "docs/club-protocol.md").read_text("utf-8")


def example(kind: str, behind: str) -> str:
    """The first example of this kind behind these words."""
    found = re.search(rf"```{kind}\n(.*?)\n```", DOCUMENT.partition(behind)[2], re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_of_a_record_has_the_check_sums_that_it_would_have() -> None:
    crc: int | None = 0
    for n, line in enumerate(example("table", "try your own").encode().split(b"\n"), 1):
        assert crc is not None
        crc = continuation(line, n, crc)
    assert crc is not None


def test_the_example_of_a_record_is_legal_and_tells_its_round() -> None:
    lines = [line.text for line in unseal(example("table", "try your own").encode() + b"\n").lines]
    assert {answer.answer.verdict.word for answer in answers("\n".join(lines), GAMES)} <= {"legal", "on trust"}
    assert list(filter(None, map(round_of, lines))) == [ClubRound("2026-11-26-club", 1, 1, 2, (1, 2))]
    assert lines[-1] == "Gus AH"


def test_the_keys_of_a_bundle_are_those_of_the_example() -> None:
    assert tuple(tomllib.loads(example("", "## Join"))) == bundle.Bundle.__match_args__


@pytest.mark.parametrize(
    "number",
    [
        limits.MOST_BYTES,
        limits.MOST_LINE_BYTES,
        limits.MOST_MATCHES,
        limits.MOST_ANSWERED,
        MOST_PACKET,
        bundle.MOST_BYTES,
    ],
)
def test_numbers_are_those_of_the_program(number: int) -> None:
    assert re.search(rf"\b{number:,}\b", DOCUMENT)
    assert LONGEST_PAUSE_S == 60


def test_what_a_box_subscribes_to_is_what_it_may_read() -> None:
    for topic in topics.of_box("BOX"):
        assert f"`{topic}`" in DOCUMENT
        assert re.search(rf"pattern read(write)? {topic.replace('BOX', '%u')}\n", BOXES)


def test_the_words_that_are_no_names_are_those_of_the_program() -> None:
    words = DOCUMENT.partition("## Words that are no names\n")[2].partition("\n## ")[0]
    assert set(re.findall("`([a-z]+)`", words)) == KEYWORDS
    assert f"A name has 1 to {NAME_BYTES} bytes" in DOCUMENT
    assert EVENING_S == 12 * 3600
    assert "off for twelve hours" in DOCUMENT
