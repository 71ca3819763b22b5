"""An answer is remembered for the same moment and an equal statement, for a few moments only."""

from __future__ import annotations

from companion.support.caching import LATEST, memoize


def test_the_same_is_asked_once_and_anything_else_anew() -> None:
    asked: list[str] = []

    @memoize
    def answer(game: object, moment: list[int], said: str) -> str:
        asked.append(said)
        return f"{game} {moment} {said}"

    first, alike = [1], [1]
    assert answer("rook", first, "7") == answer("rook", first, "7") == "rook [1] 7"
    assert asked == ["7"]
    answer("rook", alike, "7")
    answer("bird", first, "7")
    answer("rook", first, "8")
    assert asked == ["7", "7", "7", "8"]
    answer("rook", first, str(7))
    assert len(asked) == 4, "an equal statement is the same"


def test_only_the_latest_answers_are_kept() -> None:
    asked: list[int] = []

    @memoize
    def answer(_moment: object, said: int) -> int:
        asked.append(said)
        return said

    moment = object()
    for said in range(LATEST + 1):
        answer(moment, said)
    answer(moment, LATEST)
    answer(moment, 1)
    assert asked == [*range(LATEST + 1)]
    answer(moment, 0)
    assert asked == [*range(LATEST + 1), 0]
