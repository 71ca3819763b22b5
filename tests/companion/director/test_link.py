"""The director's connection, as far as it needs no broker; with one: `tests/club/test_links.py`."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from pathlib import Path

from companion.club.link import BrokerAddress
from companion.director.collection import Reaction
from companion.director.link import DirectorLink
from companion.director.record_shelf import RecordShelf
from tests.club.lines import sealed
from tests.club.mosquitto import free_port

PATIENCE_S = 20.0


def link(root: Path, port: int, tried: threading.Event | None = None) -> DirectorLink:
    """`tried`: set before it tries again."""

    def pause_s(_attempt: int, _chance: float) -> float:
        if tried:
            tried.set()
        return 0.01

    return DirectorLink(BrokerAddress("127.0.0.1", port), RecordShelf(root), pause_s=pause_s)


async def nothing(_: Reaction) -> None:
    """Nobody wants to know."""


def test_without_a_broker_it_says_why_and_goes_on_trying(tmp_path: Path) -> None:
    tried = threading.Event()
    connection = link(tmp_path, port := free_port(), tried)
    assert connection.trouble == f"not connected to the broker at 127.0.0.1:{port} yet"

    async def tries() -> None:
        task = asyncio.create_task(connection.run(nothing))
        assert await asyncio.to_thread(tried.wait, PATIENCE_S)
        await connection.publish([])
        assert not task.done()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(tries())
    assert connection.trouble == f"nobody listens at 127.0.0.1:{port}: does the broker run?"


def test_what_is_wrong_with_the_shelf_is_told_before_anything_else(tmp_path: Path) -> None:
    path = RecordShelf(tmp_path).path("box-1", "2026")
    path.parent.mkdir(parents=True)
    path.write_bytes(sealed("; one")[0].replace(b"one", b"two") + b"\n")
    told: list[str] = []

    async def hears(heard: Reaction) -> None:
        told.extend(heard.troubles)
        raise asyncio.CancelledError

    async def tries() -> None:
        with suppress(asyncio.CancelledError):
            await link(tmp_path, free_port()).run(hears)

    asyncio.run(tries())
    assert told == [
        "box-1: 2026.table was damaged on this computer, and is kept as 2026.damaged-1; what is missing is asked for"
    ]


def test_it_ends_when_it_is_cancelled_though_a_cancellation_gets_lost(tmp_path: Path) -> None:
    (tmp_path / "boxes/box-1").mkdir(parents=True)
    (tmp_path / "boxes/box-1/2026.table").write_bytes(b"rubbish\n")
    lost: list[str] = []
    waits = asyncio.Event()

    async def loses_one(_: Reaction) -> None:
        waits.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            lost.append("one")

    async def ends() -> None:
        task = asyncio.create_task(link(tmp_path, free_port()).run(loses_one))
        await waits.wait()
        task.cancel()
        await asyncio.wait([task], timeout=PATIENCE_S)
        assert task.cancelled()

    asyncio.run(ends())
    assert lost == ["one"]
