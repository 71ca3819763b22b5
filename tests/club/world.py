"""A club in this process: boxes with their senders, the model of a broker, and a director with its collection.

What befalls it comes from a seeded generator: cables are cut, the broker dies with or without what it has kept, the
director and boxes start again, messages come twice or in another order. The director's records are checked line by line
as they are kept: none before it was scored, none twice, none that the box has not.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random

from companion.club import topics
from companion.club.payloads import MatchHead, Order, Presence, Publish, State, encode
from companion.club.sender import Sender
from companion.director.collection import Collection, FromBox
from tests.club.broker_model import Broker, Message
from tests.club.lines import LinesAlone, crc_of, sealed

MATCHES = tuple(f"2026-11-25-{20 + number}0000-spades" for number in range(3))
LINES = 40
"""Lines of a match at most."""
KINDS = 8
"""Different evenings: more boxes play some of them again."""
HOUR_S = 3_600
"""Between two looks at the clock: no connection ends soon after another."""
MOST_ROUNDS = 60
"""Minutes after which all is collected, whatever happened before."""
DIRECTOR_ON = encode(Presence(on=True))
DIRECTOR_OFF = Message(topics.presence(topics.DIRECTOR), encode(Presence(on=False)), retain=True)


@cache
def evening(kind: int) -> tuple[tuple[bytes, ...], ...]:
    """The lines of each match of an evening, and nothing of how far it is played."""
    return tuple(
        sealed(f"game spades ; {kind}.{number}", *(f"Ann {n}H ; {kind}" for n in range(2, LINES + 1)))
        for number in range(len(MATCHES))
    )


@cache
def heads(kind: int, number: int) -> tuple[MatchHead, ...]:
    """The head of a match after each line."""
    lines = evening(kind)[number]
    return (MatchHead.at(0, 0), *(MatchHead.at(n, crc_of(line)) for n, line in enumerate(lines, 1)))


class Box(LinesAlone):
    """A table and its process: what is played, what may leave, and what is on its way."""

    def __init__(self, name: str, kind: int, make: Callable[..., Sender]) -> None:
        self.name = name
        self.orders: list[Order] = []
        self.going: deque[Publish] = deque()
        self._make, self._kind = make, kind
        self._played = [0] * len(MATCHES)
        self._now = 0
        self.scored: dict[str, MatchHead] = {}
        self.restart()

    def restart(self) -> None:
        """The process starts again; the outbox is there."""
        self.going.clear()
        self.sender = self._make(self.name, "0a1b2c3d", "0.1.0", self, take=self.orders.append)

    def play(self, lines: int) -> None:
        """So many lines, or a new match."""
        self._played[self._now] = min(LINES, self._played[self._now] + lines)

    def score(self) -> None:
        """The deal is over: what was played may leave."""
        if self._played[self._now]:
            self.scored[MATCHES[self._now]] = heads(self._kind, self._now)[self._played[self._now]]

    def play_a_deal(self) -> None:
        """Five lines, and what was played may leave."""
        self.play(5)
        self.score()

    def go_on(self) -> None:
        """Begin the next match; the last one ends where it is."""
        if self._now + 1 < len(MATCHES):
            self.score()
            self._now += 1

    def record(self, match: str) -> tuple[bytes, ...]:
        """The lines of a match that may leave."""
        return evening(self._kind)[MATCHES.index(match)][: self.scored[match].lines if match in self.scored else 0]

    def matches(self) -> Mapping[str, MatchHead]:
        return dict(self.scored)

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        return self.record(match)[start - 1 : start - 1 + most] if match in MATCHES else ()


class World:
    """A club of so many boxes; `shy` ones see no broker before the end."""

    def __init__(
        self,
        luck: Random,
        boxes: int,
        sender: Callable[..., Sender] = Sender,
        collection: Callable[..., Collection] = Collection,
    ) -> None:
        self._luck, self._make_collection = luck, partial(collection, now=itertools.count(step=HOUR_S).__next__)
        self.broker = Broker(most_queued=luck.choice((5, 1000)), most_in_flight=luck.choice((30, 10_000)))
        self.boxes = {f"box-{number}": Box(f"box-{number}", number % KINDS, sender) for number in range(boxes)}
        self._names = list(self.boxes)
        self.shy = {name for name in self._names if luck.random() < 0.1}
        self._lasting = luck.random() < 0.3  # the director's session outlives its connection
        self.shelf: dict[tuple[str, str], list[bytes]] = {}
        self.kept = self.said = 0
        self._going: deque[Publish] = deque()
        self._wanted = Order(1)
        self._collection = self._make_collection({})

    # what befalls it

    def run(self, steps: int) -> None:
        """So many things by chance."""
        names, weights = zip(*WEIGHTS.items(), strict=True)
        for name in self._luck.choices(names, weights, k=steps):
            getattr(self, name)()

    def _box(self) -> Box:
        return self.boxes[self._luck.choice(self._names)]

    def _some(self) -> list[Box]:
        """One of a few boxes, or five of a hundred."""
        return [self._box() for _ in range(max(1, len(self.boxes) // 20))]

    def _play(self) -> None:
        for box in self._some():
            box.play(self._luck.randrange(1, 7))

    def _score(self) -> None:
        for box in self._some():
            box.score()
            self._look(box)

    def _next_match(self) -> None:
        self._box().go_on()

    def _look(self, box: Box) -> None:
        if self.broker.is_on(box.name):
            box.going.extend(box.sender.news())

    def _cut_box(self) -> None:
        """A cable is cut; a part of what is on its way arrives."""
        box = self._box()
        if self.broker.is_on(box.name):
            self._carry(box, self._luck.randrange(4))
            box.going.clear()
            self.broker.cut(box.name)

    def _mend(self) -> None:
        """Who is cut off comes back: most of the boxes, the director, the broker."""
        if not self.broker.running:
            self.broker.start()
        if self._luck.random() < 0.9:
            self._connect_director()
        for name, box in self.boxes.items():
            if name not in self.shy and self._luck.random() < 0.8:
                self._connect(box)

    def _connect(self, box: Box) -> None:
        if self.broker.running and not self.broker.is_on(box.name):
            will = box.sender.will
            self.broker.connect(box.name, will=Message(will.topic, will.payload, retain=True))
            box.going = deque(box.sender.greet())
            self.broker.subscribe(box.name, *topics.of_box(box.name))

    def _restart_box(self) -> None:
        box = self._box()
        if self.broker.is_on(box.name):
            self.broker.cut(box.name)
        box.restart()

    def _cut_director(self) -> None:
        if self.broker.is_on(topics.DIRECTOR):
            self._going.clear()
            self.broker.cut(topics.DIRECTOR)

    def _connect_director(self) -> None:
        if self.broker.running and not self.broker.is_on(topics.DIRECTOR):
            self.broker.connect(topics.DIRECTOR, clean=not self._lasting, will=DIRECTOR_OFF)
            self.broker.subscribe(topics.DIRECTOR, *topics.OF_DIRECTOR)
            self.broker.publish(DIRECTOR_OFF.topic, DIRECTOR_ON, retain=True)

    def _restart_director(self) -> None:
        """It begins with what its shelf has."""
        self._cut_director()
        self._collection = self._make_collection({key: map(crc_of, lines) for key, lines in self.shelf.items()})

    def _kill_broker(self) -> None:
        if not self.broker.running:
            return
        for box in self.boxes.values():
            box.going.clear()
        self._going.clear()
        if self._luck.random() < 0.4:
            self.broker.save()
        self.broker.kill(lose_all=self._luck.random() < 0.3)

    def _order(self) -> None:
        self._wanted = Order(self._wanted.number + 1)

    def _mix(self) -> None:
        """A message comes twice, or before an earlier one."""
        name = topics.DIRECTOR if self._luck.random() < 0.8 else self._luck.choice(self._names)
        queue = self.broker.sessions[name].queue if self.broker.is_on(name) else deque[Message]()
        if len(queue) > 1:
            one, other = self._luck.randrange(len(queue)), self._luck.randrange(len(queue))
            if self._luck.random() < 0.5:
                queue[one], queue[other] = queue[other], queue[one]
            else:
                queue.insert(other, queue[one])

    # what is on its way

    def _move(self) -> None:
        """A part of what is on its way arrives."""
        for box in self._luck.sample(list(self.boxes.values()), max(2, len(self.boxes) // 4)):
            self._carry(box, self._luck.randrange(1, 12))
            self._hear(box, self._luck.randrange(1, 4))
        self._carry_director()
        self._hear_director(self._luck.randrange(1, 20))

    def _carry(self, box: Box, most: int) -> int:
        if not self.broker.is_on(box.name):
            return 0
        for count in range(most):
            if not box.going:
                return count
            message = box.going.popleft()
            self.broker.publish(message.topic, message.payload, message.qos, retain=message.retain)
        return most

    def _hear(self, box: Box, most: int) -> int:
        for count in range(most):
            message = self.broker.take(box.name) if self.broker.is_on(box.name) else None
            if message is None:
                return count
            box.going.extend(box.sender.answer(message.topic, message.payload))
        return most

    def _carry_director(self) -> None:
        while self._going and self.broker.is_on(topics.DIRECTOR):
            message = self._going.popleft()
            self.broker.publish(message.topic, message.payload, message.qos, retain=message.retain)

    def _hear_director(self, most: int) -> int:
        for count in range(most):
            message = self.broker.take(topics.DIRECTOR) if self.broker.is_on(topics.DIRECTOR) else None
            if message is None:
                return count
            self._collect(message)
        return most

    def _collect(self, message: Message) -> None:
        heard = self._collection.receive(message.topic, message.payload)
        assert heard.troubles == (), "nobody has done anything wrong"
        for stored in heard.stored:
            lines = self.shelf.setdefault((stored.box, stored.match), [])
            assert stored.n == len(lines) + 1, "a line was kept twice, or out of order"
            record = self.boxes[stored.box].record(stored.match)
            assert stored.n <= len(record), "a line has left before it was scored"
            assert stored.line == record[stored.n - 1], "a line is not the one of the box"
            lines.append(stored.line)
            self.kept += 1
        self._going.extend(heard.publishes)
        match heard.news:
            case FromBox(box, State(order=order)) if order != self._wanted.number:
                self._going.append(Publish(topics.order(box), encode(self._wanted)))

    # the end

    def settle(self) -> int:
        """All are connected, and time passes: after how many minutes the director has all records."""
        if not self.broker.running:
            self.broker.start()
        self._connect_director()
        for box in self.boxes.values():
            self._connect(box)
            box.going.extend(box.sender.news())
        for minute in range(MOST_ROUNDS):
            self._flow()
            if self.is_whole():
                return minute
            for box in self._luck.sample(list(self.boxes.values()), len(self.boxes)):
                box.going.extend(box.sender.again())
                self._flow()
        raise AssertionError("some records are never whole")

    def _flow(self) -> None:
        """Until nothing is on its way."""
        moved = True
        while moved:
            moved = bool(self._going)
            self._carry_director()
            for box in self.boxes.values():
                moved |= bool(self._hear(box, 1_000)) | bool(self._carry(box, 1_000))
            moved |= bool(self._hear_director(100_000))

    def is_whole(self) -> bool:
        """Whether the director's records are those of the boxes, and all follow the last order."""
        theirs = {(name, match): list(box.record(match)) for name, box in self.boxes.items() for match in box.scored}
        return self.shelf == theirs and all(box.orders[-1:] == [self._wanted] for box in self.boxes.values())


WEIGHTS = {
    "_play": 8,
    "_score": 8,
    "_next_match": 2,
    "_move": 16,
    "_mix": 8,
    "_mend": 6,
    "_cut_box": 4,
    "_restart_box": 1,
    "_cut_director": 1,
    "_restart_director": 1,
    "_kill_broker": 1,
    "_order": 1,
}
"""What befalls a club, and how often."""


def club(
    seed: int, sender: Callable[..., Sender] = Sender, collection: Callable[..., Collection] = Collection
) -> World:
    """A club after a schedule: most have a few boxes, one in 250 has a hundred."""
    luck = Random(seed)
    boxes = 100 if seed % 250 == 249 else luck.randrange(2, 7)
    world = World(luck, boxes, sender, collection)
    world._mend()
    world.run(300 if boxes == 100 else 60)
    return world
