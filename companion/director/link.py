"""The director's connection to the broker: a `Connection` (`club/link.py`) in a thread, and what its messages lead to.

Lines are on the shelf before anything follows from them. Waiting messages are taken together, so that one sync serves
many lines. A fault of the disk ends the connection: the collection begins again with what the shelf has. A fault of one
record bars that record alone, which is tried again now and then.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import TypeAlias

from companion.club import topics
from companion.club.link import BrokerAddress, Connection, pause_s
from companion.club.payloads import Presence, Publish, encode
from companion.director.collection import NOTHING_NEW, Collection, ConnectionBegins, Reaction
from companion.director.record_shelf import RecordShelf
from companion.http.tasks import fault_of_ours
from companion.support.messages import msg

PRESENCE = topics.presence(topics.DIRECTOR)
AT_ONCE = 200
"""Messages that are taken together."""
MOST_WAITING = 20_000
"""Maximum messages that wait in this process. Others are dropped, and their lines asked for again."""


TRY_AGAIN_S = 2.0
"""Seconds until a record with a fault is tried again."""


Heard: TypeAlias = Callable[[Reaction], Awaitable[None]]
"""What takes the reaction to a message, once its lines are on the shelf."""


class Unlinked:
    """No connection at all: the page works, and says why, and what to do."""

    def __init__(self, trouble: str) -> None:
        self.trouble = trouble

    async def run(self, heard: Heard) -> None:
        """Hear nothing."""

    async def publish(self, messages: Iterable[Publish]) -> None:
        """Send nothing."""


BEGINS = "", b""
"""Stands for the beginning of a connection, among the topics and payloads of messages."""


class DirectorEnd:
    """The messages that the director is to send, and those that it has received.

    `instance` tells two directors of one club apart. `arrived` is called by the thread of the connection.
    """

    def __init__(self, instance: str, arrived: Callable[[], object]) -> None:
        self.will, self._presence = (
            Publish(PRESENCE, encode(Presence(on, instance)), retain=True) for on in (False, True)
        )
        self.waiting: deque[tuple[str, bytes]] = deque()
        self._leaving: deque[Publish] = deque()
        self._arrived = arrived

    def publish(self, messages: Iterable[Publish]) -> None:
        """Send these with the next look. They are dropped if the connection is lost before."""
        self._leaving.extend(messages)

    def greet(self) -> tuple[Publish, ...]:
        """Say that the director is there. Boxes count as absent first: a broker that died has sent no last wills."""
        self._leaving.clear()
        self._waits(BEGINS)
        return (self._presence,)

    def news(self) -> Iterable[Publish]:
        """What was to be sent since the last look."""
        while self._leaving:
            yield self._leaving.popleft()

    def again(self) -> tuple[Publish, ...]:
        """Nothing: boxes say again how far they are."""
        return ()

    def answer(self, topic: str, payload: bytes) -> tuple[Publish, ...]:
        """Nothing at once: lines are on the shelf before more is asked for."""
        if len(self.waiting) < MOST_WAITING:
            self._waits((topic, payload))
        return ()

    def _waits(self, message: tuple[str, bytes]) -> None:
        self.waiting.append(message)
        self._arrived()


class DirectorLink:
    """Keeps the director connected."""

    def __init__(
        self, broker: BrokerAddress, shelf: RecordShelf, *, pause_s: Callable[[int, float], float] = pause_s
    ) -> None:
        self._trouble: str = msg("not connected to the broker at {broker} yet", broker=str(broker))
        self._broker, self._shelf, self._pause_s = broker, shelf, pause_s
        self._instance = secrets.token_hex(4)
        self._end: DirectorEnd | None = None
        self._connection: Connection | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._faults: dict[tuple[str, str], str] = {}
        self._collection: Collection | None = None
        self._heard: Heard

    @property
    def trouble(self) -> str:
        """Why it is not connected, or not alone, and what to do; empty: nothing is wrong."""
        return self._trouble or (self._collection.trouble if self._collection else "")

    async def run(self, heard: Heard) -> None:
        """Connect again and again until cancelled; hand on the reaction to each message."""
        self._heard = heard
        work = asyncio.create_task(self._work())
        try:
            await asyncio.shield(work)
        finally:
            while not work.done():  # until Python 3.12, asyncio.wait_for can lose a cancellation
                work.cancel()
                await asyncio.wait([work], timeout=1.0)
            if self._keeping is not None:  # a thread cannot be cancelled: nobody else may write meanwhile
                await asyncio.wait([self._keeping])

    async def publish(self, messages: Iterable[Publish]) -> None:
        """Send these. Without a connection they are dropped: boxes say again which order they follow."""
        if self._end is not None and self._connection is not None:
            self._end.publish(messages)
            self._connection.look()

    async def _work(self) -> None:
        """Begin again with what the shelf has, as often as the disk fails."""
        while True:
            try:
                await self._take_messages(await self._begin())
            except OSError as fault:
                self._trouble = str(fault)
            await asyncio.sleep(self._pause_s(0, random.random()))  # noqa: S311 - no secret

    async def _begin(self) -> Collection:
        """A collection that goes on from the shelf; reports what is wrong there."""
        sums = await asyncio.to_thread(self._shelf.read)
        await self._report()
        self._collection = Collection(sums, time.monotonic, self._shelf.faults)
        return self._collection

    async def _report(self) -> None:
        """Hand on what is wrong with the shelf, where that has changed."""
        faults = {key: str(fault) for key, fault in self._shelf.faults.items()}
        if self._shelf.troubles or faults != self._faults:
            self._faults = faults
            await self._heard(Reaction(troubles=tuple(self._shelf.troubles), faults=faults))
            self._shelf.troubles.clear()

    async def _try_again(self, collection: Collection) -> None:
        """Go on with the records whose faults are gone."""
        for box, match in await asyncio.to_thread(self._shelf.try_again):
            await self.publish(collection.admit(box, match, self._shelf.sums[box, match]))
        await self._report()

    async def _take_messages(self, collection: Collection) -> None:
        """Take the messages of a thread that connects again and again. Raises OSError if the disk fails."""
        loop, news, ending = asyncio.get_running_loop(), asyncio.Event(), Event()
        end = self._end = DirectorEnd(self._instance, partial(loop.call_soon_threadsafe, news.set))
        connection = self._connection = Connection(
            self._broker, topics.DIRECTOR, end, self._tell, topics=topics.OF_DIRECTOR, pause_s=self._pause_s
        )
        thread = Thread(target=connection.run, args=(ending,), name="link", daemon=True)
        thread.start()
        due = loop.time() + TRY_AGAIN_S
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(due if self._shelf.faults else None):
                        await news.wait()
                if self._shelf.faults and loop.time() >= due:
                    await self._try_again(collection)
                    due = loop.time() + TRY_AGAIN_S
                news.clear()
                while end.waiting:
                    messages = [end.waiting.popleft() for _ in range(min(AT_ONCE, len(end.waiting)))]
                    await self._take(collection, [_reaction(collection, message) for message in messages])
        finally:
            self._end = self._connection = None
            ending.set()
            connection.look()
            await asyncio.to_thread(thread.join)

    def _tell(self, line: str) -> None:
        """Called by the thread of the connection."""
        self._trouble = "" if self._connection is None or self._connection.is_on else line

    async def _take(self, collection: Collection, reactions: list[Reaction]) -> None:
        """Keep the lines of these reactions, then hand the reactions on, then publish their questions."""
        if lines := [line for reaction in reactions for line in reaction.stored]:
            self._keeping = asyncio.create_task(asyncio.to_thread(self._shelf.keep, lines))
            await asyncio.shield(self._keeping)
            await self._report()
        for reaction in reactions:
            if reaction is not NOTHING_NEW:
                await self._hand_on(reaction)
        await self.publish([message for reaction in reactions for message in reaction.publishes])

    async def _hand_on(self, reaction: Reaction) -> None:
        """Hand on a reaction; a bug on the way becomes a trouble. Raises OSError if the disk fails."""
        try:
            await self._heard(reaction)
        except OSError:
            raise
        except Exception as fault:  # noqa: BLE001 - whatever it is, the next message is another one
            await self._heard(Reaction(troubles=(fault_of_ours(fault),)))


BrokerLink: TypeAlias = DirectorLink | Unlinked


def _reaction(collection: Collection, message: tuple[str, bytes]) -> Reaction:
    """The reaction to a message. A bug is reported and ends nothing: a retained message would come again."""
    if message is BEGINS:
        return Reaction(news=ConnectionBegins())
    try:
        return collection.receive(*message)
    except Exception as fault:  # noqa: BLE001 - whatever it is, the next message is another one
        return Reaction(troubles=(fault_of_ours(fault),))
