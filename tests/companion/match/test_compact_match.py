"""Records of any length: the same answers, constant memory, and each answer at once."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.cli import check
from companion.cli.main import main
from companion.games.registry import GAMES
from companion.match import compact_match
from companion.match.checker import LineAnswer, answer_each, answers, final
from companion.match.compact_match import CompactMatch
from tests.companion.games.birddog.evenings import BirdDogEvening
from tests.companion.games.birdhead.evenings import BirdHeadEvening
from tests.companion.games.rook.evenings import RookEvening
from tests.companion.games.trick_evenings import Evening, disturbed, played_out
from tests.torture import every_so_many, only_with_torture, so_many

HEADER = "game rook\nplayers Ann Bob Cid Dot\ndealer Dot\n"
PASSED_OUT = "deal\nAnn pass\nBob pass\nCid pass\nDot pass\ndeal\nBob pass\nCid pass\nDot pass\nAnn pass\n"
PASSED_OUT += "deal\nCid pass\nDot pass\nAnn pass\nBob pass\ndeal\nDot pass\nAnn pass\nBob pass\nCid pass\n"
"""Four deals that nobody plays: they may come again for ever."""


def last(found: list[LineAnswer], forgotten: int = 0) -> dict[str, object]:
    match = found[-1].known_match
    return final(match, sum(line.answer.verdict.word == "illegal" for line in found), forgotten)


@pytest.mark.parametrize("kept", every_so_many(3, [3, 1, 40]))
@pytest.mark.parametrize("kind", [BirdDogEvening, BirdHeadEvening, RookEvening])
@pytest.mark.parametrize("seed", range(so_many(1, 40)))
def test_what_is_long_past_can_be_taken_back_and_counts(
    kind: type[Evening], seed: int, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compact_match, "KEPT", kept)
    lines, kept_back = disturbed(kind, Random(seed)).lines, CompactMatch()
    found, whole = list(answer_each(lines, GAMES, kept_back.say)), list(answers("\n".join(lines), GAMES))
    assert [line.as_json() for line in found] == [line.as_json() for line in whole]
    assert [line.match.scores for line in found if line.match] == [line.match.scores for line in whole if line.match]
    assert last(found, kept_back.revokes) == last(whole)
    match = found[-1].known_match
    assert sum(1 for _ in match.story()) <= 2 * kept + 1


def test_revokes_of_long_forgotten_deals_are_counted_until_they_are_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compact_match, "KEPT", 5)
    lines = played_out(BirdDogEvening, Random(3), revoking=0.6, deals=4).lines
    for further in ((), ("undo 20",), ("undo 50", "deal"), ("undo 61",)):
        long = CompactMatch()
        found, whole = (
            list(answer_each((*lines, *further), GAMES, long.say)),
            list(answers("\n".join((*lines, *further)), GAMES)),
        )
        assert last(found, long.revokes) == last(whole)
        assert long.revokes > 0


@pytest.mark.parametrize("kept", range(1, 6))
def test_a_revoke_counts_wherever_the_moments_are_cut_while_seats_change(
    kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compact_match, "KEPT", kept)
    played, swaps = played_out(BirdDogEvening, Random(3), revoking=0.6, deals=2).lines, ("exchange Ann Bob",) * 2
    lines = [said for line in (*played, "deal") for said in ((*swaps, line) if line == "deal" else (line,))]
    long = CompactMatch()
    found, whole = list(answer_each(lines, GAMES, long.say)), list(answers("\n".join(lines), GAMES))
    assert last(found, long.revokes) == last(whole)
    assert last(whole)["revokes"]


def test_a_long_record_can_be_taken_back_to_any_moment_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compact_match, "KEPT", 3)
    said = (HEADER + 2 * PASSED_OUT).rstrip().split("\n")
    *_, nothing = answer_each([*said[:4], "undo"], GAMES, CompactMatch().say)
    assert (nothing.known_match.applied, nothing.known_match.said) == (0, None)
    for back in every_so_many(3, range(1, 41)):
        long = [*said, f"undo {back}", "undo", *said[3 + 40 - back :], "undo 30"]
        *_, ours = answer_each(long, GAMES, CompactMatch().say)
        *_, theirs = answers("\n".join(long), GAMES)
        assert (ours.known_match.applied, ours.known_match.said) == (
            theirs.known_match.applied,
            theirs.known_match.said,
        )
        assert ours.known_match.state == theirs.known_match.state


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_undo_may_go_back_to_the_first_statement_of_a_long_record() -> None:
    lines = (HEADER + 150 * PASSED_OUT + "undo 3000\ndeal\nAnn bid 70\nundo 3\nundo 2").split("\n")
    *_, bid, refused, back = answer_each(lines, GAMES, CompactMatch().say)
    assert bid.answer.applied
    assert (refused.answer.verdict.word, back.answer.verdict.word) == ("illegal", "legal")


def test_each_answer_is_printed_before_the_next_line_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "evening.table"
    file.write_text(HEADER + PASSED_OUT, "utf-8")
    printed = io.StringIO()
    monkeypatch.setattr(sys, "stdout", printed)
    behind = []

    def watched(*told: object) -> Iterator[LineAnswer]:
        for line in answer_each(*told):  # type: ignore[arg-type]
            behind.append(line.line - 1 - printed.getvalue().count("\n"))
            yield line

    monkeypatch.setattr(check, "answer_each", watched)
    assert main(["check", "--json", str(file)]) == 0
    assert set(behind[-20:]) == {0}


PROGRAM = "import resource, sys; from companion.cli.main import main; from companion.match import compact_match\n"
PROGRAM += "compact_match.KEPT = int(sys.argv[2]); status = main(['check', sys.argv[1]])\n"
PROGRAM += "print(status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"


def kilobytes(lines: int, file: Path, kept: int = compact_match.KEPT) -> int:
    """What `companion check` takes at most for a record of so many lines, of which so many moments are `kept`."""
    file.write_text(HEADER + PASSED_OUT * (lines // 20), "utf-8")
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", PROGRAM, str(file), str(kept)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    status, most = map(int, done.stderr.split())
    assert status == 0
    return most


def test_twice_the_lines_take_the_same_memory(tmp_path: Path) -> None:
    """Every moment of 2,000 lines more would be 3 MB."""
    few, many = (kilobytes(lines, tmp_path / "long.table", kept=100) for lines in (500, 2_500))
    assert many - few < 1_000


@only_with_torture
def test_a_million_lines_take_little_more_than_some(tmp_path: Path) -> None:
    few, many = (kilobytes(lines, tmp_path / "long.table") for lines in (50_000, 1_000_000))
    assert many - few < 20_000
