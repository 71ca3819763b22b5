"""A server that asks itself: what is an answer, and what is none."""

from __future__ import annotations

import asyncio
import socket

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.http import tasks
from companion.http.tasks import ask_itself


def asks(app: ASGIApp, *, listens: bool = True) -> int:
    """How often it was answered, up to three times."""
    answers = 0

    def answered() -> None:
        nonlocal answers
        answers += 1
        if answers == 3:
            raise InterruptedError

    with socket.create_server(("127.0.0.1", 0)) as line:
        if not listens:
            line.shutdown(socket.SHUT_RDWR)
        with pytest.raises((InterruptedError, ConnectionError, TimeoutError)):
            asyncio.run(ask_itself(app, line, answered, 0))
    return answers


async def hangs(scope: Scope, receive: Receive, send: Send) -> None:
    del scope, receive, send
    await asyncio.sleep(60)


@pytest.mark.parametrize(("status", "answers"), [(200, 3), (403, 0), (500, 0)])
def test_the_page_itself_is_an_answer(status: int, answers: int) -> None:
    assert asks(PlainTextResponse("", status)) == answers


def test_a_page_that_hangs_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "ANSWER_S", 0.05)
    assert asks(hangs) == 0


def test_nor_is_one_where_nobody_can_connect() -> None:
    assert asks(PlainTextResponse(""), listens=False) == 0


def test_a_server_that_ends_and_has_closed_its_socket_asks_no_more() -> None:
    line = socket.create_server(("127.0.0.1", 0))
    asyncio.run(ask_itself(PlainTextResponse(""), line, line.close, 0))
