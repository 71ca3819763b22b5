"""The director's connection to the broker: aiomqtt around the collection.

What is heard is on the shelf before anybody knows of it. Messages that wait are taken together, so that one sync serves
many lines. A fault of the disk ends the connection: the collection begins again with what the shelf has.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.club import topics
from companion.club.connection import KEEP_ALIVE_S, closed, context_of, in_words, lost, pause_s, refused
from companion.club.payloads import Presence, encode
from companion.director.collection import NOTHING_NEW, Collection, Heard
from companion.http.tasks import fault_of_ours
from companion.storage.disk import StorageError
from companion.support.messages import msg

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from companion.club.connection import Broker
    from companion.club.payloads import Publish
    from companion.director.shelf import Shelf

PRESENCE = topics.presence(topics.DIRECTOR)
AT_ONCE = 200
"""Messages that are taken together."""
MOST_WAITING = 20_000
"""Messages that wait in this process; what exceeds it is asked for again."""
ANSWER_S = 10.0


class Link:
    """Keeps the director connected. `trouble` says why it is not, and what to do; empty: it is."""

    def __init__(
        self,
        broker: Broker,
        shelf: Shelf,
        *,
        answer_s: float = ANSWER_S,
        pause_s: Callable[[int, float], float] = pause_s,
    ) -> None:
        self.trouble: str = msg("not connected to the broker at {broker} yet", broker=str(broker))
        self._broker, self._shelf = broker, shelf
        self._answer_s, self._pause_s = answer_s, pause_s
        self._client: Any = None
        self._keeping: asyncio.Task[None] | None = None
        self._collection: Collection | None = None

    async def run(self, heard: Callable[[Heard], Awaitable[None]]) -> None:
        """Connect, again and again, until cancelled; hand on what each message came to."""
        work = asyncio.create_task(self._work(heard))
        try:
            await asyncio.shield(work)
        finally:
            while not work.done():  # until Python 3.12, asyncio.wait_for can lose a cancellation
                work.cancel()
                await asyncio.wait([work], timeout=1.0)
            if self._keeping is not None:  # a thread cannot be cancelled: nobody else may write meanwhile
                await asyncio.wait([self._keeping])

    async def _work(self, heard: Callable[[Heard], Awaitable[None]]) -> None:
        attempt = 0
        while True:
            try:
                await self._connection(heard)
            except StorageError as fault:
                self.trouble, self._collection, self._client = str(fault), None, None
            except OSError as fault:
                self.trouble = in_words(fault, self._broker)
            attempt = attempt + 1 if self._client is None else 0
            self._client = None
            await asyncio.sleep(self._pause_s(attempt, random.random()))  # noqa: S311 - no secret

    async def publish(self, messages: Iterable[Publish]) -> None:
        """Send these. Without a connection they are dropped: boxes say again which order they follow."""
        import aiomqtt  # noqa: PLC0415 - only where a director connects

        client = self._client
        with suppress(aiomqtt.MqttError):
            for one in messages if client is not None else ():
                await self._publish(client, one)

    async def _publish(self, client: Any, one: Publish) -> None:
        await client.publish(one.topic, one.payload, one.qos, one.retain, timeout=self._answer_s)

    async def _connection(self, heard: Callable[[Heard], Awaitable[None]]) -> None:
        """One connection, from its beginning to its end. Raises OSError."""
        import aiomqtt  # noqa: PLC0415 - only where a director connects

        collection = self._collection or await self._begin(heard)
        try:
            async with self._new_client() as client:
                await self._serve(client, collection, heard)
        except aiomqtt.MqttError as fault:
            self.trouble = self._in_words(fault)

    async def _begin(self, heard: Callable[[Heard], Awaitable[None]]) -> Collection:
        """With what the shelf has; what is wrong with it is told."""
        heads = await asyncio.to_thread(self._shelf.heads)
        self._collection = Collection(heads, self._shelf.sums)
        if self._shelf.troubles:
            await heard(Heard(troubles=tuple(self._shelf.troubles)))
            self._shelf.troubles.clear()
        return self._collection

    def _new_client(self) -> Any:
        import aiomqtt  # noqa: PLC0415 - only where a director connects

        files = self._broker.files
        return aiomqtt.Client(
            self._broker.host,
            self._broker.port,
            identifier=topics.DIRECTOR,
            will=aiomqtt.Will(PRESENCE, encode(Presence(on=False)), 1, retain=True),
            clean_session=True,
            timeout=self._answer_s,
            keepalive=KEEP_ALIVE_S,
            max_queued_incoming_messages=MOST_WAITING,
            tls_context=context_of(files) if files else None,
        )

    async def _serve(self, client: Any, collection: Collection, heard: Callable[[Heard], Awaitable[None]]) -> None:
        await heard(Heard(anew=True))  # a broker that died has said no last wills
        await client.subscribe([(topic, 1) for topic in topics.OF_DIRECTOR])
        await client.publish(PRESENCE, encode(Presence(on=True)), 1, retain=True)
        self._client, self.trouble = client, ""
        try:
            async for first in client.messages:
                waiting = [first]
                while len(client.messages) and len(waiting) < AT_ONCE:
                    waiting.append(await anext(client.messages))
                came = [_heard(collection, one.topic.value, bytes(one.payload or b"")) for one in waiting]
                await self._take(client, came, heard)
        except asyncio.CancelledError:
            await self._say_goodbye(client)
            raise

    async def _take(self, client: Any, all_heard: list[Heard], heard: Callable[[Heard], Awaitable[None]]) -> None:
        """Keep the lines of these messages, then hand on, then ask."""
        if lines := [line for one in all_heard for line in one.stored]:
            self._keeping = asyncio.create_task(asyncio.to_thread(self._shelf.keep, lines))
            await asyncio.shield(self._keeping)
        for one in all_heard:
            if one is not NOTHING_NEW:
                await _hand_on(one, heard)
        for message in (message for one in all_heard for message in one.publishes):
            await self._publish(client, message)  # one that fails ends the connection: in the next all is asked anew

    async def _say_goodbye(self, client: Any) -> None:
        """Say goodbye; what cannot be said any more, the broker says."""
        import aiomqtt  # noqa: PLC0415 - only where a director connects

        with suppress(aiomqtt.MqttError):
            await client.publish(PRESENCE, encode(Presence(on=False)), 1, retain=True, timeout=1.0)

    def _in_words(self, fault: Exception) -> str:
        """The package wraps what the system said."""
        cause: BaseException | None = fault
        while cause is not None and not isinstance(cause, OSError):
            cause = cause.__cause__ or cause.__context__
        if isinstance(cause, OSError):
            return in_words(cause, self._broker)
        if self._client is not None:
            return lost(self._broker)
        return refused(self._broker, fault) if hasattr(fault, "rc") else closed(self._broker)


def _heard(collection: Collection, topic: str, payload: bytes) -> Heard:
    """What a message comes to. A fault of ours is told and ends nothing: what is retained would come again."""
    try:
        return collection.heard(topic, payload)
    except Exception as fault:  # noqa: BLE001 - whatever it is, the next message is another one
        return Heard(troubles=(fault_of_ours(fault),))


async def _hand_on(one: Heard, heard: Callable[[Heard], Awaitable[None]]) -> None:
    """Hand it on; the same of a fault there. Raises what the disk says."""
    try:
        await heard(one)
    except OSError:
        raise
    except Exception as fault:  # noqa: BLE001 - the same
        await heard(Heard(troubles=(fault_of_ours(fault),)))
