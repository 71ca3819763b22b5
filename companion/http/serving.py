"""Connections of every server: their limits, and the socket that it listens at."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.http.peers import Address

ARRIVES_S = 8.0
"""Maximum seconds for a whole request to arrive, even if it trickles in."""

STUCK_S = 20.0
"""Seconds after which a client that does not acknowledge sent data is dropped."""


def everybody(client: Address, server: Address) -> bool:
    """Admit every connection."""
    del client, server
    return True


class TimedConnection(H11Protocol):
    """A connection with time limits for requests and responses, of at most `most_each` connections per address.

    `elsewhere` answers every request of a connection that `admits` rejects.
    """

    most_each = 0
    admits: Callable[[Address, Address], bool] = staticmethod(everybody)
    elsewhere: ASGIApp
    _arriving: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in H11Protocol
        """Start the timer for the first request."""
        super().connection_made(transport)
        wire = transport.get_extra_info("socket")
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(STUCK_S * 1000))
        if self.limit_concurrency and len(self.connections) > 2 * self.limit_concurrency:
            transport.abort()  # clients slightly above the limit get a response, those far above it are dropped
        if sum(_address(connection) == _address(self) for connection in self.connections) > self.most_each:
            transport.abort()
        if not self.admits(transport.get_extra_info("peername"), transport.get_extra_info("sockname")):
            self.app = self.elsewhere
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Process received data. The timer runs until the request is complete."""
        super().data_received(data)
        if self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self._start_timer()
        else:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(ARRIVES_S, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None


def _address(connection: Any) -> str | None:
    """The address of the client. None if it is unknown."""
    return connection.client[0] if connection.client else None


class ClosingServer(uvicorn.Server):
    """Leaves no connection open at its end: neither one of the last moment, nor that of a client that is stuck."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in good order, then close the connections that are left."""
        await super().shutdown(sockets)
        for connection in tuple(self.server_state.connections):
            assert isinstance(connection, TimedConnection)
            connection.transport.abort()
        await asyncio.sleep(0)


def configure(
    app: ASGIApp, most: int, most_each: int, admits: Callable[[Address, Address], bool], *, elsewhere: ASGIApp
) -> uvicorn.Config:
    """A server without logs or a server header. The limits are in connections, in all and per address.

    `admits` is called once for each connection; `elsewhere` answers the connections that it rejects.
    """
    of_ours = {"most_each": most_each, "admits": staticmethod(admits), "elsewhere": elsewhere}
    return uvicorn.Config(
        app,
        http=type("TimedConnection", (TimedConnection,), of_ours),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=most,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
    )


def listening(address: str, port: int) -> socket.socket:
    """A listening socket. Raises OSError.

    Its protocol is named, as asyncio sends small packets at once (TCP_NODELAY) only then. Else the second part of a
    response waits 40 ms for the other end to acknowledge the first.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener
