"""The latest state of each box, as the director has heard it: who is there, the public view, what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, assert_never

from companion.club.payloads import Presence, PublicView, Round, State
from companion.director.collection import ConnectionBegins, Forgotten, FromBox, Reaction
from companion.director.event import ClubEvent, Sitting
from companion.support.values import dataclass, replace

MOST_BOXES = 200
MOST_TROUBLES = MOST_BOXES + 100
MOST_LAST_TAPS = 2000
"""Maximum people whose last tap is remembered: the latest."""


@dataclass(frozen=True, slots=True)
class Box:
    """The latest news of a box."""

    name: str
    presence: Presence = Presence(on=False)
    state: State = State()
    view: PublicView = PublicView(on=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The people of the match at this table."""
        return tuple(player.name for player in self.view.players)

    @property
    def deals(self) -> int:
        """The deals that are scored in the match at this table."""
        curve = self.view.curve
        return max(0, len(curve.points) - 1) if curve and curve.step == "deal" else 0

    @property
    def shows(self) -> tuple[tuple[str, ...], int, bool]:
        """The people of the match, the deals that are scored, and whether it is over."""
        return self.names, self.deals, self.view.over

    def plays_at(self, event: ClubEvent, at: Sitting) -> bool:
        """Whether it shows a match of the people of this table."""
        return sorted(map(event.current_name, self.names)) == sorted(at.names)

    @property
    def turn(self) -> tuple[str, ...]:
        """Whose turn it is."""
        return tuple(self.names[seat] for seat in self.view.turn if 0 <= seat < len(self.names))


class Troubles(NamedTuple):
    """The latest sentence about a box, and how many there were."""

    sentence: str
    times: int


class Boxes:
    """All boxes that have connected, and what went wrong, the latest last. `gone` are the names that were shut out.

    `last` maps each name to the box at which its tag was tapped last, as known before a restart. The names in the first
    message of a box count as no new taps: they are those of the whole evening.
    """

    def __init__(self, last: Mapping[str, str]) -> None:
        self._boxes: dict[str, Box] = {}
        self._stale: dict[str, tuple[tuple[str, ...], int, bool]] = {}  # what boxes showed when the round began
        self.last, self._known_before = dict(last), last.keys()
        self._heard: set[tuple[str, type]] = set()
        self.troubles: dict[str, Troubles] = {}
        """By box, the latest last; those of this computer by their sentences."""
        self.gone: frozenset[str] = frozenset()

    def __iter__(self) -> Iterator[Box]:
        """The boxes by name."""
        return iter([self._boxes[name] for name in sorted(self._boxes)])

    def __getitem__(self, name: str) -> Box:
        """The box of this name. A name that has never connected gives a box that is absent."""
        return self._boxes.get(name, Box(name))

    @property
    def present(self) -> frozenset[str]:
        """The names of those that are there."""
        return frozenset(box.name for box in self._boxes.values() if box.presence.on)

    @property
    def here(self) -> dict[str, str]:
        """Who tapped a name tag, and at which box the last time."""
        anywhere = {name: box.name for box in self for name in box.state.here}
        return anywhere | {name: box for name, box in self.last.items() if name in self[box].state.here}

    def take_in(self, heard: Reaction) -> None:
        """Take in what a message says."""
        match heard.news:
            case None:
                pass
            case ConnectionBegins():
                for name in self.present:
                    self._change(name, presence=Presence(on=False))
            case Forgotten(box):
                if self._boxes.pop(box, None):
                    self.gone |= {box}
            case FromBox(box, said):
                self._note(box, said)
            case never:
                assert_never(never)
        for sentence in heard.troubles:
            key = heard.of or sentence
            told = self.troubles.pop(key, None)
            self.troubles[key] = Troubles(sentence, told.times + 1 if told else 1)
            if len(self.troubles) > MOST_TROUBLES:
                del self.troubles[next(iter(self.troubles))]

    def _note(self, box: str, said: Presence | State | PublicView) -> None:
        match said:
            case Presence():
                self._change(box, presence=said)
                self.gone -= {box} if said.on else set()
            case State():
                self._note_taps(box, said)
                self._change(box, state=said)
            case PublicView():
                before = self[box].names
                self._change(box, view=said)
                if (names := self[box].names) != before:  # the last tap begins the match, and is in no state
                    self._note_last(box, names, PublicView)
            case never:
                assert_never(never)
        self._heard.add((box, type(said)))

    def _change(self, name: str, **changed: Any) -> None:
        if name in self._boxes or len(self._boxes) < MOST_BOXES:
            self._boxes[name] = replace(self[name], **changed)

    def _note_taps(self, box: str, state: State) -> None:
        """Note who has tapped a name tag there since the last state: to be here, or to sit down."""
        before = self[box].state
        new = [*(set(state.here) - set(before.here)), *(set(state.seated) - set(before.seated))]
        self._note_last(box, (name for name in state.here if name in new), State)

    def _note_last(self, box: str, names: Iterable[str], kind: type) -> None:
        known = () if (box, kind) in self._heard else self._known_before
        for name in names:
            if name not in known:
                self.last.pop(name, None)  # the latest comes last
                self.last[name] = box
        while len(self.last) > MOST_LAST_TAPS:
            del self.last[next(iter(self.last))]

    def begin_round(self) -> None:
        """A new round was seated: what a table shows now is of the round before."""
        self._stale = {box.name: box.shows for box in self._boxes.values()}

    def finished_deals(self, event: ClubEvent) -> dict[int, int]:
        """How many deals each table of the round has finished, as far as its box shows its people."""
        now = event.current
        seated = now.sittings if now else ()
        found = {sitting.table: self._deals(event, sitting) for sitting in seated}
        return {table: deals for table, deals in found.items() if deals}

    def _deals(self, event: ClubEvent, at: Sitting) -> int:
        now = self[at.box]
        if not now.plays_at(event, at) or self._stale.get(at.box) == now.shows:
            return 0
        self._stale.pop(at.box, None)
        rounds = {Round(event.name, len(event.seated), at.table, seating) for seating in ("", at.seating)}
        if now.view.club not in {None, *rounds}:
            return 0  # another round is played there, as the box says
        return event.deals if now.view.over and now.view.club else min(now.deals, event.deals)
