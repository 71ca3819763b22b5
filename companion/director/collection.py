"""How the director collects records: which lines it keeps, asks for, or refuses. Pure.

A line is kept if it goes on where the kept lines end: by its number and by its check sum, which covers all lines before
it. So each line is kept once, however often and in whatever order messages arrive. What is missing is asked for, one
match of a box at a time. A line that contradicts the kept ones is a fork: it is reported and not kept.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping
from typing import TypeAlias

from companion.club import topics
from companion.club.payloads import AskForLines, Lines, MatchHead, Presence, PublicView, Publish, State, decode, encode
from companion.storage.journal import continuation
from companion.support.decoding import RefusedMessage
from companion.support.messages import msg
from companion.support.values import dataclass, replace

MOST_MATCHES_OF_A_BOX = 4_096
"""Maximum matches of a box. One with more floods the director."""
MOST_LINES_OF_A_MATCH = 20_000
MOST_TOLD = 50
"""Maximum forks of a box that are shown to people."""


OFTEN, WITHIN_S = 10, 60.0
"""If so many connections of a box end within so many seconds, two machines use its name: each takes the place of the
other as soon as it connects. A bad network ends fewer."""
TAKEN_BACK_S = 180.0
"""Maximum seconds between two takings of the connection by another director: the pauses of both are below 60."""
ANOTHER = msg("Another director of this club is connected, and boxes get the orders of both: end one of them.")


@dataclass(frozen=True, slots=True)
class Stored:
    """A line to be kept: appended and synced in this order, before anything that follows from it."""

    box: str
    match: str
    n: int
    line: bytes


@dataclass(frozen=True, slots=True)
class FromBox:
    """What a box says of itself."""

    box: str
    said: Presence | State | PublicView


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The broker has forgotten a box, since it was shut out."""

    box: str


@dataclass(frozen=True, slots=True)
class ConnectionBegins:
    """The director has connected: each box counts as absent until it publishes otherwise."""


News: TypeAlias = FromBox | Forgotten | ConnectionBegins


@dataclass(frozen=True, slots=True)
class Reaction:
    """What follows from a message. `troubles` are for people; `of` is the box that has them, empty: this computer.

    `faults` says why records cannot be kept, of all of them, by box and match; None: they are as before.
    """

    stored: tuple[Stored, ...] = ()
    publishes: tuple[Publish, ...] = ()
    troubles: tuple[str, ...] = ()
    news: News | None = None
    of: str = ""
    faults: Mapping[tuple[str, str], str] | None = None


NOTHING_NEW = Reaction()


class _Box:
    """What is known of a box besides its kept lines."""

    def __init__(self) -> None:
        self.wanted: dict[str, int] = {}  # how many lines of a match there are
        self.asked: tuple[str, int] | None = None  # the match, and the first line of the answer
        self.misfits: set[str] = set()  # matches whose lines did not fit since the last state: not asked for
        self.told: set[str] = set()  # kinds of trouble, or the match of a fork, that people were told of
        self.instances: list[str] = []  # machines of this name, in order of appearance
        self.ended: deque[float] = deque(maxlen=OFTEN)  # when its latest connections ended

    def comes_back(self, presence: Presence) -> bool:
        """Note which machine has the name. True: another seemed to have replaced it, so two use the name."""
        if presence.instance in {"", *self.instances[-1:]}:
            return False
        known, self.instances = self.instances, [*self.instances[-1:], presence.instance]
        return presence.instance in known


