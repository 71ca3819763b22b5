"""The other end of the preloaded library: sockets that stand for device nodes, and the models behind them."""

from __future__ import annotations

import selectors
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

LONGEST = 1 << 16
CLOSE = 0
"""Instead of an ioctl: the program closes the descriptor. A killed program sends nothing."""
CALL_S = 0.0001
"""About the time of a transfer; long enough for the program to sleep, so that sleeps can be counted."""
FORBIDDEN, ALLOWED = 0o000, 0o660


class Answer(NamedTuple):
    """The result of an ioctl (negative: an errno), its bytes, and the descriptors that it returns.

    `after_s`: so long the call blocks; the other nodes answer meanwhile.
    """

    returned: int = 0
    octets: bytes = b""
    passed: tuple[socket.socket, ...] = ()
    after_s: float = 0.0


class Node(Protocol):
    """Answers the ioctls of one descriptor."""

    def ioctl(self, request: int, octets: bytes) -> Answer:
        """One call."""

    def closed(self) -> None:
        """The program closed the descriptor."""


class Nodes:
    """Device nodes below a directory. `calls` counts the ioctls: in each the program sleeps once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._selector = selectors.DefaultSelector()
        self._listening: dict[str, socket.socket] = {}
        self._answering: dict[socket.socket, Node] = {}
        self._heard: list[socket.socket] = []
        self._waker, self._wake = socket.socketpair()
        self._selector.register(self._wake, selectors.EVENT_READ, lambda: None)
        self._ending = False
        self.world = threading.RLock()
        self.calls = 0
        self.blocked = 0
        """Calls that block now."""
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def place(self, node: str, opened: Callable[[], Node]) -> None:
        """Create a node such as /dev/i2c-1; each opening makes a model."""
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
        """Remove the node; what is open stays open."""
        with self.world:
            listening = self._listening.pop(node)
            self._selector.unregister(listening)
            listening.close()
        (self._root / node.lstrip("/")).unlink()

    def forbid(self, node: str) -> None:
        """Forbid a node."""
        (self._root / node.lstrip("/")).chmod(FORBIDDEN)

    def allow(self, node: str) -> None:
        """Allow a node."""
        (self._root / node.lstrip("/")).chmod(ALLOWED)

    def answer_on(self, line: socket.socket, node: Node) -> None:
        """Let a model answer on an open line."""
        self._answering[line] = node
        self._selector.register(line, selectors.EVENT_READ, lambda: self._answer(line, node))

    def hear(self, line: socket.socket, heard: Callable[[bytes], None]) -> None:
        """Pass on each message of a socket at once: a full one would block who writes to it."""
        self._heard.append(line)
        self._selector.register(line, selectors.EVENT_READ, lambda: heard(line.recv(LONGEST)))

    def close(self) -> None:
        """End the thread."""
        self._ending = True
        self._waker.send(b"\0")
        self._thread.join()
        for line in (self._waker, self._wake):
            line.close()  # not by the thread, which another message may wake and end before

    def _serve(self) -> None:
        while not self._ending:
            for key, _ in self._selector.select():
                with self.world:
                    key.data()
        for line in list(self._answering):
            self._let_go(line)
        for line in (*self._listening.values(), *self._heard):
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
        if not answer.after_s:
            self._send(line, answer)
            return
        self.blocked += 1
        threading.Timer(answer.after_s, self._unblock, (line, answer)).start()

    def _unblock(self, line: socket.socket, answer: Answer) -> None:
        with self.world:
            self.blocked -= 1
            if line in self._answering:
                self._send(line, answer)

    def _send(self, line: socket.socket, answer: Answer) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):
            message = struct.pack("=i", answer.returned) + answer.octets
            socket.send_fds(line, [message], [listener.fileno() for listener in answer.passed])
        for listener in answer.passed:
            listener.close()

    def _let_go(self, line: socket.socket) -> None:
        self._answering.pop(line).closed()
        self._selector.unregister(line)
        line.close()
