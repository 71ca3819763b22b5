"""The layout of a screen: one fact 24 pixels high, everything else small.

Rows 0 to 15 (yellow on two-colour panels) give the place: two small lines, or one title. Rows 16 to 39 hold the fact
and a small remark, rows 40 to 63 three small lines. Three rows of 16 pixels, or a list of answers, may replace both.
Text aligns with the panel's pages of 8 pixels, and slots are fixed, so that little changes from picture to picture.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL, Font, icons
from companion.screens.name_fitting import distinct_names, fit_names
from companion.screens.picture import PANEL, WIDTH, Canvas, Picture, Size, fit, shorten
from companion.screens.plot import Line, plot
from companion.support.messages import tr
from companion.support.values import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.screens.sentences import Says

BODY, LINES, FOOT = 16, 40, 56
"""The first pixel rows of the fact, of the lines below it, and of the last line."""

LINE, ROW = 8, 16
TOPS = FOOT - LINE
"""The row of words above the foot of columns, and of small names above large numbers."""

LIST_AT = 6
"""The x of the answers of a list."""

LISTED = 5
"""Maximum answers of a list visible at once."""

POINTER = "►"
"""Stands before the chosen answer of a list. Letters are never inverted: dark strokes on light lose their shape."""

BRACKET, GAP, SPARE = 2, 5, 4
"""Pixels of a bracket beside the chosen answer, between two answers side by side, and as many more if there is room."""

COLUMN_GAP = 7
"""Pixels between the words of two columns: more than a blank, so that each word is read with its own."""

SIGN_WIDTH = 16
FINGER_WIDTH = 19
SIDE_WIDTH = 34
"""Also where a small remark begins at most: "lead" stays where it stands when a suit comes behind it."""
MOST_BESIDE = 65
"""The width of a small remark and a text of 16 pixels behind it at most; the fact needs the rest."""
NAME_ROOM = WIDTH - FINGER_WIDTH - SIDE_WIDTH - 4
"""The width of a large name with a finger before it and a text at its right."""

TASK_AT = 67
"""The x of the tasks that follow the name below the fact."""

MARK_WIDTH = 8
NUMBER_END, NUMBER_WIDTH, REMARK_AT = 78, 41, 82
ROW_NAME_ROOM = NUMBER_END - 20 - 4
"""The width of the name in a row whose number has two digits."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line 16 pixels high: a name, a right-aligned number, and two small remarks at the right."""

    name: str
    number: str = ""
    change: str = ""
    parts: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One seat's column: a word above the one at the foot, or above a `number` of 16 pixels."""

    top: str = ""
    foot: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """The contents of a picture. An empty text leaves its slot dark.

    - `name`: the name of the screen ("trick"); not drawn
    - `place`, `memo`: the two small top lines, the former by default what the match says; `sign`: a 16-pixel letter
      behind them; `mark`: at their right end
    - `title`: replaces place, memo and sign; `ending`: as large, at its end; `note`: small, at its end
    - `fact`: the large line, after a `finger` or an `icon`; `frames`: the icons of an animation, the first is `icon`
    - `aside`, `side`: right of the fact, a small remark and a text of 16 pixels, or a small word below the remark
    - `below`: a name of 16 pixels below the fact, with up to two small `tasks`; it leaves room for one line
    - `lines`: at most three, or six without fact and rows
    - `options`, `cursor`: the answers and the chosen one: one line below the fact, or a list without a fact
    - `columns`: side by side below the fact
    - `curve`: a score chart in all rows below the top lines
    - `bar`: 0 to 8 eighths of a hold, and what the button is `held_for`
    - `says`: what it says to those who hear it, beside what happened and whose turn it is; None: nothing (`hearing`)
    """

    name: str
    place: str = ""
    memo: str = ""
    sign: str = ""
    mark: str = ""
    title: str = ""
    ending: str = ""
    note: str = ""
    fact: str = ""
    finger: bool = False
    icon: str = ""
    frames: tuple[str, ...] = ()
    side: str = ""
    aside: str = ""
    below: str = ""
    tasks: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    columns: tuple[Column, ...] = ()
    options: tuple[str, ...] = ()
    cursor: int = 0
    curve: tuple[Line, ...] = ()
    bar: int = 0
    held_for: str = "Menu"
    says: Says | None = field(default=None, repr=False, compare=False)


def at_frame(screen: Screen, frame: int) -> Screen:
    """The screen at this frame of its animation; the same screen if it has none."""
    return replace(screen, icon=screen.frames[frame % len(screen.frames)]) if screen.frames else screen


@lru_cache(maxsize=4)
def draw(screen: Screen, size: Size = PANEL) -> Picture:
    """The picture of a screen on a panel of this size, cached for one round of an animation."""
    canvas = Canvas(size)
    draw_on(canvas, screen)
    return canvas.picture()