class Collection:
    """Decides on each message of the boxes. `sums` are the check sums of all lines on the shelf, by box and match.

    If a line cannot be kept, begin again with a new collection. Nothing is asked for or kept of the matches that are
    `barred` at the time: their records have a fault. `now` is in seconds.
    """

    def __init__(
        self,
        sums: Mapping[tuple[str, str], Iterable[int]],
        now: Callable[[], float],
        barred: Container[tuple[str, str]] = (),
    ) -> None:
        self._now, self._barred = now, barred
        self._sums = {key: array("I", known) for key, known in sums.items()}
        self._boxes: dict[str, _Box] = {}
        self._taken_back_at: float | None = None

    @property
    def trouble(self) -> str:
        """What is wrong as long as another director takes the connection again and again; empty: none does."""
        at = self._taken_back_at
        return "" if at is None or self._now() - at > TAKEN_BACK_S else ANOTHER

    def admit(self, box: str, match: str, sums: Iterable[int]) -> tuple[Publish, ...]:
        """Go on with a match that was barred, whose kept lines have these check sums; returns what is asked."""
        self._sums[box, match] = array("I", sums)
        return self._ask(box)

    def receive(self, topic: str, payload: bytes) -> Reaction:
        """The consequences of a message. Ignores malformed messages, and reports them."""
        try:
            found = self._message(topics.parse(topic), payload)
        except RefusedMessage as fault:
            found = Reaction(troubles=(msg("{topic}: refused, {why}", topic=topic[:80], why=str(fault)),))
        return replace(found, of=topics.box_in(topic)) if found.troubles else found

    def _message(self, where: topics.Topic, payload: bytes) -> Reaction:
        box = where.box
        match where.kind:
            case "presence" if box == topics.DIRECTOR:
                return self._director(decode(Presence, payload))
            case "presence" if not payload:
                return Reaction(news=Forgotten(box))
            case "presence":
                return self._presence(box, decode(Presence, payload))
            case "state":
                return self._state(box, decode(State, payload))
            case "record":
                return self._lines(box, decode(Lines, payload))
            case "view" if not payload:
                return NOTHING_NEW  # the view was deleted
            case "view":
                return Reaction(news=FromBox(box, decode(PublicView, payload)))
        raise RefusedMessage("nothing that a director hears")

    def _box(self, name: str) -> _Box:
        return self._boxes.setdefault(name, _Box())

    def _presence(self, name: str, presence: Presence) -> Reaction:
        """Tell if two machines use the name, and take in whether the box is there.

        Machines with copied memory cards have the same instance. They are found by how often connections end.
        """
        box = self._box(name)
        troubles: tuple[str, ...] = ()
        if box.comes_back(presence):
            sentence = msg("{box}: two machines use this name; give each box a bundle of its own", box=name)
            troubles = _once(box.told, "two machines", sentence)
        if not presence.on:
            box.ended.append(now := self._now())
            if len(box.ended) == OFTEN and now - box.ended[0] <= WITHIN_S:
                sentence = msg(
                    "{box}: its connection ends again and again, as when two machines use this name; give each box a"
                    " bundle of its own, also one with a copied memory card",
                    box=name,
                )
                troubles = _once(box.told, "often", sentence)
        return Reaction(news=FromBox(name, presence), troubles=troubles)

    def _director(self, presence: Presence) -> Reaction:
        """Note which director is there. Two take each other's place as soon as they connect."""
        if self._box(topics.DIRECTOR).comes_back(presence):
            self._taken_back_at = self._now()
        return NOTHING_NEW

    def _state(self, name: str, state: State) -> Reaction:
        box = self._box(name)
        box.wanted = {match: head.lines for match, head in state.matches.items()}
        box.misfits.clear()
        troubles = [self._judge(name, match, head) for match, head in state.matches.items()]
        return Reaction(news=FromBox(name, state), troubles=sum(troubles, ()), publishes=self._ask(name))

    def _judge(self, name: str, match: str, head: MatchHead) -> tuple[str, ...]:
        """What is wrong with the length and check sum that a box states for a match."""
        sums = self._sums_of(name, match)
        if head.lines > len(sums) or head.check_sum == (sums[head.lines - 1] if head.lines else 0):
            return ()
        return self._fork(name, match, head.lines)

    def _sums_of(self, name: str, match: str) -> array[int]:
        """The check sums of the kept lines of a match."""
        return self._sums.get((name, match), array("I"))

    def _fork(self, name: str, match: str, n: int) -> tuple[str, ...]:
        """Stop asking for this match until the next state of the box; returns the sentence for people, once."""
        box = self._box(name)
        box.misfits.add(match)
        sentence = msg(
            "{box}: line {n} of {match} contradicts what was sent before, and is not kept", box=name, n=n, match=match
        )
        return _once(box.told, match, sentence)

    def _lines(self, name: str, said: Lines) -> Reaction:
        """Keep the lines that go on where the kept ones end, up to one that contradicts."""
        box, match, sums = self._box(name), said.match, self._sums_of(name, said.match)
        is_answer = box.asked == (match, said.start)
        if (name, match) in self._barred:
            return Reaction(publishes=self._ask(name)) if is_answer else NOTHING_NEW
        if said.start > len(sums) + 1:
            return self._gap(name, match, said.start + len(said.lines) - 1)
        self._refuse_too_many(name, said)
        stored: list[Stored] = []
        troubles: tuple[str, ...] = ()
        for n, line in enumerate((text.encode() for text in said.lines), said.start):
            crc = continuation(line, n, sums[n - 2] if n > 1 else 0)
            if crc is None or (n <= len(sums) and crc != sums[n - 1]):
                troubles = self._fork(name, match, n)
                break
            if n > len(sums):
                sums.append(crc)
                stored.append(Stored(name, match, n, line))
        if stored:
            self._sums[name, match] = sums
        return Reaction(tuple(stored), self._ask(name) if is_answer else (), troubles)

    def _refuse_too_many(self, name: str, said: Lines) -> None:
        """Raises RefusedMessage."""
        if said.start + len(said.lines) - 1 > MOST_LINES_OF_A_MATCH:
            raise RefusedMessage(f"too many lines of a match; allowed: {MOST_LINES_OF_A_MATCH}")
        kept = sum(box == name for box, _ in self._sums)
        if not self._sums_of(name, said.match) and kept >= MOST_MATCHES_OF_A_BOX:
            raise RefusedMessage(f"too many matches of a box; allowed: {MOST_MATCHES_OF_A_BOX}")

    def _gap(self, name: str, match: str, n: int) -> Reaction:
        """A line came early: ask for the missing ones before it, unless an answer is on its way."""
        box = self._box(name)
        if len(box.wanted) < MOST_MATCHES_OF_A_BOX:
            box.wanted[match] = max(n, box.wanted.get(match, 0))
        return Reaction(publishes=self._ask(name)) if box.asked is None else NOTHING_NEW

    def _ask(self, name: str) -> tuple[Publish, ...]:
        """Ask for the lines that are missing of the latest match; nothing if all are here."""
        box = self._box(name)
        box.asked = None
        for match in sorted(box.wanted, reverse=True):
            start = len(self._sums_of(name, match)) + 1
            is_refused = match in box.misfits or (name, match) in self._barred
            if start <= box.wanted[match] and not is_refused:
                box.asked = match, start
                return (Publish(topics.ask(name), encode(AskForLines(match, start))),)
        return ()


def _once(told: set[str], kind: str, sentence: str) -> tuple[str, ...]:
    """The sentence for its first time, while fewer than MOST_TOLD were shown: a flood must not fill a page."""
    if kind in told or len(told) >= MOST_TOLD:
        return ()
    told.add(kind)
    return (sentence,)
