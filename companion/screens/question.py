"""A question as a screen: its answers in one line and the chosen one large, or a list if they are too long."""

from __future__ import annotations

from companion.cards import Deck
from companion.inputs.questions import Question
from companion.screens import layouts, words
from companion.screens.glyphs import LARGE, MEDIUM, SMALL, Font
from companion.screens.layouts import Fact, Heading, OptionList, Options, Screen, TopLines
from companion.screens.name_fitting import (
    LEAST_LETTERS,
    NAME,
    distinct_names,
    drawn_names,
    with_drawn_names,
    with_names,
)
from companion.screens.picture import line_width, wrap
from companion.screens.spoken_sentences import Sentence, sentences
from companion.screens.templates import as_spoken, first_fitting
from companion.support.messages import Message, tr
from companion.support.values import replace

MOST_EXPLAINED = 3
"""Lines below a list that explain the answer at the cursor."""


def question(
    asked: Question, deck: Deck | None = None, names: tuple[str, ...] = (), others: tuple[str, ...] = ()
) -> Screen:
    """The screen of a question; its cards are those of this deck.

    Its `names` are those of the table by seat, and `others` those of people who have no seat.
    """
    return replace(_question(asked, names, others), says=lambda: asks(asked, deck))


def asks(asked: Question, deck: Deck | None = None) -> tuple[Sentence, ...]:
    """The question, what explains it, and the answer at the cursor with its place."""
    chosen = tr("{answer}, {n} of {all}", answer=tr(asked.chosen), n=asked.cursor + 1, all=len(asked.choices))
    below = tr(asked.below[asked.cursor]) if asked.below else ""
    said = as_spoken([below]) if " = " in below else (below,)
    return sentences(asked.title, " ".join(map(tr, asked.text)), chosen, *said, deck=deck, about=asked.title)


def _with_short_names(names: tuple[str, ...], line: str, beside: int = layouts.LIST_AT, font: Font = SMALL) -> str:
    """A line with the names of the table cut until it fits: its other words stay whole. `beside` are not its pixels."""
    whole, room = drawn_names(names), line_width() - beside
    if not whole or font.width(line) <= room:
        return line
    most = max(LEAST_LETTERS, *map(len, whole))
    cut = (distinct_names(whole, letters) for letters in range(most, LEAST_LETTERS - 1, -1))
    return first_fitting(*(with_names(line, whole, short) for short in cut), width=room, font=font)


def _question(asked: Question, names: tuple[str, ...], others: tuple[str, ...]) -> Screen:
    def replace_names(text: str) -> str:
        return with_drawn_names(with_drawn_names(text, names), others, NAME)

    choices = tuple(replace_names(tr(choice)) for choice in asked.choices)
    answers = distinct_names(choices, max(map(len, choices)))
    chosen = answers[asked.cursor]
    title, texts = replace_names(tr(asked.title)), tuple(replace_names(tr(text)) for text in asked.text)
    if layouts.fits_one_line(answers) and max(map(LARGE.width, answers)) <= line_width():
        return _large_question(title, texts, asked, answers, fact=chosen.upper())
    lines = tuple(
        _with_short_names(names, replace_names(_in_list(choice, answer, explained=bool(asked.below))))
        for choice, answer in zip(asked.choices, answers, strict=True)
    )
    below = _explanation(tr(asked.below[asked.cursor]) if asked.below else "") or [tr(words.CHOOSE)]
    listed = layouts.LISTED + 1 - len(below)
    first = max(0, min(asked.cursor - listed // 2, len(answers) - listed))
    note = f"{asked.cursor + 1}/{len(answers)}"
    beside = layouts.NOTE_END + SMALL.width(note) + layouts.NOTE_GAP
    short = _with_short_names(names, replace_names(_short(asked.title, title, beside)), beside, MEDIUM)
    about, _, what = short.partition(": ") if MEDIUM.width(short) > line_width() - beside else (short, "", "")
    return Screen(
        "question",
        Heading(about.rstrip(), note, what),
        OptionList(lines[first : first + listed], asked.cursor - first, tuple(below)),
    )


def _explanation(text: str) -> list[str]:
    """The lines that explain an answer; what OK does, after three blanks, joins the last of them if it fits."""
    text, _, ok = text.partition("   ")
    lines = wrap(text)[:MOST_EXPLAINED]
    if not ok:
        return lines
    joined = f"{lines[-1]}   {ok}"
    return [*lines[:-1], joined] if SMALL.width(joined) <= line_width() else [*lines, ok]


def _in_list(choice: str, answer: str, *, explained: bool) -> str:
    """An answer as a line of a list; of a long one what is `brief`.

    Of a long house rule that is only what holds, because the line below explains it.
    """
    if not isinstance(choice, Message) or SMALL.width(answer) <= line_width() - layouts.LIST_AT:
        return answer
    brief = choice.values.get("value" if explained and "value" in choice.values else "brief")
    return tr(brief) if isinstance(brief, Message) else answer


def _short(title: str, whole: str, beside: int = layouts.MARK_WIDTH) -> str:
    """A title with a name in it is the one that is `brief` where it would be small; `beside` pixels are not its own."""
    brief = title.values.get("brief") if isinstance(title, Message) else None
    return tr(brief) if isinstance(brief, str) and MEDIUM.width(whole) > line_width() - beside else whole


def _large_question(
    title: str, texts: tuple[str, ...], asked: Question, answers: tuple[str, ...], *, fact: str
) -> Screen:
    """The title as large as it fits; the explanation stands below the answers or below a small title."""
    brief = "" if SMALL.width(title) <= line_width() - layouts.MARK_WIDTH else _short(asked.title, title)
    text = next((line for line in (brief, " ".join(texts), *texts) if line and SMALL.width(line) <= line_width()), "")
    titled = MEDIUM.width(title) <= line_width() - layouts.MARK_WIDTH
    lines = (text if titled else "", tr(words.CHOOSE))
    top = Heading(title) if titled else TopLines(title, text)
    return Screen("question", top, Options(Fact(fact), answers, asked.cursor, lines))