def draw_on(canvas: Canvas, screen: Screen) -> None:
    """Draw the screen on a dark canvas."""
    _draw_top(canvas, screen)
    if screen.fact:
        _draw_fact(canvas, screen)
        _draw_below(canvas, screen)
    if screen.options:
        (_draw_options if screen.fact else _draw_list)(canvas, screen)
    _draw_lines(canvas, screen)
    if screen.columns:
        _draw_columns(canvas, screen.columns)
    for place, row in enumerate(screen.rows):
        _draw_row(canvas, BODY + ROW * place, row)
    if screen.curve:
        plot(canvas, screen.curve)
    if screen.bar:
        _draw_bar(canvas, screen.bar, screen.held_for)


def _draw_bar(canvas: Canvas, eighths: int, held_for: str) -> None:
    """How far a button has been held, and for what; over the last line."""
    canvas.clear(0, FOOT, canvas.width, LINE)
    left = canvas.text(0, FOOT, held_for, SMALL) + 3
    canvas.box(left, FOOT, canvas.width - left, LINE)
    canvas.fill(left + 2, FOOT + 2, round((canvas.width - left - 4) * eighths / 8), LINE - 4)


def _small(canvas: Canvas, x: int, y: int, string: str, width: int = 0) -> None:
    """Write a small line, cut to `width` pixels, by default to the edge of the panel."""
    if string:
        canvas.text(x, y, shorten(string, SMALL, width or canvas.width - x), SMALL)


def _draw_top(canvas: Canvas, screen: Screen) -> None:
    room = canvas.width - MARK_WIDTH
    if screen.title:
        _draw_title(canvas, screen, room)
    else:
        clear = room - SIGN_WIDTH
        if screen.sign and max(SMALL.width(screen.place), SMALL.width(screen.memo)) <= clear:
            canvas.text(room - 2, 0, screen.sign, MEDIUM, align="right")
        _small(canvas, 0, 0, screen.place, room)
        _small(canvas, 0, LINE, screen.memo)
    if screen.mark:
        canvas.text(canvas.width, 0, screen.mark, SMALL, align="right")


def _draw_title(canvas: Canvas, screen: Screen, room: int) -> None:
    if screen.ending:
        canvas.text(room, 0, screen.ending, MEDIUM, align="right")
        room -= MEDIUM.width(screen.ending) + 6
    elif screen.note:
        canvas.text(canvas.width, LINE, screen.note, SMALL, align="right")
        room = min(room, canvas.width - SMALL.width(screen.note) - 4)
    font = fit(screen.title, room, (MEDIUM, SMALL))
    canvas.text(0, 0, shorten(screen.title, font, room), font)


def _draw_fact(canvas: Canvas, screen: Screen) -> None:
    left, right = 0, canvas.width
    icon = "finger" if screen.finger else screen.icon
    if icon:
        canvas.icon(0, BODY + (LINE if screen.finger else 0), icon)
        left = len(icons()[icon]) + 3
    worded = screen.aside and (
        MEDIUM.width(screen.side) > SIDE_WIDTH or MEDIUM.width(screen.side) + SMALL.width(screen.aside) > MOST_BESIDE
    )
    if screen.side and not worded:
        canvas.text(canvas.width, BODY + LINE, screen.side, MEDIUM, align="right")
        right = canvas.width - MEDIUM.width(screen.side) - 3
    if screen.aside:
        right = min(canvas.width - SIDE_WIDTH, right - SMALL.width(screen.aside))
        canvas.text(right, BODY + (LINE if worded else 2 * LINE), screen.aside, SMALL)
    if worded:
        _small(canvas, right, BODY + 2 * LINE, screen.side)
    room = right - left - (4 if right < canvas.width else 0)
    # Narrow letters: a name that changes with every card costs a quarter less to send, and more of it fits.
    font = NARROW if screen.finger else fit(screen.fact, room, (LARGE, NARROW))
    canvas.text(left, BODY, shorten(screen.fact, font, room), font)


def _draw_below(canvas: Canvas, screen: Screen) -> None:
    if screen.below:
        canvas.text(0, LINES, shorten(screen.below, MEDIUM, TASK_AT - 4), MEDIUM)
    for place, task in enumerate(screen.tasks):
        _small(canvas, TASK_AT, LINES + LINE * place, task)


def _draw_options(canvas: Canvas, screen: Screen) -> None:
    """The answers side by side, cut alike until they fit; the chosen one between brackets."""
    words = _cut_to_one_line(screen.options, canvas.width)
    spare = (canvas.width - _across(words)) // max(1, len(words) - 1)
    x = BRACKET + 1
    for place, word in enumerate(words):
        end = canvas.text(x, LINES, word, SMALL) - SMALL.gap
        if place == screen.cursor:
            for upright, arm in ((x - 3, x - 3), (end + 2, end + 1)):
                canvas.fill(upright, LINES, 1, LINE)
                canvas.fill(arm, LINES, BRACKET, 1)
                canvas.fill(arm, LINES + LINE - 1, BRACKET, 1)
        x = end + GAP + min(spare, SPARE)


