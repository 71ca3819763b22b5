"""A club on a real broker: the links of boxes and director as they run, with cables that can be cut."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.club.link import BrokerAddress, Connection
from companion.club.sender import Sender
from companion.club.topics import of_box
from companion.director.collection import Reaction
from companion.director.link import DirectorLink
from companion.director.record_shelf import RecordShelf
from tests.club.world import Box
from tests.patience import until

BREATH_S = 0.03
"""Seconds in which something may arrive, or not."""
NEW_LINE = b"\n"
AGAIN_S = 2.0
"""Seconds after which a box says its state again: what got lost though the connection holds is found by it."""


def soon(_attempt: int, chance: float) -> float:
    """Hardly a pause between two connections."""
    return 0.02 * chance


class Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def does(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        """Begin it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def close(self) -> None:
        """End the thread."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


class Cable:
    """A port that leads to the broker, until it is cut."""

    def __init__(self, loop: Loop, broker_port: int) -> None:
        self._loop, self._broker_port = loop, broker_port
        self._whole = True
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server = loop.does(asyncio.start_server(self._carry, "127.0.0.1", 0)).result()
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with suppress(OSError, asyncio.CancelledError):
            if self._whole:
                there, back = await asyncio.open_connection("127.0.0.1", self._broker_port)
                try:
                    await asyncio.wait(
                        [asyncio.ensure_future(_pipe(reader, back)), asyncio.ensure_future(_pipe(there, writer))],
                        return_when=asyncio.FIRST_COMPLETED,
                    )
                finally:
                    back.transport.abort()
        writer.transport.abort()
        self._tasks.discard(task)

    def cut(self) -> None:
        """Lose the connections, and take no more."""
        self._loop.does(self._cut()).result()

    async def _cut(self) -> None:
        self._whole = False
        for task in self._tasks:
            task.cancel()

    def mend(self) -> None:
        """Take connections again."""
        self._whole = True

    async def _end(self) -> None:
        self._server.close()
        await self._cut()

    def close(self) -> None:
        """Give the port back."""
        self._loop.does(self._end()).result()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()


class LinkedBox:
    """A table, and its process: a thread that can be ended and begun again."""

    def __init__(self, loop: Loop, name: str, kind: int, port: int) -> None:
        self.table = Box(name, kind, Sender)
        self.cable = Cable(loop, port)
        self.told: list[str] = []
        self._ending = threading.Event()
        self.start()

    def start(self) -> None:
        """The process begins."""
        self._ending.clear()
        broker = BrokerAddress("127.0.0.1", self.cable.port)
        name = self.table.name
        link = Connection(
            broker,
            name,
            self.table.sender,
            self.told.append,
            topics=of_box(name),
            look_s=0.01,
            again_s=AGAIN_S,
            pause_s=soon,
        )
        self._thread = threading.Thread(target=link.run, args=(self._ending,), daemon=True)
        self._thread.start()

    def restart(self) -> None:
        """The process ends, and begins again."""
        self._end()
        self.table.restart()
        self.start()

    def _end(self) -> None:
        self._ending.set()
        self._thread.join()

    def close(self) -> None:
        """End the process."""
        self._end()
        self.cable.close()


class Director:
    """The director's process, without its page."""

    def __init__(self, loop: Loop, root: Path, port: int) -> None:
        self.cable = Cable(loop, port)
        self.heard: list[Reaction] = []
        self.news = threading.Event()
        self._loop, self._root = loop, root
        self.start()

    async def _hear(self, heard: Reaction) -> None:
        self.heard.append(heard)
        self.news.set()

    def start(self) -> None:
        """Begin, with what the shelf has."""
        self.link = DirectorLink(BrokerAddress("127.0.0.1", self.cable.port), RecordShelf(self._root), pause_s=soon)
        self._task: asyncio.Task[None] = self._loop.does(self._begin()).result()

    async def _begin(self) -> asyncio.Task[None]:
        return asyncio.create_task(self.link.run(self._hear))

    def stop(self) -> None:
        """End without losing what is on the shelf."""
        self._loop.does(self._stop()).result()

    async def _stop(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    @property
    def troubles(self) -> list[str]:
        """All that people were told."""
        return [trouble for reaction in self.heard for trouble in reaction.troubles]

    def record(self, box: str, match: str) -> bytes:
        """What the shelf has of a match."""
        path = RecordShelf(self._root).path(box, match)
        return path.read_bytes() if path.exists() else b""

    def close(self) -> None:
        """End it."""
        self.stop()
        self.cable.close()


class Rig:
    """A club of so many boxes and its director on a broker."""

    def __init__(self, root: Path, port: int, boxes: int) -> None:
        self._loop = Loop()
        self.boxes = [LinkedBox(self._loop, f"box-{number}", number, port) for number in range(boxes)]
        self.director = Director(self._loop, root, port)

    def breathe(self) -> None:
        """Let something arrive."""
        self.director.news.wait(BREATH_S)
        self.director.news.clear()

    def is_whole(self) -> bool:
        """Whether the director's records are those of the boxes, byte for byte."""
        return not self.missing()

    def missing(self) -> list[str]:
        """Which records are others, and how far they go."""
        found = []
        for table in (box.table for box in self.boxes):
            for match in table.scored:
                kept, lines = self.director.record(table.name, match), table.record(match)
                if kept != b"".join(line + NEW_LINE for line in lines):
                    found.append(f"{table.name} {match}: {kept.count(NEW_LINE)} of {len(lines)} lines")
        return found

    def mend(self) -> None:
        """All cables are whole."""
        for cable in (*(box.cable for box in self.boxes), self.director.cable):
            cable.mend()

    def settle(self) -> None:
        """Wait until the director has all records."""
        self.mend()
        try:
            until(self.is_whole)
        except AssertionError as fault:
            raise AssertionError([*self.missing(), self.director.link.trouble, *self.director.troubles]) from fault

    def close(self) -> None:
        """End all processes."""
        for box in self.boxes:
            box.close()
        self.director.close()
        self._loop.close()
