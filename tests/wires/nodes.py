"""The other end of the preloaded library: sockets that stand for device nodes, and the models that answer on them.

One thread serves all nodes in the order in which the program asks, so a model needs no lock against another; whoever
moves the outside world from a test holds `Nodes.world`.
"""

from __future__ import annotations

import selectors
import socket
import struct
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LONGEST = 1 << 16
CLOSE = 0
"""In place of an ioctl: the program closes the descriptor. One that was killed sends nothing."""
CALL_S = 0.0001
"""About what a transfer takes; long enough for the program to go to sleep, so that sleeps can be counted."""
FORBIDDEN, ALLOWED = 0o000, 0o660


class Answer(NamedTuple):
    """What an ioctl returns (negative: an errno), the bytes it leaves behind, and descriptors that it hands out."""

    returned: int = 0
    octets: bytes = b""
    passed: tuple[socket.socket, ...] = ()


class Node(Protocol):
    """What answers the ioctls of one descriptor."""

    def ioctl(self, request: int, octets: bytes) -> Answer:
        """One call."""

    def closed(self) -> None:
        """The program let go."""


class Nodes:
    """Device nodes below a directory. `calls` counts the ioctls: in each the program sleeps once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._selector = selectors.DefaultSelector()
        self._listening: dict[str, socket.socket] = {}
        self._answering: dict[socket.socket, Node] = {}
        self._waker, self._wake = socket.socketpair()
        self._selector.register(self._wake, selectors.EVENT_READ, lambda: None)
        self._ending = False
        self.world = threading.RLock()
        self.calls = 0
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def place(self, node: str, opened: Callable[[], Node]) -> None:
        """Let a node such as /dev/i2c-1 be there; each opening makes one of what answers."""
        path = self._root / node.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listening.bind(str(path))
        listening.listen()
        path.chmod(ALLOWED)
        with self.world:
            self._listening[node] = listening
            self._selector.register(listening, selectors.EVENT_READ, lambda: self._accept(listening, opened()))

    def remove(self, node: str) -> None:
        """The node is gone; what is open stays open."""
        with self.world:
            listening = self._listening.pop(node)
            self._selector.unregister(listening)
            listening.close()
        (self._root / node.lstrip("/")).unlink()

    def forbid(self, node: str) -> None:
        """Nobody may open it."""
        (self._root / node.lstrip("/")).chmod(FORBIDDEN)

    def allow(self, node: str) -> None:
        """Everybody may."""
        (self._root / node.lstrip("/")).chmod(ALLOWED)

    def answer_on(self, line: socket.socket, node: Node) -> None:
        """Let a node answer on a line that is open."""
        self._answering[line] = node
        self._selector.register(line, selectors.EVENT_READ, lambda: self._answer(line, node))

    def close(self) -> None:
        """The end of the thread."""
        self._ending = True
        self._waker.send(b"\0")
        self._thread.join()

    def _serve(self) -> None:
        while not self._ending:
            for key, _ in self._selector.select():
                with self.world:
                    key.data()
        for line in list(self._answering):
            self._let_go(line)
        for line in (*self._listening.values(), self._waker, self._wake):
            line.close()
        self._selector.close()

    def _accept(self, listening: socket.socket, node: Node) -> None:
        self.answer_on(listening.accept()[0], node)

    def _answer(self, line: socket.socket, node: Node) -> None:
        try:
            asked = line.recv(LONGEST)
        except OSError:
            asked = b""
        request = struct.unpack_from("=Q", asked)[0] if asked else CLOSE
        if request == CLOSE:
            self._let_go(line)  # the program waits for that
            return
        self.calls += 1
        time.sleep(CALL_S)
        answer = node.ioctl(request, asked[8:])
        with suppress(BrokenPipeError, ConnectionResetError):
            message = struct.pack("=i", answer.returned) + answer.octets
            socket.send_fds(line, [message], [one.fileno() for one in answer.passed])
        for one in answer.passed:
            one.close()

    def _let_go(self, line: socket.socket) -> None:
        self._answering.pop(line).closed()
        self._selector.unregister(line)
        line.close()
