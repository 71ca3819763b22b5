"""Templates of `words`: screens whose texts have gaps, filled in the language in effect, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from companion.screens.glyphs import SMALL, Font
from companion.screens.layouts import MARK_WIDTH, Column, Fact, Glance, Heading, Screen, TopLines
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import Kind, Sentence, in_small, sentences
from companion.support.messages import Message, tr
from companion.support.values import dataclass


def first_fitting(*texts: str, width: int = 0, font: Font = SMALL) -> str:
    """The first of these lines that fits into `width` pixels (0: beside the mark); the last if none does."""
    width = width or line_width() - MARK_WIDTH
    for text in texts:
        if font.width(text) <= width:
            return text
    return texts[-1]


@dataclass(frozen=True, slots=True)
class Template:
    """A screen with a fact and lines whose texts have gaps such as "{name}".

    "|" separates ever shorter versions of a line, of which the first that fits is shown.
    """

    name: str
    top: TopLines | Heading
    fact: str
    lines: tuple[str, ...] = ()


def fill(
    template: Template,
    kind: Kind = Kind.TURN,
    heard: Mapping[str, str] | None = None,
    columns: tuple[Column, ...] = (),
    **values: str,
) -> Screen:
    """A template of `words` with its gaps filled; of each line the first version that fits.

    It says the same with the values that are `heard` instead (whole names, cards as words), as sentences of this kind.
    """
    values = {name: tr(value) if isinstance(value, Message) else value for name, value in values.items()}
    lines = tuple(first_fitting(*versions, width=line_width()) for versions in _lines(template, values))
    texts, of = _top(template, values), template.top
    top = Heading(texts[0], keys=tr(of.keys)) if isinstance(of, Heading) else TopLines(*texts)
    return Screen(
        template.name,
        top,
        Glance(Fact(tr(template.fact).format(**values)), lines, columns),
        says=lambda: _sentences(template, kind, {**values, **(heard or {})}),
    )


def _top(template: Template, values: Mapping[str, str]) -> list[str]:
    """The title of a template, or its place and memo."""
    texts = (template.top.title,) if isinstance(template.top, Heading) else (template.top.place, template.top.memo)
    return [tr(text).format(**values).strip() for text in texts]


def _lines(template: Template, values: Mapping[str, str]) -> Iterator[list[str]]:
    """The lines, each in its ever shorter versions. A value may have any sign."""
    forms = (form for text in template.lines for form in tr(text).split("\n"))
    return ([version.format(**values) for version in form.split("|")] for form in forms)


def _sentences(template: Template, kind: Kind, values: Mapping[str, str]) -> tuple[Sentence, ...]:
    """The slots of a template as sentences, in reading order."""
    top = [*_top(template, values), tr(template.fact).format(**values).strip()]
    lines = (versions[0] for versions in _lines(template, values))
    together = "   ".join(in_small(text) if text.isupper() else text for text in top).replace(":   ", ": ")
    return sentences(*as_spoken([together]), *as_spoken(lines), kind=kind)


SIGNS = {"▲": "UP", "▼": "DOWN"}
BUTTON = r"\b(OK|BACK|UP|DOWN)(?: = | )(?=\S)"  # compiled when somebody listens, as all patterns of sentences


def as_spoken(lines: Iterable[str]) -> list[str]:
    """Lines of a panel as the sentences that they are; "DOWN skip    BACK = no" becomes "Down: skip", "Back: no"."""
    text = ""
    for line in lines:
        signless = re.sub("[▲▼]", lambda found: SIGNS[found[0]], line).strip()
        text += f"{'   ' if re.match(BUTTON, signless) else ' '}{signless}"
    parts = re.split(r"\s{3,}|(?<=[.?!…]) ", text.strip())
    named = (re.sub(f"^{BUTTON}", lambda found: f"{in_small(found[1])}: ", part) for part in parts if part.strip())
    return [part.replace(" = ", ": ") for part in named]
