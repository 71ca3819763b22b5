"""How the director collects records: which lines it keeps, asks for, or refuses. Pure.

A line is kept if it goes on where the kept lines end: by its number and by its check sum, which covers all lines before
it. So each line is kept once, however often and in whatever order messages arrive. What is missing is asked for, one
match of a box at a time. A line that contradicts the kept ones is a fork: it is reported and not kept.
"""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

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


class Head(NamedTuple):
    """How many lines of a match are kept, and the check sum of the last."""

    lines: int
    crc: int


NOTHING = Head(0, 0)


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
    """Decides on each message of the boxes. `heads` is how far the shelf of records goes, by box and match.

    `sums` has the check sums of all kept lines, as far as known: older contradictions are found by them. If a line
    cannot be kept, begin again with a new collection. Nothing is asked for or kept of the matches that are `barred`:
    their records have a fault. `now` is in seconds; None: no clock.
    """

    def __init__(
        self,
        heads: Mapping[tuple[str, str], Head],
        sums: Mapping[tuple[str, str], Iterable[int]] | None = None,
        now: Callable[[], float] | None = None,
    ) -> None:
        self._now = now
        self._heads = dict(heads)
        self._sums = {key: array("I", known) for key, known in (sums or {}).items()}
        self._boxes: dict[str, _Box] = {}
        self._barred: set[tuple[str, str]] = set()
        self._taken_back_at: float | None = None

    @property
    def trouble(self) -> str:
        """What is wrong as long as another director takes the connection again and again; empty: none does."""
        at = self._taken_back_at
        return "" if at is None or self._now is None or self._now() - at > TAKEN_BACK_S else ANOTHER

    def bar(self, box: str, match: str) -> None:
        """Keep nothing of this match from now on."""
        self._barred.add((box, match))

    def admit(self, box: str, match: str, sums: Iterable[int]) -> tuple[Publish, ...]:
        """Go on with a match that was barred, whose kept lines have these check sums; returns what is asked."""
        key, known = (box, match), array("I", sums)
        self._barred.discard(key)
        self._sums[key], self._heads[key] = known, Head(len(known), known[-1]) if known else NOTHING
        return self._ask(box)

    def head(self, box: str, match: str) -> Head:
        """How far a match is kept."""
        return self._heads.get((box, match), NOTHING)

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
        if not presence.on and self._now:
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
        if self._box(topics.DIRECTOR).comes_back(presence) and self._now:
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
        kept = self._sum(name, match, head.lines)
        return () if kept in {None, head.check_sum} else self._fork(name, match, head.lines)

    def _sum(self, name: str, match: str, n: int) -> int | None:
        """The check sum of a kept line; None: it is not kept, or not known."""
        key = name, match
        head = self._heads.get(key, NOTHING)
        if n in {0, head.lines}:
            return head.crc if n else 0
        sums = self._sums.get(key, ())
        first = head.lines - len(sums)  # lines before those whose sums are known
        return sums[n - first - 1] if first < n <= head.lines else None

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
        box, match, head = self._box(name), said.match, self.head(name, said.match)
        is_answer = box.asked == (match, said.start)
        if (name, match) in self._barred:
            return Reaction(publishes=self._ask(name)) if is_answer else NOTHING_NEW
        if said.start > head.lines + 1:
            return self._gap(name, match, said.start + len(said.lines) - 1)
        self._refuse_too_many(name, said)
        stored: list[Stored] = []
        troubles: tuple[str, ...] = ()
        for n, line in enumerate((text.encode() for text in said.lines), said.start):
            if n <= head.lines and self._is_kept(name, match, n, line):
                continue
            crc = continuation(line, n, head.crc) if n == head.lines + 1 else None
            if crc is None:
                troubles = self._fork(name, match, n)
                break
            head = self._keep(name, match, Head(n, crc))
            stored.append(Stored(name, match, n, line))
        return Reaction(tuple(stored), self._ask(name) if is_answer else (), troubles)

    def _refuse_too_many(self, name: str, said: Lines) -> None:
        """Raises RefusedMessage."""
        if said.start + len(said.lines) - 1 > MOST_LINES_OF_A_MATCH:
            raise RefusedMessage(f"too many lines of a match; allowed: {MOST_LINES_OF_A_MATCH}")
        kept = sum(box == name for box, _ in self._heads)
        if not self.head(name, said.match).lines and kept >= MOST_MATCHES_OF_A_BOX:
            raise RefusedMessage(f"too many matches of a box; allowed: {MOST_MATCHES_OF_A_BOX}")

    def _keep(self, name: str, match: str, head: Head) -> Head:
        """Note that a match is kept up to this line."""
        key = name, match
        self._heads[key] = head
        self._sums.setdefault(key, array("I")).append(head.crc)
        return head

    def _gap(self, name: str, match: str, n: int) -> Reaction:
        """A line came early: ask for the missing ones before it, unless an answer is on its way."""
        box = self._box(name)
        if len(box.wanted) < MOST_MATCHES_OF_A_BOX:
            box.wanted[match] = max(n, box.wanted.get(match, 0))
        return Reaction(publishes=self._ask(name)) if box.asked is None else NOTHING_NEW

    def _is_kept(self, name: str, match: str, n: int, line: bytes) -> bool:
        """Whether this is the kept line of its number, as far as check sums are known."""
        kept, previous = self._sum(name, match, n), self._sum(name, match, n - 1)
        return kept is None or kept == (_own_check_sum(line) if previous is None else continuation(line, n, previous))

    def _ask(self, name: str) -> tuple[Publish, ...]:
        """Ask for the lines that are missing of the latest match; nothing if all are here."""
        box = self._box(name)
        box.asked = None
        for match in sorted(box.wanted, reverse=True):
            start = self.head(name, match).lines + 1
            is_refused = match in box.misfits or (name, match) in self._barred
            if start <= box.wanted[match] and not is_refused:
                box.asked = match, start
                return (Publish(topics.ask(name), encode(AskForLines(match, start))),)
        return ()


def _own_check_sum(line: bytes) -> int | None:
    """The check sum that is written in a line. None: it has none."""
    found = re.search(rb" crc=([0-9a-f]{8})$", line)
    return int(found[1], 16) if found else None


def _once(told: set[str], kind: str, sentence: str) -> tuple[str, ...]:
    """The sentence for its first time, while fewer than MOST_TOLD were shown: a flood must not fill a page."""
    if kind in told or len(told) >= MOST_TOLD:
        return ()
    told.add(kind)
    return (sentence,)
