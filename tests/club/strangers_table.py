"""A table of a club as a stranger writes it: from docs/club-protocol.md alone, with nothing of the program.

    python strangers_table.py BUNDLE DIRECTORY NAME...

It joins by the bundle. The people NAME come in at once; whoever is ordered to this table sits down, and they play
Spades. DIRECTORY keeps the records, and in `scores.json` what the people have counted themselves. SIGTERM ends it.
"""

from __future__ import annotations

import json
import random
import secrets
import signal
import ssl
import sys
import time
import tomllib
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

Json = dict[str, Any]
Key = tuple[str, int, int, str]

MOST_ANSWERED, MOST_BYTES = 200, 65_536
AGAIN_S, VIEW_S, LOOK_S = 60.0, 1.0, 0.1
CONNECTED = "connected"


# ---------------------------------------------------------------- the people, by the rules of Spades

SUITS, RANKS = "SHDC", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = [f"{rank}{suit}" for suit in SUITS for rank in RANKS]
SPADE = "S"
BID = 3
"""Of everybody: nobody is nil, and there are few bags."""


def suit(card: str) -> str:
    return card[-1]


def rank(card: str) -> int:
    return RANKS.index(card[:-1])


def envelope(event: str, board: int) -> list[list[str]]:
    """The hands of a board, from North clockwise: what somebody has laid out."""
    cards = random.Random(f"{event}:{board}").sample(DECK, len(DECK))
    return [cards[13 * seat : 13 * seat + 13] for seat in range(4)]


def fitting(hand: list[str], trick: list[str], *, broken: bool) -> list[str]:
    """The cards that may be played."""
    if trick:
        return [card for card in hand if suit(card) == suit(trick[0])] or hand
    return [card for card in hand if broken or suit(card) != SPADE] or hand


def winner(trick: list[str]) -> int:
    """The place in a trick of the card that takes it."""
    wins = SPADE if SPADE in map(suit, trick) else suit(trick[0])
    return max((place for place in range(4) if suit(trick[place]) == wins), key=lambda place: rank(trick[place]))


def played(hands: list[list[str]], leader: int, tricks: list[int]) -> Iterator[tuple[int, str]]:
    """The plays of a deal, by seat; counts the tricks of each seat."""
    broken = False
    for _ in range(13):
        trick: list[str] = []
        for place in range(4):
            seat = (leader + place) % 4
            card = max(fitting(hands[seat], trick, broken=broken), key=rank)
            hands[seat].remove(card)
            trick.append(card)
            broken = broken or suit(card) == SPADE
            yield seat, card
        leader = (leader + winner(trick)) % 4
        tricks[leader] += 1


def counted(tricks: list[int], bags: list[int]) -> list[int]:
    """What a deal scores by seat; `bags` are those of each side, before and after."""
    scores = []
    for side in range(2):
        made, bid = tricks[side] + tricks[side + 2], 2 * BID
        if made < bid:
            scores.append(-10 * bid)
            continue
        full, bags[side] = divmod(bags[side] + made - bid, 10)
        scores.append(10 * bid + made - bid - 100 * full)
    return [*scores, *scores]


# ---------------------------------------------------------------- the record


