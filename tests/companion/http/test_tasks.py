"""What runs beside a server begins again after a fault of ours, which is told."""

from __future__ import annotations

import asyncio

import pytest

from companion.http.tasks import keep_running


def test_work_that_fails_is_told_and_begins_again_after_a_growing_pause(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []
    pauses: list[float] = []
    tries = iter([TypeError("unhashable"), TypeError("unhashable"), ValueError("else")])

    async def work() -> None:
        for fault in tries:
            raise fault

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("companion.http.tasks.asyncio.sleep", sleep)
    asyncio.run(keep_running(work, told.append))
    assert told == [
        "A fault of this program, which goes on: TypeError: unhashable",
        "A fault of this program, which goes on: TypeError: unhashable",
        "A fault of this program, which goes on: ValueError: else",
    ]
    assert pauses == [1.0, 2.0, 4.0]
    assert capsys.readouterr().err.count("Traceback") == 3


def test_work_that_is_cancelled_ends(capsys: pytest.CaptureFixture[str]) -> None:
    async def cancelled() -> None:
        task = asyncio.create_task(keep_running(asyncio.Event().wait, print))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert capsys.readouterr().out == ""
