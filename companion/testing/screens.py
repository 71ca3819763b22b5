"""Checks of the panel and the voice, with all names and in all situations.

On the panel nothing is clipped, nor drawn over anything else. Every screen says something, in whole sentences, without
the look of a panel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from companion.inputs.inputs import Button, Held, Input, Pressed
from companion.match.match import Match
from companion.rules.game import Game
from companion.screens.current_screen import screen_for
from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL, Font, icons
from companion.screens.hearing import sentences_for, tell_all
from companion.screens.layouts import Screen, at_frame, draw_on, fact_of, frames_of
from companion.screens.picture import PANEL, Align, Canvas, Size, line_width, shorten
from companion.screens.spoken_sentences import ENDS, Sentence
from companion.support.values import dataclass, replace
from companion.table.apply_statements import at_moment
from companion.table.handling import handle
from companion.table.state import House, Refused, Table
from companion.testing.evening import NAMES, AnyEvening, FairEvening, chance_of, header_by
from companion.testing.stories import telling

YELLOW_ROWS = 16
"""Rows of the panel's upper colour."""

WIDEST = (*("W" * (64 - more) + "M" * more for more in range(len(NAMES) - 1)), "李" * 21)
"""Names of the maximum length that begin alike."""

SAID = 40
"""Statements of an evening at which anything is said."""

PRESSES: tuple[Input, ...] = (*map(Pressed, Button), Held())
MOST_PRESSED = 4


def draws(game: Game, case: int) -> None:
    """Nothing is clipped on the panel, drawn over anything else or across its two colours, with any names."""
    chance = chance_of(game.name, "draws", case)
    names = (WIDEST, NAMES)[case % 2]
    header = header_by(game, chance)
    header = replace(header, names=names[: len(header.names)])
    fair, anything = FairEvening(game, chance, header), AnyEvening(game, chance, header)
    with telling(fair):
        for match in fair.plays(1):
            _is_drawn(match, chance, whole=case % 2 == 1)
            if fair.blind.said == match.said:
                _is_drawn(fair.blind, chance, whole=case % 2 == 1)
    with telling(anything):
        for match, _, _ in anything.says(SAID):
            _is_drawn(match, chance, whole=case % 2 == 1)


def refuses(game: Game, _: int = 0) -> None:
    """Every rule has a screen: who broke it, what it says and what to do now."""
    for seats in game.players:
        fair = FairEvening(game, chance_of(game.name, "refuses", seats))
        for match in fair.plays(1):
            for rule in fair.game.rules:
                large = fair.game.shown.large_line(match.moment, rule)
                wide = LARGE.width(large)
                assert wide <= line_width(), (
                    f"“{large}” for {rule.name} is {wide} pixels wide, and the panel {line_width()}"
                )
                overlay = Refused(match.header.names[0], "", rule, large)
                refused = replace(_table(match), overlay=overlay)
                is_well_laid_out(screen_for(refused))
                is_heard(refused)


def _table(match: Match) -> Table:
    return at_moment(Table(House({match.header.game.name: match.header.game})), match)


def _is_drawn(match: Match, chance: Random, *, whole: bool) -> None:
    """Whether this moment, and what a few presses lead to, is well laid out; at the moment itself no text is cut."""
    for pressed, table in enumerate(_and_after_presses(_table(match), chance)):
        is_heard(table)
        screen = screen_for(table)
        for frame in range(frames_of(screen)):
            is_well_laid_out(at_frame(screen, frame), whole=whole and not pressed)


def _and_after_presses(table: Table, chance: Random) -> Iterator[Table]:
    yield table
    for given in chance.choices(PRESSES, k=chance.randint(0, MOST_PRESSED)):
        table = handle(table, given, lambda _: 0).table
        if table.in_play:
            yield table


def is_well_laid_out(screen: Screen, *, whole: bool = False) -> None:
    """Whether nothing is clipped, covered or across two colours, and the fact is largest; `whole`: no text is cut."""
    canvas = canvas_of(screen)
    said = f"on the screen “{screen.name}” ({' | '.join(canvas.texts)})"
    assert not canvas.overflow, f"{canvas.overflow} is clipped {said}"
    marks = [mark for mark in canvas.marks if mark.width]
    for mark, later in combinations(marks, 2):
        assert not mark.meets(later), f"{mark} is drawn over {later} {said}"
    for mark in marks:
        assert mark.y + mark.height <= YELLOW_ROWS or mark.y >= YELLOW_ROWS, f"{mark} straddles the two colours {said}"
        assert mark.y % 8 == 0, f"{mark} is not on a page {said}"
    _fact_is_largest(screen, marks, said)
    cut = [text for text in canvas.texts if "…" in text]
    assert not (whole and cut), f"{cut} is cut {said}"


