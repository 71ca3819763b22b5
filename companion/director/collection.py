"""The director's end of the wire: which lines are kept, which are asked for, which are refused. Pure.

A line is kept if it goes on where the kept lines end: by its number and by its check sum, which covers all lines before
it. So each is kept once, however often and in whatever order the wire brings it. What is missing is asked for, one
match of a box at a time. A line that contradicts the kept ones is a fork: it is told, and nothing of it is kept.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, NamedTuple

from companion.club import topics
from companion.club.payloads import Ask, MatchHead, Presence, Publish, State, View, check_line, decode, encode
from companion.storage.journal import continued
from companion.support.decoding import Refused
from companion.support.messages import msg
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.club.topics import Line

MOST_ANSWERED = 200
"""How many lines answer one question."""
MOST_MATCHES_OF_A_BOX = 4_096
"""A box that has more, most of them without an end, floods the director."""
MOST_LINES_OF_A_MATCH = 20_000
MOST_TOLD = 50
"""Maximum troubles of a box that are told."""


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
class Heard:
    """What follows from a message. `troubles` are for people; each is told once.

    `gone` is a box that the broker has forgotten, since it was shut out; empty: none.
    """

    stored: tuple[Stored, ...] = ()
    publishes: tuple[Publish, ...] = ()
    troubles: tuple[str, ...] = ()
    state: tuple[str, State] | None = None
    presence: tuple[str, Presence] | None = None
    view: tuple[str, View] | None = None
    gone: str = ""


NOTHING_NEW = Heard()


class _Box:
    """What is known of a box besides its kept lines."""

    def __init__(self) -> None:
        self.wanted: dict[str, int] = {}  # how many lines of a match there are
        self.asked: tuple[str, int] | None = None  # the match, and the last line of the answer
        self.misfits: set[str] = set()  # matches whose lines did not fit since the last state: not asked for
        self.told: set[str] = set()  # forks and refusals that people know of
        self.instances: list[str] = []  # machines of this name, in order of appearance


class Collection:
    """Beside a shelf of records that goes as far as `heads`, by box and match.

    `sums` has the check sums of all kept lines, as far as known: older contradictions are found by them. If a line
    cannot be kept, begin again with a new collection.
    """

    def __init__(
        self,
        heads: Mapping[tuple[str, str], Head],
        sums: Mapping[tuple[str, str], Iterable[int]] | None = None,
    ) -> None:
        self._heads = dict(heads)
        self._sums = {key: array("I", known) for key, known in (sums or {}).items()}
        self._boxes: dict[str, _Box] = {}
        self._matches: dict[str, int] = {}
        for box, _ in heads:
            self._matches[box] = self._matches.get(box, 0) + 1

    def head(self, box: str, match: str) -> Head:
        """How far a match is kept."""
        return self._heads.get((box, match), NOTHING)

    def heard(self, topic: str, payload: bytes) -> Heard:
        """What follows from a message. Refuses what is none, and says so once for each reason."""
        try:
            where = topics.parse(topic)
            if isinstance(where, topics.Line):
                return self._line(where, check_line(payload))
            return self._word(where, payload)
        except Refused as fault:
            return self._refuse(topic, str(fault))

    def _refuse(self, topic: str, why: str) -> Heard:
        """Tell it once: a flood of what is refused must not fill a page."""
        name = topic.split("/", 2)[1] if topic.count("/") > 1 else ""
        told = self._box(name if name in self._boxes else "").told
        kind = f"{topic.rsplit('/', 1)[-1][:20]}: {why.partition(':')[0][:40]}"
        return Heard(troubles=_once(told, kind, msg("{topic}: refused, {why}", topic=topic[:80], why=why)))

    def _word(self, where: topics.Word, payload: bytes) -> Heard:
        box = where.box
        match where.kind:
            case "presence" if box == topics.DIRECTOR:
                return NOTHING_NEW  # its own
            case "presence" if not payload:
                return Heard(gone=box)
            case "presence":
                return self._presence(box, decode(Presence, payload))
            case "state":
                return self._state(box, decode(State, payload))
            case "view" if not payload:
                return NOTHING_NEW  # it is gone
            case "view":
                return Heard(view=(box, decode(View, payload)))
        raise Refused("nothing that a director hears")

    def _box(self, name: str) -> _Box:
        return self._boxes.setdefault(name, _Box())

    def _presence(self, name: str, presence: Presence) -> Heard:
        """A machine that comes back after another one of its name is a second box, not a replaced one."""
        box = self._box(name)
        troubles: tuple[str, ...] = ()
        if presence.on and presence.instance not in box.instances[-1:]:
            if presence.instance in box.instances:
                sentence = msg("{box}: two machines use this name; give each box a bundle of its own", box=name)
                troubles = _once(box.told, "two machines", sentence)
            box.instances = [*box.instances[-1:], presence.instance]
        return Heard(presence=(name, presence), troubles=troubles)

    def _state(self, name: str, state: State) -> Heard:
        box = self._box(name)
        box.wanted = {match: head.lines for match, head in state.matches.items()}
        box.misfits.clear()
        troubles = [self._judge(name, match, head) for match, head in state.matches.items()]
        return Heard(state=(name, state), troubles=sum(troubles, ()), publishes=self._ask(name))

    def _judge(self, name: str, match: str, head: MatchHead) -> tuple[str, ...]:
        """What is wrong with a box's own word of a match."""
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
        """Ask for no more of this match until the next state; the sentence for people, once."""
        box = self._box(name)
        box.misfits.add(match)
        sentence = msg(
            "{box}: line {n} of {match} contradicts what was sent before, and is not kept", box=name, n=n, match=match
        )
        return _once(box.told, match, sentence)

    def _line(self, at: Line, line: bytes) -> Heard:
        name, match, n = at.box, at.match, at.n
        head = self._heads.get((name, match), NOTHING)
        if n > head.lines + 1:
            return self._gap(name, match, n)
        if n <= head.lines:
            return self._again(name, match, n, line)
        crc = continued(line, n, head.crc)
        if crc is None:
            return self._misfit(name, match, n)
        return self._keep(at, line, crc)

    def _misfit(self, name: str, match: str, n: int) -> Heard:
        troubles, box = self._fork(name, match, n), self._box(name)
        asked = box.asked is not None and box.asked[0] == match
        return Heard(troubles=troubles, publishes=self._ask(name) if asked else ())

    def _keep(self, at: Line, line: bytes, crc: int) -> Heard:
        key, box = (at.box, at.match), self._box(at.box)
        if at.n == 1:
            self._begin(at.box)
        if at.n > MOST_LINES_OF_A_MATCH:
            raise Refused(f"too many lines of a match; allowed: {MOST_LINES_OF_A_MATCH}")
        self._heads[key] = Head(at.n, crc)
        self._sums.setdefault(key, array("I")).append(crc)
        asks = self._ask(at.box) if box.asked == (at.match, at.n) else ()
        return Heard((Stored(at.box, at.match, at.n, line),), asks)

    def _begin(self, name: str) -> None:
        begun = self._matches.get(name, 0)
        if begun >= MOST_MATCHES_OF_A_BOX:
            raise Refused(f"too many matches of a box; allowed: {MOST_MATCHES_OF_A_BOX}")
        self._matches[name] = begun + 1

    def _gap(self, name: str, match: str, n: int) -> Heard:
        """A line ahead of what is kept: ask for what is between, unless an answer is on its way."""
        box = self._box(name)
        if len(box.wanted) < MOST_MATCHES_OF_A_BOX:
            box.wanted[match] = max(n, box.wanted.get(match, 0))
        return Heard(publishes=self._ask(name)) if box.asked is None else NOTHING_NEW

    def _again(self, name: str, match: str, n: int, line: bytes) -> Heard:
        """A line that is kept: the same again is nothing new."""
        kept, previous = self._sum(name, match, n), self._sum(name, match, n - 1)
        if kept is None or kept == (_said(line) if previous is None else continued(line, n, previous)):
            return NOTHING_NEW
        return Heard(troubles=self._fork(name, match, n))

    def _ask(self, name: str) -> tuple[Publish, ...]:
        """Ask for the lines that are missing of the latest match; nothing if all are here."""
        box = self._box(name)
        box.asked = None
        for match in sorted(box.wanted, reverse=True):
            start = self.head(name, match).lines + 1
            if start <= box.wanted[match] and match not in box.misfits:
                box.asked = match, min(start + MOST_ANSWERED - 1, box.wanted[match])
                return (Publish(topics.ask(name), encode(Ask(match, start))),)
        return ()


def _said(line: bytes) -> int | None:
    """The check sum that a line says of itself; None: none."""
    found = re.search(rb" crc=([0-9a-f]{8})$", line)
    return int(found[1], 16) if found else None


def _once(told: set[str], kind: str, sentence: str) -> tuple[str, ...]:
    """The sentence, if nothing of its kind was told yet; and not too many: a flood must not fill a page."""
    if kind in told or len(told) >= MOST_TOLD:
        return ()
    told.add(kind)
    return (sentence,)
