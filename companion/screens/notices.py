"""Screens of the box that need no table."""

from __future__ import annotations

from companion.inputs.inputs import Health
from companion.screens.glyphs import MEDIUM, SMALL
from companion.screens.layouts import (
    LISTED,
    MARK_WIDTH,
    Fact,
    Glance,
    Heading,
    Options,
    Screen,
    TextPage,
    TopLines,
    Versus,
)
from companion.screens.picture import fill_lines, line_width, shorten, wrap
from companion.screens.spoken_sentences import Kind, sentences
from companion.screens.templates import as_spoken
from companion.screens.words import LOGS, STARTS_AGAIN
from companion.support.messages import N_, tr
from companion.support.values import replace

AT_THE_GAME = len("2026-01-01-000000-")
"""Where the name of a record may be broken."""

REASON_LINES, PAGE = 3, 6

TROUBLE, PLUG_IN = "!", N_("Cable loose? Plug it in.")
"""Marks a screen while a part fails; what to do about a reader, without which no card is read."""


def last_words(reason: str, place: str) -> Screen:
    """The screen after a crash: what people do; for the owner the reason, and a line of the program or a file."""
    why = [*wrap(reason)[:REASON_LINES], f"({name_lines(place)[-1]})", LOGS]
    lines = (*tr(STARTS_AGAIN).split("\n"), tr("Tell the owner:"), *why)
    return notice("last words", tr("Stopped"), lines[:PAGE], tr("restarting"))


def name_lines(place: str) -> list[str]:
    """The name of a file, in two lines if it is the long one of a record."""
    where = [place] if SMALL.width(place) <= line_width() else [place[:AT_THE_GAME], place[AT_THE_GAME:]]
    return [shorten(part, SMALL, line_width()) for part in where]


def notice(name: str, title: str, lines: tuple[str, ...], note: str = "", *, file: str = "") -> Screen:
    """A screen that says what stands on it; `file` is the one that the lines are about."""
    heading = ", ".join(filter(None, (title, file, note)))
    said = (heading, *as_spoken(filter(None, lines)))
    return Screen(name, Heading(title, note, file), TextPage(lines), says=lambda: sentences(*said, kind=Kind.MISTAKE))


def wrong_settings(line: int, key: str, found: str, allowed: str) -> Screen:
    """The screen for a wrong setting: value and allowed values; `line` is 0 and `key` empty if unknown."""
    what = [shorten(text, SMALL, line_width()) for text in (key or tr("The file"), tr("found {value}", value=found))]
    lines = [*what, *wrap(tr("allowed: {values}", values=tr(allowed)))[: LISTED - 1]]
    if len(lines) <= LISTED:
        lines = [*fill_lines(lines, LISTED), tr("Owner: mend it, restart")]
    where = tr("line {n}", n=line) if line else ""
    return notice("wrong settings", tr("ERROR"), tuple(lines), where, file=tr("settings file"))


def box_notice(fact: str, text: str) -> Screen:
    """What came of a choice in the settings of the box."""
    said = tr(text)
    return Screen(
        "box notice",
        Heading(tr("Settings"), keys=tr("BACK")),
        Glance(Fact(tr(fact)), tuple(fill_lines(wrap(said), REASON_LINES))),
        says=lambda: sentences(said, kind=Kind.MISTAKE),
    )


def in_trouble(screen: Screen, health: Health, *, told: bool) -> Screen:
    """The screen while a part fails: it says so first; `told`: something else comes first, and a mark stands there."""
    trouble, says = tr(health.trouble), screen.says
    if not told:
        screen = replace(
            screen, says=lambda: (*sentences(trouble, kind=Kind.MISTAKE), *(says() if says is not None else ()))
        )
    plug_in = tr("Plug in reader!") if health.of_reader else ""
    match screen.top:
        case TopLines(place, _, sign) if told and health.of_reader:
            return replace(screen, top=TopLines(place, trouble, sign), mark=TROUBLE)
        case TopLines(_, memo, sign) if not told:
            plug = health.of_reader and not isinstance(screen.layout, Options)
            return replace(screen, top=TopLines(trouble, tr(PLUG_IN)) if plug else TopLines(trouble, memo, sign))
        case Heading(title, keys="") as heading:
            room = line_width() - MARK_WIDTH - MEDIUM.width(title)
            for says_so in (plug_in, f"{tr(health.part)}{TROUBLE}"):
                if says_so and SMALL.width(says_so) < room:
                    return replace(screen, top=replace(heading, keys=says_so))
        case Versus() if plug_in and isinstance(screen.layout, Glance):
            layout = replace(screen.layout, lines=(*screen.layout.lines[:-1], plug_in))
            return replace(screen, layout=layout, mark=TROUBLE)
    return replace(screen, mark=TROUBLE)
