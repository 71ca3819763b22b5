"""How a screen is laid out: `Screen` says which text stands in which slot, `draw` makes the picture of 128x64 pixels.

     0-15  `top`     `TopLines`, a `Heading` or a `Versus`, yellow on two-colour panels; the `mark` in its corner
    16-63  `layout`  `Glance`, `Target`, `Options`: a `Fact` in rows 16 to 39, read across the table, and lines below it
                     `OptionList`, `TextPage`, `Rows`, `Chart`: all of these rows without a fact
    56-63  `hold`    the bar of a held button, over the last line

The docstring of each type draws its slots beside their first pixel rows. An empty text leaves its slot dark; one that
is too long gets the smaller font of its slot, and is then cut with "…". Slots are fixed, and lines are the panel's
pages of 8 pixels, so that little changes from picture to picture. `current_screen` and each game make the screens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias, assert_never

from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL, icons
from companion.screens.name_fitting import distinct_names
from companion.screens.picture import EDGE, PANEL, Canvas, Picture, Size, fit, line_width, shorten
from companion.screens.spoken_sentences import Says
from companion.support.lazy_import import lazy_call
from companion.support.messages import tr
from companion.support.values import dataclass, field, replace

if TYPE_CHECKING:
    from companion.screens.plot import PlotLine

PLOT = lazy_call("companion.screens.plot:plot")

BODY, LINES, FOOT = 16, 40, 56
"""The first pixel rows of the fact, of the lines below it, and of the last line."""

LINE, ROW = 8, 16
UPPER_WORD = FOOT - LINE
"""The first pixel row of the upper word of a column without a number."""

LIST_AT = 6
"""The x of the answers of a list."""

LISTED = 5
"""Maximum answers of a list visible at once."""

POINTER = "►"
"""Stands before the chosen answer of a list. Letters are never inverted: dark strokes on light lose their shape."""

BRACKET, GAP, SPARE = 2, 5, 4
"""Pixels of a bracket beside the chosen answer, of a gap between two answers, and the most that a gap grows by."""

COLUMN_GAP = 6
"""Pixels between the words of two columns: more than a blank, so that each word is read with its own."""

SIGN_WIDTH, FINGER_WIDTH = 16, 19

NOTE_END, NOTE_GAP = 2, 4
"""Dark columns after the note of a heading, whose last letter looks cut at the very edge, and before it."""

SIDE_WIDTH = 34
"""A remark starts at least this far from the right, so that "lead" does not move when a suit appears."""

MOST_BESIDE = 65
"""Maximum width of a small remark with a text of 16 pixels after it; the fact needs the rest."""

TASK_AT = 67
"""The x of the tasks that follow the name below the fact."""

MARK_WIDTH = 8
NUMBER_END, NUMBER_WIDTH, REMARK_AT = 78, 41, 82
ROW_NAME_ROOM = NUMBER_END - 20 - 4
"""The width of the name in a row whose number has two digits."""


FINGER = ("finger",)
"""The icon before a fact that asks this player for a tap."""


def room_beside(aside: str) -> int:
    """The pixels of a large fact without icon before this remark."""
    return min(line_width() - SIDE_WIDTH, line_width() - SMALL.width(aside)) - 4


def name_room() -> int:
    """The width of a large name with a finger before it and a text at its right."""
    return line_width() - FINGER_WIDTH - SIDE_WIDTH - 4


# ---------------------------------------------------------------- the top: rows 0 to 15


@dataclass(frozen=True, slots=True)
class TopLines:
    """Two small lines, and a sign of 16 pixels at their right end if they leave room for it.

    0  place                 sign     empty: `current_screen` writes game, deal and trick there
    8  memo                           what everybody must remember
    """

    place: str = ""
    memo: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A title, as large as it fits, what buttons do, and a small note at the end of its lower line.

    0  TITLE                 keys
    8  TITLE                 note
    """

    title: str
    note: str = ""
    keys: str = ""


@dataclass(frozen=True, slots=True)
class Versus:
    """Two titles: the subject at the left, and the card at the right, always 16 pixels high.

    0  TITLE               CARD
    8  TITLE               CARD
    """

    title: str
    card: str


