"""A real browser without a head, driven over the DevTools protocol: JSON over two pipes, so no port is opened.

Chrome DevTools Protocol 1.3, `--remote-debugging-pipe`: it reads from descriptor 3 and writes to 4, and messages end
in NUL.
"""

from __future__ import annotations

import atexit
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from copy import copy
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Self, TypeVar

from msgspec import Raw, Struct
from msgspec.json import Decoder, decode

WITH_TABS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Browsers in which a tab may lie over another one."""

NAMES = ("chromium-headless-shell", *WITH_TABS)
"""The first takes half the processor time of the others: it draws no window around a page."""

PATIENCE_S = 60.0
SETTLES_S = 0.5
"""After so long the page takes a click for a button that came where another one stood."""
SHORTEST_S, LONGEST_S = 0.01, 0.05
"""Between two looks at a page: each costs the time of three processes."""

AS_3_AND_4 = """
import fcntl, os, sys
reads, writes = (fcntl.fcntl(int(one), fcntl.F_DUPFD, 10) for one in sys.argv[1:3])
os.dup2(reads, 3)
os.dup2(writes, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
FLAGS = (
    "--headless --remote-debugging-pipe --no-first-run --no-default-browser-check --disable-gpu --mute-audio "
    "--disable-background-networking --disable-component-update --disable-sync --disable-extensions "
    "--disable-dev-shm-usage --hide-scrollbars --force-color-profile=srgb --force-prefers-reduced-motion "
    "--renderer-process-limit=1"
).split()
"""Nothing flies unless `Browser.moves` was called: to draw that takes a quarter of the time. No process is begun
ahead of the page that may need it: that takes a seventh of the time of a page."""


def found(names: tuple[str, ...] = NAMES) -> str:
    """Where the first of these browsers is installed; empty if none is."""
    return next(filter(None, map(shutil.which, names)), "")


CONTROLS = frozenset("button checkbox combobox link radio searchbox spinbutton textbox DisclosureTriangle".split())


GUARD = """
(selector) => {
  const wanted = document.querySelector(selector);
  const types = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
  let beside = "", clicked = false;
  const meets = (event) => {
    clicked ||= event.type === "click";
    const there = wanted.contains(event.target) || wanted.closest("label")?.control === event.target;
    if (event.type === "pointerdown" && !there) beside = event.target.outerHTML;
    if (beside) [event.preventDefault(), event.stopImmediatePropagation()];
  };
  types.forEach((type) => addEventListener(type, meets, true));
  window.endGuard = () => {
    types.forEach((type) => removeEventListener(type, meets, true));
    return [beside, clicked];
  };
}
"""
"""Until `endGuard`, which returns what lay there, and whether anybody was told of a click, one beside this element does
nothing."""

VIEW = b'{"method":"Network.eventSourceMessageReceived"'
"""The beginning of what it tells of each view that a page is sent: nobody asks."""

AWAY = "-32000"
"""The number of every error of a page that is just gone."""

T = TypeVar("T")


class Message(Struct, rename="camel"):
    """An answer, which has the number of its command, or an event. What it says is read by who wants to know it."""

    id: int = 0
    result: Raw = Raw()
    error: Raw = Raw()
    method: str = ""
    params: Raw = Raw()
    session_id: str = ""


MESSAGES = Decoder(Message)


class Value(Struct, frozen=True):
    """What a node of the accessibility tree is called, or one of its properties is."""

    value: Any = ""


class Property(Struct):
    """A property of a node."""

    name: str
    value: Value


class Node(Struct, rename={"node_id": "nodeId", "child_ids": "childIds", "in_page": "backendDOMNodeId"}):
    """A node of the accessibility tree; `in_page` is the number of its element."""

    node_id: str
    ignored: bool
    role: Value = Value()
    name: Value = Value()
    properties: tuple[Property, ...] = ()
    child_ids: tuple[str, ...] = ()
    in_page: int = 0


class Tree(Struct):
    """The nodes of an accessibility tree, its root first."""

    nodes: list[Node]


class BrowserError(Exception):
    """The browser, or a script in the page, says no."""


class Chromium:
    """The browser's process, which every `Browser` of this process shares: starting one takes a second."""

    running: ClassVar[dict[str, Chromium]] = {}

    @classmethod
    def get(cls, program: str) -> Chromium:
        """The process of this program that runs, or a new one."""
        if program not in cls.running or cls.running[program]._process.poll() is not None:
            cls.running[program] = cls(program)
        return cls.running[program]

    def __init__(self, program: str) -> None:
        self.pages: dict[str, Browser] = {}
        self._numbers = count(1)
        self._answers: dict[int, Message] = {}
        self._left = bytearray()
        self._profile = TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        reads, self._say = os.pipe()
        self._hear, writes = os.pipe()
        root = ("--no-sandbox",) if os.geteuid() == 0 else ()
        command = [program, *FLAGS, *root, f"--user-data-dir={self._profile.name}", "about:blank"]
        self._process = subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, "-c", AS_3_AND_4, str(reads), str(writes), *command],
            pass_fds=(reads, writes),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(reads)
        os.close(writes)
        atexit.register(self.end)

    def end(self) -> None:
        """End the process, and remove its profile."""
        with suppress(BrowserError, OSError):
            self.call("Browser.close")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE_S)
        self._process.kill()
        self._process.wait()
        self._profile.cleanup()

    def call(self, method: str, session: str = "", **given: Any) -> dict[str, Any]:
        """A command to the browser, or to the page of a session. Raises BrowserError."""
        return decode(self.answer(method, session, **given), type=dict[str, Any])

    def answer(self, method: str, session: str = "", **given: Any) -> Raw:
        """What it answers, as JSON. Raises BrowserError."""
        number = next(self._numbers)
        asked = {"id": number, "method": method, "params": given} | ({"sessionId": session} if session else {})
        os.write(self._say, json.dumps(asked).encode() + b"\0")
        until = time.monotonic() + PATIENCE_S
        while number not in self._answers:
            if time.monotonic() > until or self._process.poll() is not None:
                raise BrowserError(f"no answer to {method}")
            self.listen(0.5)
        answer = self._answers.pop(number)
        if answer.error:
            raise BrowserError(f"{method}: {decode(answer.error)}")
        return answer.result

    def rest(self, seconds: float) -> None:
        """Take what the browser says for so many seconds."""
        until = time.monotonic() + seconds
        while (left_s := until - time.monotonic()) > 0:
            self.listen(left_s)

    def listen(self, patience_s: float) -> None:
        """Take what the browser says within so many seconds."""
        if not select.select([self._hear], [], [], patience_s)[0]:
            return
        self._left += os.read(self._hear, 1 << 20)
        *whole, self._left[:] = self._left.split(b"\0")
        for text in whole:
            if text.startswith(VIEW):
                continue
            said = MESSAGES.decode(text)
            if said.id:
                self._answers[said.id] = said
            elif page := self.pages.get(said.session_id):
                page.hear(said.method, said.params)


