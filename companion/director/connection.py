"""What the page needs of a connection to the broker, and what stands in where there is none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from companion.club.payloads import Publish
    from companion.director.collection import Reaction


class BrokerLink(Protocol):
    """The connection to the broker."""

    @property
    def trouble(self) -> str:
        """Why there is no connection, and what to do; empty: there is one."""

    async def run(self, heard: Callable[[Reaction], Awaitable[None]]) -> None:
        """Connect again and again. Hands on what follows from each message, once its lines are on the shelf."""

    async def publish(self, messages: Iterable[Publish]) -> None:
        """Send these; without a connection they are dropped, since boxes say anew which order they follow."""


class Unlinked:
    """No connection at all: the page works, and says why."""

    def __init__(self, trouble: str) -> None:
        self.trouble = trouble

    async def run(self, heard: Callable[[Reaction], Awaitable[None]]) -> None:
        """Hear nothing."""

    async def publish(self, messages: Iterable[Publish]) -> None:
        """Send nothing."""