def _fact_is_largest(screen: Screen, marks: Iterable[Mark], said: str) -> None:
    fact = fact_of(screen)
    heights = [mark.height for mark in marks if not (fact and mark.what in fact.icons)]
    if fact:
        assert heights.count(LARGE.height) == 1, f"“{fact.text}” is not the only large line {said}"
    assert max(heights, default=0) <= (LARGE.height if fact else MEDIUM.height), f"a large line {said}"


OF_A_PANEL = re.compile(
    r"[►▲▼☞★◄→←♠♥♦♣✓=|{}<>›‹]|\d/\d|\s\s|\.\.|:[.?!]|[?!][.,]| [.,]|\b(?:or|oder|ou)\.|^\W|: ?$|\bOK OK\b"
)
"""What no sentence has: symbols and numbers of a panel, double blanks, unfilled gaps, and wrong ends."""

LONGEST = 250
"""Letters of a sentence without its names: with them it is not cut off by the voice, which says 300."""


def is_heard(table: Table) -> None:
    """Whether this screen, and "tell all", say something, and say it well."""
    names = table.match.header.names if table.match is not None else ()
    for said in (sentences_for(table), tell_all(table)):
        is_well_said(said, names)


def is_well_said(said: Iterable[Sentence], names: Iterable[str] = ()) -> None:
    """Whether these are whole sentences in which people are called by their whole names; there must be one."""
    texts = [sentence.text for sentence in said]
    assert texts, "the screen says nothing"
    for text in texts:
        nameless = text
        for name in sorted(names, key=len, reverse=True):
            nameless = nameless.replace(name, "X")
        assert nameless.endswith(ENDS), f"“{text}” does not end like a sentence"
        found = OF_A_PANEL.search(nameless)
        assert found is None, f"“{text}” has “{found[0] if found else ''}” of a panel"
        assert len(nameless) <= LONGEST, f"“{text}” is too long to be heard"
        assert not nameless[0].islower(), f"“{text}” does not begin like a sentence"


FONTS = (SMALL, MEDIUM, LARGE, NARROW)


@dataclass(frozen=True, slots=True)
class Mark:
    """A drawn text, icon name, or "" for a shape, and its box in pixels."""

    what: str
    x: int
    y: int
    width: int
    height: int

    def fits(self, size: Size) -> bool:
        """Whether the box is within a panel of this size."""
        inside = self.x + self.width <= size.width and self.y + self.height <= size.height
        return self.x >= 0 and self.y >= 0 and inside

    def meets(self, other: Mark) -> bool:
        """Whether the two boxes share a pixel."""
        across = self.x < other.x + other.width and other.x < self.x + self.width
        return across and self.y < other.y + other.height and other.y < self.y + self.height


class MarkedCanvas(Canvas):
    """A canvas with the `marks` of texts and icons in drawing order; `shapes` are the rectangles."""

    def __init__(self, size: Size = PANEL) -> None:
        super().__init__(size)
        self.marks: list[Mark] = []
        self.shapes: list[Mark] = []

    @property
    def overflow(self) -> list[Mark]:
        """What was clipped; empty on a correct screen."""
        return [mark for mark in (*self.marks, *self.shapes) if not mark.fits(self.size)]

    @property
    def texts(self) -> list[str]:
        """The drawn texts and icon names."""
        return [mark.what for mark in self.marks]

    def text(  # noqa: PLR0913 - as that of a canvas
        self, x: int, y: int, string: str, font: Font = SMALL, *, align: Align = "left", room: int | None = None
    ) -> int:
        """Draw a text, and remember its box."""
        shown = string if room is None else shorten(string, font, room)
        end = super().text(x, y, shown, font, align=align)
        width = font.width(shown)
        self.marks.append(Mark(shown, end - font.gap - width, y, width, font.height))
        return end

    def icon(self, x: int, y: int, name: str) -> None:
        """Draw an icon, and remember its box."""
        super().icon(x, y, name)
        self.marks.append(Mark(name, x, y, len(icons()[name]), max(icons()[name]).bit_length()))

    def fill(self, x: int, y: int, width: int, height: int) -> None:
        """Light a rectangle, and remember it."""
        super().fill(x, y, width, height)
        self._shape(x, y, width, height)

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Darken a rectangle, and forget what was drawn there."""
        super().clear(x, y, width, height)
        area = self._shape(x, y, width, height)
        self.marks = [mark for mark in self.marks if not mark.meets(area)]

    def _shape(self, x: int, y: int, width: int, height: int) -> Mark:
        shape = Mark("", x, y, max(0, width), max(0, height))
        if width > 0 and height > 0:
            self.shapes.append(shape)
        return shape


def canvas_of(screen: Screen, size: Size = PANEL) -> MarkedCanvas:
    """The canvas with the screen drawn."""
    canvas = MarkedCanvas(size)
    draw_on(canvas, screen)
    return canvas