Top: TypeAlias = TopLines | Heading | Versus


# ---------------------------------------------------------------- the fact: rows 16 to 39


@dataclass(frozen=True, slots=True)
class Fact:
    """The large line, which is read across the table, with an icon before it and two remarks after it.

        16  ICON  TEXT
        24  ICON  TEXT           SIDE     `side` is 16 pixels high, such as the suit led
        32  ICON  TEXT    aside  SIDE     `aside` is small, such as "lead"

    `icons`: FINGER, an icon of `icons.txt`, or the frames of an animation, of which the first is drawn. Where `side`
    and `aside` have no room beside each other, both are small, `side` below `aside`.
    """

    text: str
    icons: tuple[str, ...] = ()
    side: str = ""
    aside: str = ""


# ---------------------------------------------------------------- the layouts: rows 16 to 63


@dataclass(frozen=True, slots=True)
class Column:
    """One seat's column at the foot: `top` above `foot`. With a `number`: `top` above it, `foot` before it.

    The number is 16 pixels high, the words are 8.
    """

    top: str = ""
    foot: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a glance must give: one fact, up to three lines about it, and a column for each seat in the last two lines.

    16  FACT                          24 pixels: whose turn it is, or what happened
    40  line
    48  line    or  top    top        `columns`, of which those with a number begin in row 40
    56  line    or  foot   foot
    """

    fact: Fact
    lines: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """A fact that somebody must beat: below it the player, 16 pixels high, with up to two small tasks.

    16  FACT                          the card or the rank to beat
    40  PLAYER      task
    48  PLAYER      task
    56  foot    foot    foot          `columns`
    """

    fact: Fact
    player: str
    tasks: tuple[str, ...]
    columns: tuple[Column, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """A question whose answers fit into one line: the chosen one large, and between brackets.

    16  FACT                          the answer at the cursor
    40  Ann  [Bob]  Cid               `options`, cut alike until they fit; `cursor` is the place of the chosen one
    48  line                          `lines`
    56  line
    """

    fact: Fact
    options: tuple[str, ...]
    cursor: int
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionList:
    """A question whose answers stand in a list of up to LISTED around the chosen one, which has a pointer.

    16    option
    24  ► option                      `cursor` is the place of the chosen one
    ..    option
    56  line                          the last of `lines`
    """

    options: tuple[str, ...]
    cursor: int
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextPage:
    """Up to six small lines.

    16  line
    ..  line
    56  line
    """

    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A line 16 pixels high: a name, a right-aligned number, and two small remarks at the right."""

    name: str
    number: str = ""
    change: str = ""
    parts: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """A table of up to three rows, each 16 pixels high.

    16  NAME        NUMBER  change
    24  NAME        NUMBER  parts
    ..
    """

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A score chart (`plot`) in all rows from 16 on: a line for each side, labelled at its end.

    `marked` are the places of values that were corrected by hand, 0 for the first.
    """

    curve: tuple[PlotLine, ...]
    marked: tuple[int, ...] = ()


Layout: TypeAlias = Glance | Target | Options | OptionList | TextPage | Rows | Chart


# ---------------------------------------------------------------- the frame


@dataclass(frozen=True, slots=True)
class HoldBar:
    """A bar over the last line: for how many eighths of its time a button has been held, and for what."""

    eighths: int
    held_for: str


@dataclass(frozen=True, slots=True)
class Screen:
    """The contents of a picture: a top, a layout below it, and what frames both.

         0  top                   mark    `mark`: a small sign in the corner
        16  layout
        56  layout, or the bar            `hold`: of a button that is held; None: none is

    `name`: the name of the screen ("trick"), which is not drawn. `says`: what it says to those who hear it, beside what
    happened and whose turn it is (`hearing`); None: nothing.
    """

    name: str
    top: Top = TopLines()
    layout: Layout = TextPage()
    mark: str = ""
    hold: HoldBar | None = None
    says: Says | None = field(default=None, repr=False, compare=False)


def fact_of(screen: Screen) -> Fact | None:
    """The large line; None: this layout has none."""
    match screen.layout:
        case Glance(fact=fact) | Target(fact=fact) | Options(fact=fact):
            return fact
        case _:
            return None


def frames_of(screen: Screen) -> int:
    """How many pictures its animation has; 1: it stands still."""
    fact = fact_of(screen)
    return len(fact.icons) if fact and fact.icons else 1


def at_place(screen: Screen, place: str) -> Screen:
    """The screen with this place instead of its own or of its title."""
    top = screen.top
    return replace(screen, top=TopLines(place, top.memo, top.sign) if isinstance(top, TopLines) else TopLines(place))


def at_frame(screen: Screen, frame: int) -> Screen:
    """The screen at this frame of its animation; the same screen if it has none."""
    layout = screen.layout
    first = frame and frame % frames_of(screen)
    if not first or not isinstance(layout, Glance | Target | Options):
        return screen
    frames = layout.fact.icons
    fact = replace(layout.fact, icons=(*frames[first:], *frames[:first]))
    return replace(screen, layout=replace(layout, fact=fact))


# ---------------------------------------------------------------- drawing


def draw(screen: Screen, size: Size = PANEL) -> Picture:
    """The picture of a screen on a panel of this size."""
    canvas = Canvas(size)
    draw_on(canvas, screen)
    return canvas.picture()


def draw_on(canvas: Canvas, screen: Screen) -> None:
    """Draw the screen on a dark canvas."""
    _draw_top(canvas, screen.top, MARK_WIDTH if screen.mark else NOTE_END)
    if screen.mark:
        canvas.text(canvas.width - EDGE, 0, screen.mark, SMALL, align="right")
    _draw_layout(canvas, screen.layout)
    if screen.hold:
        _draw_bar(canvas, screen.hold)


def _draw_top(canvas: Canvas, top: Top, margin: int) -> None:
    room = canvas.width - MARK_WIDTH
    match top:
        case TopLines(place, memo, sign):
            if sign and max(SMALL.width(place), SMALL.width(memo)) <= room - SIGN_WIDTH:
                canvas.text(room - 2, 0, sign, MEDIUM, align="right")
            if place:
                canvas.text(0, 0, place, room=room)
            if memo:
                canvas.text(0, LINE, memo, room=canvas.width)
        case Heading(title, note, keys):
            for y, small, end in ((0, keys, canvas.width - margin), (LINE, note, canvas.width - NOTE_END)):
                if small:
                    canvas.text(end, y, small, SMALL, align="right")
                    room = min(room, end - SMALL.width(small) - NOTE_GAP)
            _draw_title(canvas, title, room)
        case Versus(title, card):
            if card:
                canvas.text(room, 0, card, MEDIUM, align="right")
                room -= MEDIUM.width(card) + 6
            _draw_title(canvas, title, room)
        case _:
            assert_never(top)


def _draw_title(canvas: Canvas, title: str, room: int) -> None:
    canvas.text(0, 0, title, fit(title, room, (MEDIUM, SMALL)), room=room)


def _draw_layout(canvas: Canvas, layout: Layout) -> None:  # noqa: C901 - every layout
    match layout:
        case Glance(fact, lines, columns):
            _draw_fact(canvas, fact)
            _draw_lines(canvas, LINES, lines)
            if columns:
                _draw_columns(canvas, columns)
        case Target(fact, player, tasks, columns):
            _draw_fact(canvas, fact)
            canvas.text(0, LINES, player, MEDIUM, room=TASK_AT - 4)
            _draw_lines(canvas, LINES, tasks, x=TASK_AT)
            if columns:
                _draw_columns(canvas, columns)
        case Options(fact, options, cursor, lines):
            _draw_fact(canvas, fact)
            _draw_options(canvas, options, cursor)
            _draw_lines(canvas, LINES + LINE, lines)
        case OptionList(options, cursor, lines):
            _draw_list(canvas, options, cursor)
            _draw_lines(canvas, FOOT - LINE * (len(lines) - 1), lines)
        case TextPage(lines):
            _draw_lines(canvas, BODY, lines)
        case Rows(rows):
            for place, row in enumerate(rows):
                _draw_row(canvas, BODY + ROW * place, row)
        case Chart(curve, marked):
            PLOT(canvas, curve, marked)
        case _:
            assert_never(layout)


def _draw_lines(canvas: Canvas, first: int, lines: tuple[str, ...], *, x: int = 0) -> None:
    """Write small lines from this row on, cut at the edge of the panel."""
    y = first
    for line in lines:
        if line:
            canvas.text(x, y, line, room=canvas.width - x)
        y += LINE
    assert y <= canvas.height, f"too many lines: {lines}"


def _draw_fact(canvas: Canvas, fact: Fact) -> None:
    left, right = 0, canvas.width
    asked = fact.icons == FINGER
    if fact.icons:
        canvas.icon(0, BODY + (LINE if asked else 0), fact.icons[0])
        left = len(icons()[fact.icons[0]]) + 3
    side_is_small = fact.aside != "" and (
        MEDIUM.width(fact.side) > SIDE_WIDTH or MEDIUM.width(fact.side) + SMALL.width(fact.aside) > MOST_BESIDE
    )
    if fact.side and not side_is_small:
        canvas.text(right - EDGE, BODY + LINE, fact.side, MEDIUM, align="right")
        right -= MEDIUM.width(fact.side) + 3
    if fact.aside:
        right = min(canvas.width - SIDE_WIDTH, right - EDGE - SMALL.width(fact.aside))
        canvas.text(right, BODY + (LINE if side_is_small else 2 * LINE), fact.aside, SMALL)
    if side_is_small:
        canvas.text(right, BODY + 2 * LINE, fact.side, room=canvas.width - right)
    room = right - left - (4 if right < canvas.width else 0)
    # Narrow letters: a name that changes with every card costs a quarter less to send, and more of it fits.
    font = NARROW if asked else fit(fact.text, room, (LARGE, NARROW))
    canvas.text(left, BODY, fact.text, font, room=room)


def _draw_options(canvas: Canvas, options: tuple[str, ...], cursor: int) -> None:
    """The answers side by side, cut alike until they fit; the chosen one between brackets."""
    words = _cut_to_one_line(options, canvas.width)
    spare = (canvas.width - _width_side_by_side(words)) // max(1, len(words) - 1)
    x = BRACKET + 1
    for place, word in enumerate(words):
        end = canvas.text(x, LINES, word, SMALL) - SMALL.gap
        if place == cursor:
            for upright, arm in ((x - 3, x - 3), (end + 2, end + 1)):
                canvas.fill(upright, LINES, 1, LINE)
                canvas.fill(arm, LINES, BRACKET, 1)
                canvas.fill(arm, LINES + LINE - 1, BRACKET, 1)
        x = end + GAP + min(spare, SPARE)


def _cut_to_one_line(options: tuple[str, ...], width: int) -> tuple[str, ...]:
    for letters in range(max(map(len, options)), 0, -1):
        cut = distinct_names(options, letters)
        if fits_one_line(cut, width):
            return cut
    return ()


def fits_one_line(options: tuple[str, ...], width: int = 0) -> bool:
    """Whether these answers fit side by side."""
    return _width_side_by_side(options) <= (width or line_width())


@lru_cache(maxsize=64)
def _width_side_by_side(options: tuple[str, ...]) -> int:
    """The pixels of answers side by side, with room for the brackets of the first and the last."""
    return sum(SMALL.width(word) + GAP for word in options) - GAP + 2 * (BRACKET + 1)


def _draw_list(canvas: Canvas, options: tuple[str, ...], cursor: int) -> None:
    """The answers as a list around the chosen one, which stands after the pointer."""
    first = max(0, min(cursor - LISTED // 2, len(options) - LISTED))
    for place, word in enumerate(options[first : first + LISTED]):
        y = BODY + LINE * place
        canvas.text(LIST_AT, y, word, room=canvas.width - LIST_AT)
        if first + place == cursor:
            canvas.text(0, y, POINTER, SMALL)


def _draw_columns(canvas: Canvas, columns: tuple[Column, ...]) -> None:
    room = canvas.width // len(columns) - 1
    for x, column in zip(_lefts(columns, canvas.width), columns, strict=True):
        if column.top:
            canvas.text(x, LINES if column.number else UPPER_WORD, column.top, room=room)
        if column.number:
            before = SMALL.width(column.foot) + 4 if column.foot else 0
            font = fit(column.number, room - before, (MEDIUM, SMALL))
            canvas.text(x + before, FOOT + LINE - font.height, column.number, font, room=room - before)
        if column.foot:
            canvas.text(x, FOOT, column.foot, room=room)


def _lefts(columns: tuple[Column, ...], panel_width: int) -> Iterable[int]:
    """The x of each column: of equal width, but closer to a narrow one where two words would touch."""
    width = panel_width // len(columns)
    alike = range(0, width * len(columns), width)
    room = width - COLUMN_GAP
    tight = [each for each in columns[:-1] if SMALL.width(each.top) > room or SMALL.width(each.foot) > room]
    if not tight or [column for column in columns if column.number]:
        return alike
    words = [max(SMALL.width(column.top), SMALL.width(column.foot)) for column in columns]
    left = panel_width - sum(words)
    return alike if left < 0 else accumulate([word + left // (len(words) - 1) for word in words[:-1]], initial=0)


def _draw_row(canvas: Canvas, y: int, row: Row) -> None:
    font = fit(row.number, NUMBER_WIDTH, (MEDIUM, SMALL))
    number = shorten(row.number, font, NUMBER_WIDTH)
    canvas.text(0, y, row.name, MEDIUM, room=NUMBER_END - font.width(number) - 4)
    canvas.text(NUMBER_END, y + MEDIUM.height - font.height, number, font, align="right")
    _draw_lines(canvas, y, (row.change, row.parts), x=REMARK_AT)


def _draw_bar(canvas: Canvas, hold: HoldBar) -> None:
    canvas.clear(0, FOOT, canvas.width, LINE)
    left = canvas.text(0, FOOT, hold.held_for, SMALL) + 3
    canvas.box(left, FOOT, canvas.width - left, LINE)
    canvas.fill(left + 2, FOOT + 2, round((canvas.width - left - 4) * hold.eighths / 8), LINE - 4)


# ---------------------------------------------------------------- the texts


def lines_of(screen: Screen) -> Iterator[str]:
    """The texts of a screen in reading order, for a screen reader; no line is empty."""
    return filter(None, (*_texts_of_top(screen.top), *_texts_of_layout(screen.layout)))


def _texts_of_top(top: Top) -> tuple[str, ...]:
    match top:
        case TopLines(place, memo):
            return place, memo
        case Heading(title, note, keys):
            return title, note, keys
        case Versus(title, card):
            return title, card
    assert_never(top)


def _texts_of_layout(layout: Layout) -> Iterable[str]:
    match layout:
        case Glance(fact, lines, columns):
            return *_texts_of_fact(fact), *lines, *_texts_of_columns(columns)
        case Target(fact, player, tasks, columns):
            return *_texts_of_fact(fact), player, *tasks, *_texts_of_columns(columns)
        case Options(fact, options, cursor, lines):
            return *_texts_of_fact(fact), *_texts_of_options(options, cursor), *lines
        case OptionList(options, cursor, lines):
            return *_texts_of_options(options, cursor), *lines
        case TextPage(lines):
            return lines
        case Rows(rows):
            return (" ".join(filter(None, (row.name, row.number, row.change, row.parts))) for row in rows)
        case Chart():
            return ()
    assert_never(layout)


def _texts_of_fact(fact: Fact) -> tuple[str, str, str]:
    return fact.text, fact.side, fact.aside


def _texts_of_options(options: tuple[str, ...], cursor: int) -> Iterator[str]:
    for place, option in enumerate(options):
        yield tr("› {answer}, chosen", answer=option) if place == cursor else option


def _texts_of_columns(columns: tuple[Column, ...]) -> Iterator[str]:
    return (" ".join(filter(None, (column.top, column.foot, column.number))) for column in columns)
