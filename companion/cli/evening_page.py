"""The organiser of an evening that runs by itself: what a browser would ask of the director's page."""

from __future__ import annotations

import json
import re
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from queue import Empty, Queue
from threading import Thread
from typing import Any, TypeAlias

from companion.cli.evening_processes import LOOPBACK, EveningError

Json: TypeAlias = dict[str, Any]

ANSWER_S = 30.0
TOKEN = re.compile(r'<meta name="token" content="([^"]*)">')


class OrganisersPage:
    """A session at the director's page on this computer. Raises EveningError, and OSError without an answer."""

    def __init__(self, port: int, password: str) -> None:
        self._port = port
        self._headers: dict[str, str] = {}
        self._views: Queue[Json] = Queue()
        token = TOKEN.search(self._ask("GET", "/")[0])
        self._headers = {"X-Token": token[1] if token else "", "Content-Type": "application/json"}
        _, cookie = self._ask("POST", "/login", {"password": password})
        self._headers["Cookie"] = cookie.partition(";")[0]

    def wish(self, do: str, **more: object) -> int:
        """Wish for something, as a press on the page does; views from this number on know of it."""
        return int(json.loads(self._ask("POST", "/wishes", {"do": do, **more})[0])["changes"])

    def results(self, event: str) -> Json:
        """All results of an event."""
        found: Json = json.loads(self._ask("GET", f"/results/{event}")[0])
        return found

    def follow(self) -> None:
        """Hear whatever the page hears, from now on."""
        Thread(target=self._listen, daemon=True).start()

    def next_view(self, wait_s: float) -> Json | None:
        """The next view of the page; None: there was none in this time."""
        try:
            return self._views.get(timeout=wait_s)
        except Empty:
            return None

    def _listen(self) -> None:
        with closing(HTTPConnection(LOOPBACK, self._port)) as line:
            try:
                line.request("GET", "/events", headers=self._headers)
                for text in line.getresponse():
                    if text.startswith(b"data: {"):
                        self._views.put(json.loads(text[6:]))
            except (OSError, HTTPException):
                return  # the director has ended

    def _ask(self, method: str, path: str, wish: Json | None = None) -> tuple[str, str]:
        """The body of an answer, and the cookie that it sets. Raises EveningError for a refusal."""
        origin = {"Origin": f"http://{LOOPBACK}:{self._port}", "Sec-Fetch-Site": "same-origin"}
        body = None if wish is None else json.dumps(wish)
        with closing(HTTPConnection(LOOPBACK, self._port, timeout=ANSWER_S)) as line:
            line.request(method, path, body, self._headers | origin)
            answer = line.getresponse()
            text = answer.read().decode()
        if answer.status != 200:
            raise EveningError(f"the director refuses {wish or path}: {text}")
        return text, answer.headers.get("Set-Cookie", "")