def _cut_to_one_line(options: tuple[str, ...], width: int) -> tuple[str, ...]:
    for letters in range(max(map(len, options)), 0, -1):
        cut = distinct_names(options, letters)
        if one_line(cut, width):
            return cut
    return ()


def one_line(options: tuple[str, ...], width: int = WIDTH) -> bool:
    """Whether these answers fit side by side."""
    return _across(options) <= width


def _across(options: tuple[str, ...]) -> int:
    """The pixels of answers side by side, with room for the brackets of the first and the last."""
    return sum(SMALL.width(word) + GAP for word in options) - GAP + 2 * (BRACKET + 1)


def _draw_list(canvas: Canvas, screen: Screen) -> None:
    """The answers as a list around the chosen one, which stands behind the pointer."""
    first = max(0, min(screen.cursor - LISTED // 2, len(screen.options) - LISTED))
    for place, word in enumerate(screen.options[first : first + LISTED]):
        y = BODY + LINE * place
        _small(canvas, LIST_AT, y, word)
        if first + place == screen.cursor:
            canvas.text(0, y, POINTER, SMALL)


def _draw_columns(canvas: Canvas, columns: tuple[Column, ...]) -> None:
    width = canvas.width // len(columns)
    for x, column in zip(_lefts(columns, canvas.width), columns, strict=True):
        y = LINES if column.number else TOPS
        _small(canvas, x, y, column.top, width - 1)
        _small(canvas, x, FOOT, column.foot, width - 1)
        if column.number:
            font = fit(column.number, width - 1, (MEDIUM, SMALL))
            canvas.text(x, FOOT + LINE - font.height, shorten(column.number, font, width - 1), font)


def _lefts(columns: tuple[Column, ...], whole: int) -> Iterable[int]:
    """The x of each column: of equal width, but closer to a narrow one where two words would touch."""
    width = whole // len(columns)
    words = [max(SMALL.width(column.top), SMALL.width(column.foot)) for column in columns]
    if any(column.number for column in columns) or max((*words[:-1], 0)) <= width - COLUMN_GAP or sum(words) > whole:
        return range(0, width * len(columns), width)
    spare = (whole - sum(words)) // (len(words) - 1)
    return accumulate((word + spare for word in words[:-1]), initial=0)


def _draw_row(canvas: Canvas, y: int, row: Row) -> None:
    font = fit(row.number, NUMBER_WIDTH, (MEDIUM, SMALL))
    number = shorten(row.number, font, NUMBER_WIDTH)
    canvas.text(0, y, shorten(row.name, MEDIUM, NUMBER_END - font.width(number) - 4), MEDIUM)
    canvas.text(NUMBER_END, y + MEDIUM.height - font.height, number, font, align="right")
    _small(canvas, REMARK_AT, y, row.change)
    _small(canvas, REMARK_AT, y + LINE, row.parts)


def _draw_lines(canvas: Canvas, screen: Screen) -> None:
    first = LINES if screen.fact else BODY
    for place, line in enumerate(screen.lines):
        _small(canvas, 0, first + LINE * place, line)
    assert first + LINE * len(screen.lines) <= canvas.height, f"{screen.name} has too many lines"


def lines_of(screen: Screen) -> Iterator[str]:
    """The texts of a screen in reading order, for a screen reader; no line is empty."""
    yield from filter(None, (screen.title, screen.ending, screen.note) if screen.title else (screen.place, screen.memo))
    yield from filter(None, (screen.fact, screen.side, screen.aside, screen.below, *screen.tasks))
    for row in screen.rows:
        yield " ".join(filter(None, (row.name, row.number, row.change, row.parts)))
    for place, option in enumerate(screen.options):
        yield tr("› {answer}, chosen", answer=option) if place == screen.cursor else option
    yield from filter(None, screen.lines)
    for column in screen.columns:
        yield " ".join(filter(None, (column.top, column.number, column.foot)))


@lru_cache(maxsize=64)
def seats_in_columns(names: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    """Each name with a word ("Ann 7") that fits its column; else an initial with the word, or the words alone."""
    width = WIDTH // max(1, len(names)) - 1
    room = width - max(map(SMALL.width, words), default=0) - (SMALL.width("0 0") - 2 * SMALL.width("0"))
    if room < SMALL.width("An"):
        brief = tuple(f"{letter} {word}" for letter, word in zip(distinct_names(names, 1), words, strict=True))
        return brief if all(SMALL.width(word) <= width for word in brief) else words
    return tuple(f"{name} {word}" for name, word in zip(fit_names(names, SMALL, room), words, strict=True))


def name_in(names: tuple[str, ...], seat: int, font: Font, width: int) -> str:
    """One name of a table, distinct from the others, in at most `width` pixels."""
    return fit_names(names, font, width)[seat]
