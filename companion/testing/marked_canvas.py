"""A canvas that remembers what was drawn where, to find what is clipped or drawn over something else."""

from __future__ import annotations

from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL, Font, icons
from companion.screens.picture import PANEL, Align, Canvas, Size
from companion.screens.screen import Screen, draw_on
from companion.support.values import dataclass

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

    def text(self, x: int, y: int, string: str, font: Font = SMALL, *, align: Align = "left") -> int:
        """Draw a text, and remember its box."""
        end = super().text(x, y, string, font, align=align)
        width = font.width(string)
        self.marks.append(Mark(string, end - font.gap - width, y, width, font.height))
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
