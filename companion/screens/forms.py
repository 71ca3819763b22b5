"""Forms of `words` as screens: filled in, in the language in effect, and what they say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from companion.screens.glyphs import SMALL
from companion.screens.picture import WIDTH
from companion.screens.screen import MARK_WIDTH
from companion.screens.sentences import Kind, sentences
from companion.support.messages import Message, tr
from companion.support.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.screens.screen import Screen
    from companion.screens.sentences import Sentence


def first_fitting(*texts: str, width: int = WIDTH - MARK_WIDTH) -> str:
    """The first of these small lines that fits; the last if none does."""
    return next((text for text in texts if SMALL.width(text) <= width), texts[-1])


def fill(form: Screen, kind: Kind = Kind.TURN, heard: Mapping[str, str] | None = None, **values: str) -> Screen:
    """A form of `words` with its gaps filled; of each line the first version that fits.

    It says the same with the values that are `heard` instead (whole names, cards as words), as sentences of this kind.
    """
    values = {name: tr(value) if isinstance(value, Message) else value for name, value in values.items()}
    title, place, memo, fact = (tr(text).format(**values) for text in (form.title, form.place, form.memo, form.fact))
    lines = (line for text in form.lines for line in tr(text).format(**values).split("\n"))
    fitting = tuple(first_fitting(*line.split("|"), width=WIDTH) for line in lines)
    return replace(
        form,
        title=title,
        place=place,
        memo=memo,
        fact=fact,
        lines=fitting,
        held_for=tr(form.held_for),
        says=lambda: _told(form, kind, {**values, **(heard or {})}),
    )


def _told(form: Screen, kind: Kind, values: Mapping[str, str]) -> tuple[Sentence, ...]:
    """The slots of a form as sentences, in reading order."""
    top = [tr(text).format(**values).strip() for text in (form.title, form.place, form.memo, form.fact)]
    lines = (line.partition("|")[0] for text in form.lines for line in tr(text).format(**values).split("\n"))
    together = "   ".join(_in_small(text) if text.isupper() else text for text in top).replace(":   ", ": ")
    return sentences(*as_spoken([together]), *as_spoken(lines), kind=kind)


def _in_small(text: str) -> str:
    """A large line as people write it; the button keeps its name."""
    return re.sub(r"\b[Oo]k\b", "OK", text.capitalize())


SIGNS = {"▲": "UP", "▼": "DOWN"}
BUTTON = re.compile(r"\b(OK|BACK|UP|DOWN)(?: = | )(?=\S)")


def as_spoken(lines: Iterable[str]) -> list[str]:
    """Lines of a panel as the sentences that they are; "DOWN skip    BACK = no" becomes "Down: skip", "Back: no"."""
    text = ""
    for line in lines:
        signless = re.sub("[▲▼]", lambda found: SIGNS[found[0]], line).strip()
        text += f"{'   ' if BUTTON.match(signless) else ' '}{signless}"
    parts = re.split(r"\s{3,}|(?<=[.?!…]) ", text.strip())
    named = (BUTTON.sub(_button, part, count=1) if BUTTON.match(part) else part for part in parts if part.strip())
    return [part.replace(" = ", ": ") for part in named]


def _button(found: re.Match[str]) -> str:
    return f"{found[1] if found[1] == 'OK' else found[1].capitalize()}: "
