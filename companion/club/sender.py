"""The box's end of the wire: what is published when. Pure: it knows neither a network nor the time.

The record on the SD card is the truth, and nothing waits here for a broker. The director knows from the box's state how
far each match goes, and asks for lines that got lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from companion.club import limits, topics
from companion.club.outbox_reader import Outbox
from companion.club.payloads import AskForLines, MatchHead, Order, Presence, Publish, State, decode, encode, pack
from companion.club.topics import Topic
from companion.support.decoding import RefusedMessage

TWO_BOXES = "another box uses the same name: give each box its own bundle"
NOT_TAKEN = "the director's order cannot be given to the table"


class Sender:
    """What a box publishes. `take` hands an order to the table, and may raise OSError.

    `announce` gives what Home Assistant must hear of the box: when the box connects, and when Home Assistant starts.
    """

    def __init__(  # noqa: PLR0913 - the parts of one end
        self,
        box: str,
        instance: str,
        program: str,
        outbox: Outbox,
        *,
        take: Callable[[Order], None],
        announce: Callable[[], tuple[Publish, ...]] = tuple,
    ) -> None:
        self.will = Publish(topics.presence(box), encode(Presence(on=False)), retain=True)
        """What the broker is to say when the connection is lost."""
        self._box, self._outbox, self._take, self._announce = box, outbox, take, announce
        self._presence = Publish(self.will.topic, encode(Presence(True, instance, program)), retain=True)
        self._instance = instance
        self._order: Order | None = None
        self._faults: set[str] = set()
        self._refused_order = ""
        self._others = 0  # how many connections in a row began with the presence of another machine
        self._saw_other = False
        self._told: Mapping[str, MatchHead] = {}  # how far the director knows that there are lines
        self._state, self._view = b"", b""  # the payloads that were published last

    @property
    def has_a_double(self) -> bool:
        """Whether another machine uses the name of this box."""
        return self._others > 1

    def greet(self) -> tuple[Publish, ...]:
        """What is said first in each connection: the director then asks for what it has not."""
        self._others = self._others if self._saw_other else 0
        self._saw_other = False
        return self._presence, *self._announce(), *self.again()

    def again(self) -> tuple[Publish, ...]:
        """State and view once more. They are sent each minute, so that the director notices what got lost."""
        self._told = self._outbox.matches()
        self._state, self._view = self._payload(), b""
        return Publish(topics.state(self._box), self._state), *self._view_if_new()

    def news(self) -> tuple[Publish, ...]:
        """What is new in the outbox: lines, state, view."""
        before, self._told = self._told, self._outbox.matches()
        lines = tuple(self._new_lines(before))
        state = self._payload()
        news = (Publish(topics.state(self._box), state),) if state != self._state else ()
        self._state = state
        return lines + news + self._view_if_new()

    def answer(self, topic: str, payload: bytes) -> tuple[Publish, ...]:
        """The answers to a message. Ignores malformed messages."""
        try:
            if topic == topics.HOME_ASSISTANT:
                return self._announce() if payload == b"online" else ()
            return self._answer(topics.parse(topic), payload)
        except RefusedMessage as fault:
            if topic == topics.order(self._box):
                self._refused_order = f"an order of the director is refused: {fault}"  # the next state reports it
            return ()

    def _answer(self, topic: Topic, payload: bytes) -> tuple[Publish, ...]:
        match topic:
            case topics.Topic(topics.DIRECTOR, "presence"):
                return self.again() if decode(Presence, payload).on else ()
            case topics.Topic(self._box, "presence"):
                return self._saw(decode(Presence, payload))
            case topics.Topic(self._box, "ask"):
                ask = decode(AskForLines, payload)
                return tuple(islice(self._lines(ask.match, ask.start), 1))
            case topics.Topic(self._box, "order"):
                return self._follow(decode(Order, payload))
        raise RefusedMessage("not a message for a box")

    def _saw(self, presence: Presence) -> tuple[Publish, ...]:
        """React to a presence under this box's own name, and correct the last will of an older connection.

        A retained presence of another machine may be that of a machine which this box replaces. If a second connection
        begins so, too, it is a double.
        """
        if not presence.on:
            return (self._presence,)
        if presence.instance == self._instance or self._saw_other:
            return ()
        self._saw_other = True
        self._others += 1
        return self.again() if self._others > 1 else ()

    def _follow(self, order: Order) -> tuple[Publish, ...]:
        """Hand the order to the table, and say that it is followed."""
        self._refused_order = ""
        if order != self._order:
            try:
                self._take(order)
            except OSError:
                self._faults.add(NOT_TAKEN)
                return ()  # the next news tell it: an answer at once would bring the order at once, again and again
        self._order = order
        self._faults.discard(NOT_TAKEN)
        return self.again()

    def _new_lines(self, before: Mapping[str, MatchHead]) -> Iterator[Publish]:
        """New lines, of which the director does not know. If there are many, it asks for them when it has the state."""
        for name, head in self._told.items():
            known = before[name].lines if name in before else 0
            if known < head.lines <= known + limits.MOST_ANSWERED:
                yield from self._lines(name, known + 1)

    def _lines(self, match: str, start: int) -> Iterator[Publish]:
        """Some lines, in as few messages as they fit in."""
        for lines in pack(match, start, tuple(self._fitting(match, start))):
            yield Publish(topics.record(self._box), encode(lines))

    def _fitting(self, match: str, start: int) -> Iterator[str]:
        """Some lines, up to one that cannot be sent."""
        for n, line in enumerate(self._outbox.lines(match, start, limits.MOST_ANSWERED), start):
            if len(line) > limits.MOST_LINE_BYTES:
                self._faults.add(f"line {n} of {match} is too long to be sent")
                return
            yield line.decode()

    def _payload(self) -> bytes:
        two = (TWO_BOXES,) if self.has_a_double else ()
        refused = (self._refused_order,) if self._refused_order else ()
        posted = self._outbox.report()
        faults = (*two, *refused, *sorted(self._faults), *posted.trouble)
        trouble = tuple(text[: limits.MOST_TEXT] for text in faults[: limits.MOST_TROUBLES])
        order = self._order.number if self._order else 0
        here, seated = posted.here[-limits.MOST_HERE :], posted.seated[: limits.MOST_SEATED]
        return encode(State(order, here, dict(self._told), trouble, seated))

    def _view_if_new(self) -> tuple[Publish, ...]:
        view = self._outbox.view()
        if view == self._view or not 0 < len(view) <= limits.MOST_BYTES:
            return ()
        self._view = view
        return (Publish(topics.view(self._box), view, qos=0, retain=True),)
