"""The page in the room without a browser: its views and its texts in the language of the box."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import cast
from urllib.request import urlopen

import pytest

from companion.http.serving import listening
from companion.phone.pairing import Pairing
from companion.phone.server import PhoneServer
from companion.room.parts import PageButtons, PageDisplay, PageState
from companion.room.server import RoomServer
from companion.support.messages import ENGLISH, speak, spoken_in
from hardware.linux import LinuxClock
from tests.companion.http.client import asked, views


@pytest.fixture
def phone() -> PhoneServer:
    """A phone is expected at this table."""
    return cast("PhoneServer", SimpleNamespace(pairing=Pairing()))


@pytest.fixture
def display() -> PageDisplay:
    return PageDisplay(PageState(LinuxClock()))


@pytest.fixture
def port(phone: PhoneServer, display: PageDisplay) -> Iterator[int]:
    """The page that shows this display, in a box that speaks English at first."""
    state = display._state
    with listening("127.0.0.1", 0) as listens:
        with RoomServer(state, PageButtons(state, LinuxClock()), listens, phone).serve():
            yield listens.getsockname()[1]
        speak(ENGLISH)


def test_it_follows_the_language_that_somebody_chooses_at_the_box(display: PageDisplay, port: int) -> None:
    with closing(views(port)) as english:
        assert next(english)["number"] == 0
        speak("de")
        display.show(bytes([1] * 1024))
        assert list(english) == [], "it ends, and the page comes back in the other language"
    assert b'lang="de"' in asked(port, "/")[2]
    with closing(views(port)) as german:
        assert next(german)["number"] == 1
        display.show(bytes([2] * 1024))
        assert next(german)["number"] == 2


def test_a_page_for_the_whole_network_is_told_at_an_address_that_answers(display: PageDisplay) -> None:
    state = display._state
    with listening("0.0.0.0", 0) as listens:  # noqa: S104 - what somebody may write into the settings
        server = RoomServer(state, PageButtons(state, LinuxClock()), listens)
        with server.serve(), urlopen(server.address) as answer:  # noqa: S310 - our own
            assert answer.status == 200


def test_a_phone_that_speaks_another_language_changes_no_view(phone: PhoneServer, port: int) -> None:
    with closing(views(port)) as english:
        assert next(english)["phone"]["code"]
        with spoken_in("fr"):  # as its own page is answered
            phone.pairing.pair(phone.pairing.code, "the token of a phone")
        assert next(english)["phone"] == {"code": ""}
