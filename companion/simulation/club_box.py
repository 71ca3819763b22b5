"""A simulated table of a club: its people tap their tags, play and answer, some better, some worse, without a clock.

The outbox and the inbox are real: the process of the club reads and writes them as on a box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from zlib import crc32

from companion.inputs.inputs import Button, Pressed, Tapped
from companion.match.header import Computer
from companion.runtime.club import ClubThread, View
from companion.simulation.box import SimulatedBox, SimulatedSetup
from companion.simulation.hands import SimulatedHands
from companion.simulation.next_steps import Action, LayAside, Scan, next_steps
from companion.storage.records import Store
from companion.support.names import place_of
from companion.table.modes import AtClub
from companion.table.state import Table
from companion.tags.tag_decks import Person

LEVELS = ("normal", "normal", "easy", "gentle")
"""The levels of a club's people, each as often as it stands here."""


def skill_of(name: str) -> Computer:
    """The level of a person, always the same. People differ, or all pairs would score the same with the same cards."""
    number = crc32(name.encode())
    return Computer(LEVELS[number % len(LEVELS)], number)


class ClubBox:
    """One table, whose data lie below `root`. The settings of its `setup` name the club, its regulars have name tags.

    `view` is what phones see; `now` is the time of day in seconds; `place` has outbox and inbox (None: the usual one).
    """

    def __init__(
        self, root: Path, setup: SimulatedSetup, view: View, now: Callable[[], float], *, place: Path | None = None
    ) -> None:
        self._regulars = setup.equipment.regulars
        self._club = ClubThread(root, place or root / "club", setup.equipment.games, view, now=now)
        self.box = SimulatedBox(Store(root), setup)
        self._hands = SimulatedHands(lambda: self.box.recorder, root.name, skill_of=skill_of)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.box.table

    @property
    def waits(self) -> bool:
        """Whether nobody here has anything to do until the director says something."""
        return isinstance(self.table.mode, AtClub) and not self._steps()

    def come(self, names: Iterable[str]) -> None:
        """These people come in: each taps the own name tag."""
        for name in names:
            self.box.tap(name)

    def look(self) -> None:
        """Post what may leave, and take an order."""
        self._club.tell(self.table)
        self._club.look()
        self.box.loop.receive(self._club.order())
        self.box.turn()

    def step(self) -> None:
        """Do the next sensible thing, if there is one."""
        for step in self._steps():
            match step:
                case LayAside(words=words):
                    self._hands.lay(self.table, words)
                case Scan():
                    self.box.tap(self._hands.face_down(self.table))  # the next step scans the next card
                case _:
                    self.box.do(step)

    def plays(self, most_steps: int = 5_000) -> None:
        """Look and play until everybody waits for the director. Raises RuntimeError if that takes too many steps."""
        self.look()
        for _ in range(most_steps):
            if self.waits:
                self.look()
                return
            self.step()
        raise RuntimeError(f"a table of the club does not come to an end: {self.table.mode}")

    @property
    def without_tag(self) -> tuple[str, ...]:
        """The people of the next match who have no name tag here: it begins without theirs."""
        return tuple(name for name, tag in self._tags().items() if not tag)

    def _tags(self) -> dict[str, str]:
        """The people who are missing for the next match, each with the name on their tag; empty: they have no tag."""
        club = self.table.house.club
        places = {name: place_of(name, self._regulars) for name in (club.missing if club else ())}
        return {name: "" if place is None else self._regulars[place] for name, place in places.items()}

    def _steps(self) -> tuple[Action, ...]:
        steps = next_steps(self.table, self._hands.cards(self.table), self._hands.tip(self.table))
        at_club = isinstance(self.table.mode, AtClub)
        return tuple(self._sits_down() if at_club and isinstance(step, Tapped) else step for step in steps)

    def _sits_down(self) -> Action:
        """The next name tag that is here; after the last of them OK, which begins."""
        tag = next(filter(None, self._tags().values()), "")
        return Tapped((Person(tag),)) if tag else Pressed(Button.OK)

    def pull_the_plug(self) -> None:
        """Cut the power: what is on the SD card is left."""
        self.box.pull_the_plug()


NAMES = tuple(
    """
    Ann Bob Cid Dee Eve Fay Gus Hal Ida Jon Kim Lea Max Nia Oli Pam Quin Ron Sue Tom Una Vic Wes Xena Yuri Zoe
    Amos Bea Carl Dora Emil Flo Gina Hugo Ines Jack Kurt Lola Mona Nico Olga Paul Rita Sam Tess Udo Vera Walt
""".split()
)


def people(number: int) -> tuple[str, ...]:
    """So many names.

    >>> people(2), people(50)[-1]
    (('Ann', 'Bob'), 'Bob2')
    """
    return tuple(islice(_names(), number))


def _names() -> Iterator[str]:
    yield from NAMES
    for again in count(2):
        yield from (f"{name}{again}" for name in NAMES)