@dataclass
class Record:
    """The record of a match. `scored` has the number of lines behind each deal that is scored."""

    name: str
    event: str
    boards: list[int]
    lines: list[bytes] = field(default_factory=list)
    sums: list[int] = field(default_factory=list)
    scored: list[int] = field(default_factory=list)
    is_over: bool = False

    def add(self, text: str) -> None:
        """Add a line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S")
        note = "" if text.startswith(";") else " ;"
        covered = f"{text}{note} n={len(self.lines) + 1} at={at}".encode()
        self.sums.append(zlib.crc32(covered, self.sums[-1] if self.sums else 0))
        self.lines.append(covered + f" crc={self.sums[-1]:08x}".encode())

    def leaving(self, released: list[str]) -> int:
        """How many lines may leave."""
        free = len(self.scored)
        for place, board in enumerate(self.boards):
            if f"{self.event}:{board}" not in released:
                free = min(free, place)
        if self.is_over and free == len(self.scored):
            return len(self.lines)
        return self.scored[free - 1] if free else 0

    def head(self, released: list[str]) -> Json:
        """What the state says of it."""
        lines = self.leaving(released)
        crc = self.sums[lines - 1] if lines else 0
        return {"lines": lines, "crc": f"{crc:08x}", "finished": self.is_over and lines == len(self.lines)}


def quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


# ---------------------------------------------------------------- the table


class Table:
    """What is played, and what is said of it."""

    def __init__(self, bundle: Path, directory: Path, here: list[str]) -> None:
        self.bundle = tomllib.loads(bundle.read_text("utf-8"))
        self.directory, self.here = directory, here
        self.instance = secrets.token_hex(4)
        self.order: Json = {"number": 0}
        self.records: dict[str, Record] = {}
        self.scores: list[Json] = []
        self.view: Json = {"on": True}
        self.finished: set[Key] = set()
        self.match: Iterator[bool] = iter(())
        self.inbox: Queue[tuple[str, bytes]] = Queue()
        self.told: dict[str, int] = {}
        self.said, self.shown = b"", b""
        self.said_at = self.shown_at = 0.0
        self.ending = False
        self.client = self.connection()

    # ------------------------------------------------------------ the wire

    def connection(self) -> Client:
        """By the bundle; paho begins anew by itself, after a pause that doubles."""
        files = {name: self.directory / f"{name}.pem" for name in ("authority", "certificate", "key")}
        for name, path in files.items():
            path.touch(0o600)
            path.write_text(self.bundle[name], "utf-8")
        context = ssl.create_default_context(cafile=str(files["authority"]))
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(files["certificate"], files["key"])
        client = Client(CallbackAPIVersion.VERSION2, self.bundle["box"], clean_session=True)
        client.tls_set_context(context)
        client.will_set(self.topic("presence"), json.dumps({"on": False}), 1, retain=True)
        client.reconnect_delay_set(1, 60)
        client.on_connect = self.connected
        client.on_message = lambda _client, _data, message: self.inbox.put((message.topic, bytes(message.payload)))
        client.connect_async(self.bundle["broker"], self.bundle["port"])
        return client

    def connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if not reason.is_failure:
            topics = self.topic("ask"), self.topic("order"), "club/director/presence"
            client.subscribe([(topic, 1) for topic in topics])
            self.inbox.put((CONNECTED, b""))

    def topic(self, *words: str) -> str:
        return "/".join(("club", self.bundle["box"], *words))

    def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> None:
        if self.client.is_connected():
            self.client.publish(topic, payload, qos, retain)

    # ------------------------------------------------------------ what it says

    def say_presence(self, *, on: bool) -> None:
        presence = {"on": True, "instance": self.instance} if on else {"on": False}
        self.publish(self.topic("presence"), json.dumps(presence).encode(), retain=True)

    def state(self) -> bytes:
        released = self.order.get("released", [])
        heads = {name: record.head(released) for name, record in self.records.items()}
        return json.dumps({"order": self.order["number"], "here": self.here, "matches": heads}).encode()

    def say_state(self) -> None:
        """The state once more."""
        self.said, self.said_at = self.state(), time.monotonic()
        self.told = {name: head["lines"] for name, head in json.loads(self.said)["matches"].items()}
        self.publish(self.topic("state"), self.said)

    def say_what_is_new(self) -> None:
        """Lines that may leave now, the state behind them, and the view."""
        now = self.state()
        for name, head in json.loads(now)["matches"].items():
            first, last = self.told.get(name, 0) + 1, head["lines"]
            if last - first < MOST_ANSWERED:
                while first <= last:
                    first = self.send(name, first, last)
        if now != self.said or time.monotonic() - self.said_at > AGAIN_S:
            self.say_state()
        self.say_view()

    def say_view(self) -> None:
        """At most once a second, and if it is another."""
        view = json.dumps(self.view).encode()
        if view != self.shown and time.monotonic() - self.shown_at > VIEW_S:
            self.shown, self.shown_at = view, time.monotonic()
            self.publish(self.topic("view"), view, qos=0, retain=True)

    def send(self, match: str, first: int, last: int) -> int:
        """Some lines from the first on, as many as fit in a payload; returns the number of the next."""
        lines: list[str] = []
        for line in self.records[match].lines[first - 1 : last]:
            if len(json.dumps([*lines, line.decode()]).encode()) > MOST_BYTES - 200:
                break
            lines.append(line.decode())
        if lines:
            self.publish(self.topic("record"), json.dumps({"match": match, "from": first, "lines": lines}).encode())
        return first + len(lines)

    # ------------------------------------------------------------ what it hears

    def hear(self, topic: str, payload: bytes) -> None:
        """Answer a message."""
        if topic == CONNECTED:
            self.shown = b""
            self.say_presence(on=True)
            self.say_state()
            self.say_view()
        elif topic == "club/director/presence":
            if payload and json.loads(payload)["on"]:
                self.say_state()
        elif topic == self.topic("ask"):
            self.answer(json.loads(payload))
        elif topic == self.topic("order"):
            self.order = json.loads(payload)
            self.say_what_is_new()

    def answer(self, ask: Json) -> None:
        record = self.records.get(ask["match"])
        if record is not None:
            leaving = record.leaving(self.order.get("released", []))
            self.send(record.name, ask["from"], min(leaving, ask["from"] + MOST_ANSWERED - 1))

    # ------------------------------------------------------------ what it plays

    def go_on(self) -> None:
        """Play a deal, or begin what was ordered."""
        wanted = self.order.get("assignment")
        if not next(self.match, False) and wanted and key_of(wanted) not in self.finished:
            self.match = self.play(wanted)

    def play(self, wanted: Json) -> Iterator[bool]:
        """Play what was ordered, a deal each time."""
        names, boards = wanted["players"], wanted["boards"]
        club = {key: wanted[key] for key in ("event", "round", "table")}
        self.here += [name for name in names if name not in self.here]
        name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{wanted['game']}"
        record = self.records[name] = Record(name, wanted["event"], boards)
        dealer = names.index(wanted["dealer"]) if wanted["dealer"] else 0
        for line in header(wanted, names[dealer]):
            record.add(line)
        points, bags = [[0, 0, 0, 0]], [0, 0]
        self.show(names, points, club)
        yield True
        for number, board in enumerate(boards, 1):
            tricks = [0, 0, 0, 0]
            record.add("deal")
            for seat in (1, 2, 3, 4):
                record.add(f"{quoted(names[(dealer + seat) % 4])} bid {BID}")
            for seat, card in played(envelope(wanted["event"], board), (dealer + 1) % 4, tricks):
                record.add(f"{quoted(names[seat])} {card}")
            record.scored.append(len(record.lines))
            scores = counted(tricks, bags)
            points.append([before + score for before, score in zip(points[-1], scores, strict=True)])
            self.scores.append({**club, "board": board, "names": names, "points": scores})
            dealer = (dealer + 1) % 4
            if number == wanted["deals"]:
                record.add("end")
                record.is_over = True
                self.finished.add(key_of(wanted))
            self.keep(record)
            self.show(names, points, club)
            yield True

    def show(self, names: list[str], points: list[list[int]], club: Json) -> None:
        """What everybody in the room may see."""
        players = [{"name": name, "stands": stands} for name, stands in zip(names, points[-1], strict=True)]
        self.view = {
            "on": True,
            "game": "spades",
            "title": "Spades",
            "where": f"Deal {len(points)}",
            "players": players,
            "curve": {"step": "deal", "points": list(points)},
            "club": club,
        }

    def keep(self, record: Record) -> None:
        (self.directory / f"{record.name}.table").write_bytes(b"".join(line + b"\n" for line in record.lines))
        (self.directory / "scores.json").write_text(json.dumps(self.scores), "utf-8")

    # ------------------------------------------------------------ the evening

    def run(self) -> None:
        """Until it is to end."""
        signal.signal(signal.SIGTERM, self.end)
        self.client.loop_start()
        went_on = 0.0
        while not self.ending:
            with suppress(Empty):
                self.hear(*self.inbox.get(timeout=LOOK_S))
            if time.monotonic() - went_on > VIEW_S:  # each deal is seen
                went_on = time.monotonic()
                self.go_on()
            self.say_what_is_new()
        self.say_presence(on=False)
        self.client.disconnect()
        self.client.loop_stop()

    def end(self, *_: object) -> None:
        self.ending = True


def key_of(wanted: Json) -> Key:
    """What tells an assignment from every other."""
    return wanted["event"], wanted["round"], wanted["table"], wanted.get("seating", "")


def header(wanted: Json, dealer: str) -> Iterator[str]:
    """The first lines of the record of a match."""
    yield f"game {wanted['game']}"
    yield f"players {' '.join(map(quoted, wanted['players']))}"
    for name, value in wanted["options"].items():
        yield f"option {name} {value}"
    boards = ",".join(map(str, wanted["boards"]))
    seating = f" seating={wanted['seating']}" if wanted.get("seating") else ""
    yield (
        f"; club event={wanted['event']} round={wanted['round']} table={wanted['table']}"
        f" boards={boards} deals={wanted['deals']}{seating}"
    )
    yield f"dealer {quoted(dealer)}"


if __name__ == "__main__":
    Table(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]).run()