class Browser:
    """A browser that has never been used, with one page; its cookies, storage and cache are its own.

    `requests` are the addresses asked for since `follow_network`, `complaints` what its console says.
    """

    def __init__(self, names: tuple[str, ...] = NAMES) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._asks_for_file = 0
        self._process = Chromium.get(found(names))
        self._context = self._process.call("Target.createBrowserContext")["browserContextId"]
        self._attach(new_window=True)

    def _attach(self, *, new_window: bool) -> None:
        made = self._process.call(
            "Target.createTarget", url="about:blank", newWindow=new_window, browserContextId=self._context
        )
        self._target = made["targetId"]
        self._session = self._process.call("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        self._process.pages[self._session] = self
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def another(self, *, window: bool) -> Browser:
        """Another page of this browser: a tab over this one, which is hidden then, or a window of its own.

        Both have the same `requests` and `complaints`, and end together.
        """
        opened = copy(self)
        opened._attach(new_window=window)
        return opened

    def come_to_front(self) -> None:
        """This tab is seen, and no other of its window."""
        self.call("Page.bringToFront")

    def close(self) -> None:
        """Close this page alone."""
        self._process.call("Target.closeTarget", targetId=self._target)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pages = self._process.pages
        self._process.pages = {session: page for session, page in pages.items() if page._context != self._context}
        with suppress(BrowserError, OSError):  # one that has crashed is started anew by the next test
            self._process.call("Target.disposeBrowserContext", browserContextId=self._context)

    def call(self, method: str, **given: Any) -> dict[str, Any]:
        """A command to the page. Raises BrowserError."""
        return self._process.call(method, self._session, **given)

    def read(self, as_type: type[T], method: str, **given: Any) -> T:
        """The answer to a command, of which only what this type has is read. Raises BrowserError."""
        return decode(self._process.answer(method, self._session, **given), type=as_type)

    def follow_network(self) -> None:
        """Keep in `requests` what is asked for from now on, and obey commands of Network.

        Not from the start: the browser would report each view that a page is sent, too, through three processes.
        """
        self.requests.clear()
        self.call("Network.enable")

    def ask(self, script: str) -> Any:
        """What a JavaScript expression is worth in the page. Raises BrowserError."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise BrowserError(json.dumps(answer["exceptionDetails"])[:600])
        return answer["result"].get("value")

    def until(self, script: str, patience_s: float = PATIENCE_S) -> Any:
        """Wait until this is true in the page; its worth. Raises BrowserError when that takes too long."""
        until, pause_s = time.monotonic() + patience_s, SHORTEST_S
        while time.monotonic() < until:
            try:
                if worth := self.ask(script):
                    return worth
            except BrowserError as fault:
                if AWAY not in str(fault):
                    raise
            self._process.rest(pause_s)
            pause_s = min(LONGEST_S, pause_s * 1.3)
        raise BrowserError(f"never true: {script}\n{self.ask('document.body.innerText')}")

    def moves(self, *, moves: bool = True) -> None:
        """Whether this page wants what moves, and that alone, among the wishes of its media."""
        wishes = [{"name": "prefers-reduced-motion", "value": "no-preference"}] if moves else []
        self.call("Emulation.setEmulatedMedia", features=wishes)

    def size(self, width: int, height: int, scale: float = 1.0) -> None:
        """The window's size in CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False
        )

    def key(self, name: str, *, down: bool) -> None:
        """A key goes down or up."""
        letters = {"Enter": "\r", "Space": " "}
        text = {"text": letters[name]} if name in letters and down else {}
        kind, key = "keyDown" if down else "keyUp", {"Space": " "}.get(name, name)
        codes = {"Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9}
        code = {**codes, "Space": 32}[name]
        self.call("Input.dispatchKeyEvent", type=kind, key=key, code=name, windowsVirtualKeyCode=code, **text)

    def press(self, *names: str) -> None:
        """Keys one after another, each down and up."""
        for name in names:
            self.key(name, down=True)
            self.key(name, down=False)

    def write(self, text: str) -> None:
        """Type over what is chosen in the field that has the keys."""
        self.call("Input.insertText", text=text)

    def keeps_files_in(self, place: Path) -> None:
        """What is downloaded goes there, under its own name; files are asked for without a window."""
        self._process.call(
            "Browser.setDownloadBehavior",
            behavior="allow",
            downloadPath=str(place),
            browserContextId=self._context,
        )
        self.call("Page.setInterceptFileChooserDialog", enabled=True)

    def give_file(self, file: Path) -> None:
        """The file for which the page asks, now or in a moment."""
        until = time.monotonic() + PATIENCE_S
        while not self._asks_for_file:
            if time.monotonic() > until:
                raise BrowserError("no file is asked for")
            self._process.listen(0.01)
        self.call("DOM.setFileInputFiles", files=[str(file)], backendNodeId=self._asks_for_file)
        self._asks_for_file = 0

    def seen_by_readers(self) -> list[Node]:
        """The whole accessibility tree: what those who cannot see the page are told. Raises BrowserError."""
        return self.read(Tree, "Accessibility.getFullAXTree").nodes

    def nameless(self) -> list[str]:
        """The controls that have no name for those who cannot see them, as the browser tells them."""
        shown = [node for node in self.seen_by_readers() if not node.ignored and node.role.value in CONTROLS]
        assert shown, "no controls at all"
        return [str(node) for node in shown if not node.name.value.strip()]

    def mouse(self, selector: str, *moves: str, modifiers: int = 0) -> None:
        """The mouse goes to the middle of an element and does this: "mousePressed", "mouseReleased"."""
        self.ask(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'nearest'}})")
        box = self.box(selector)
        x, y = box["x"] + min(box["width"] / 2, 12), box["y"] + box["height"] / 2
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for move in moves:
            self.call("Input.dispatchMouseEvent", type=move, x=x, y=y, button="left", clickCount=1, modifiers=modifiers)

    def click(self, selector: str, modifiers: int = 0) -> None:
        """A click with the mouse (modifiers 8: shift), repeated where the page moved meanwhile and it would miss.

        Also, once and later, where the page takes none for a button that has only just come. Raises BrowserError when
        something else stays over the element.
        """
        until, again = time.monotonic() + PATIENCE_S, True
        while time.monotonic() < until:
            self.ask(f"({GUARD})({json.dumps(selector)})")
            self.mouse(selector, "mousePressed", "mouseReleased", modifiers=modifiers)
            beside, clicked = self.ask("window.endGuard?.()") or ("", True)
            if not beside and (clicked or not again):
                return
            if not beside:
                time.sleep(SETTLES_S)
                again = False
        raise BrowserError(f"a click on {selector} meets {beside[:200]}")

    def box(self, selector: str) -> dict[str, float]:
        """Where an element is seen now, in CSS pixels."""
        return dict(self.ask(f"document.querySelector({json.dumps(selector)}).getBoundingClientRect().toJSON()"))

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of an element as it is seen now, in CSS pixels."""
        box = self.box(selector)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def finger(self, move: str, *at: float) -> None:
        """A finger, at a place or away: "touchStart", "touchMove", "touchEnd"."""
        self.call("Input.dispatchTouchEvent", type=move, touchPoints=[{"x": at[0], "y": at[1]}] if at else [])

    def picture(self, path: Path) -> None:
        """A screenshot as PNG."""
        shot = self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))

    def hear(self, method: str, told: Raw) -> None:
        """Take an event of the page; of most nobody asks what they say."""
        match method:
            case "Network.requestWillBeSent":
                self.requests.append(decode(told)["request"]["url"])
            case "Page.fileChooserOpened":
                self._asks_for_file = decode(told)["backendNodeId"]
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(decode(told)["exceptionDetails"])[:600])
            case "Log.entryAdded":
                entry = decode(told)["entry"]
                self.complaints.append(f"{entry['level']}: {entry['text']}")
            case "Runtime.consoleAPICalled" if (said := decode(told))["type"] in {"error", "warning", "assert"}:
                self.complaints.append(json.dumps(said["args"])[:600])
