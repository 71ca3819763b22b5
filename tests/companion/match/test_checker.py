"""Whose fault it is when a game fails: a game of another package is named, ours comes through as it is."""

from __future__ import annotations

from collections.abc import Generator
from copy import copy
from typing import Any

import pytest

from companion.games.birddog.rules import BIRD_DOG, BirdDog
from companion.match.checker import GameGoneError, GuestError, NoRecordError, answers, guests_blamed
from companion.rules.game import Game
from companion.rules.statements import UnreadableError
from companion.support.values import replace

RECORD = "game birddog\nplayers Ann Bob Cid\ndealer Ann\ndeal"


class FailingBirdDog(BirdDog):
    """Bird Dog, whose referee has a fault."""

    def judge(self, *_: Any) -> Any:
        """Fails."""
        raise KeyError("a hidden card")


def failing(package: str) -> Game:
    game = copy(BIRD_DOG)
    object.__setattr__(game, "__class__", FailingBirdDog)
    return replace(game, entry=replace(BIRD_DOG.entry, package=package))


def test_a_game_of_another_package_is_named_with_the_line_of_the_record() -> None:
    with pytest.raises(GuestError, match=r"^line 4: package highcard 1\.0 failed: KeyError$"):
        list(answers(RECORD, {"birddog": failing("highcard 1.0")}))


def test_a_fault_of_ours_and_one_before_the_game_is_known_come_through_as_they_are() -> None:
    with pytest.raises(KeyError):
        list(answers(RECORD, {"birddog": failing("")}))
    with pytest.raises(KeyboardInterrupt), guests_blamed(failing("highcard 1.0"), GuestError):
        raise KeyboardInterrupt
    with pytest.raises(AttributeError):
        list(answers("game birddog", {"birddog": None}))  # type: ignore[dict-item]  # what no reader gives


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (KeyError("a hidden card"), "package highcard 1.0 failed: KeyError"),
        (SystemExit(0), "package highcard 1.0 failed: SystemExit"),
        (GuestError("known"), "known"),
    ],
)
def test_any_fault_of_another_package_is_told_as_the_error_that_is_asked_for(fault: BaseException, told: str) -> None:
    with pytest.raises(GuestError, match=f"^{told}$"), guests_blamed(failing("highcard 1.0"), GuestError):
        raise fault


def test_whoever_reads_no_further_blames_no_game() -> None:
    def lines() -> Generator[str, None, None]:
        with guests_blamed(failing("highcard 1.0"), GuestError):
            yield from "ab"

    read = lines()
    next(read)
    read.close()


def test_a_fault_with_a_line_of_the_record_one_let_through_and_one_of_ours() -> None:
    with pytest.raises(GuestError, match=r"^line 7: "), guests_blamed(failing("highcard 1.0"), GuestError, 7):
        raise KeyError
    with (
        pytest.raises(UnreadableError, match="as it is"),
        guests_blamed(failing("highcard 1.0"), GuestError, 7, (UnreadableError,)),
    ):
        raise UnreadableError("as it is")
    with pytest.raises(KeyError), guests_blamed(failing(""), GuestError):
        raise KeyError


@pytest.mark.parametrize(
    ("record", "error"), [("game chess", GameGoneError), ("game", GameGoneError), ("9H", NoRecordError)]
)
def test_a_record_of_a_game_that_is_not_here_is_told_from_no_record(record: str, error: type[Exception]) -> None:
    with pytest.raises(NoRecordError) as refused:
        list(answers(record, {"birddog": BIRD_DOG}))
    assert type(refused.value) is error
