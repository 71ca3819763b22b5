"""Screens over the match: refusals, questions, revokes, cards taken back."""

from __future__ import annotations

from companion.cards import Deck, signs
from companion.inputs.questions import Question
from companion.match.match import Match
from companion.rules.events import Revoked
from companion.rules.referee.verdicts import NOT_IN_HAND
from companion.rules.statements import PLAY
from companion.screens import words
from companion.screens.glyphs import LARGE, MEDIUM, SMALL
from companion.screens.name_fitting import distinct_names, fit_names
from companion.screens.parts import brief_names
from companion.screens.picture import fill_lines, line_width, wrap
from companion.screens.screen import (
    LIST_AT,
    LISTED,
    MARK_WIDTH,
    Fact,
    Glance,
    Heading,
    OptionList,
    Options,
    Screen,
    TextPage,
    TopLines,
    Versus,
    fits_one_line,
)
from companion.screens.sentences import Kind, Sentence, as_sentence, sentences
from companion.screens.templates import as_spoken
from companion.support.messages import Message, tr, tr_n
from companion.support.values import replace
from companion.table.revokes import revokes_in_question
from companion.table.state import Refused, Table, Why

CARD_ROOM = 96
"""Pixels for the cards of a refusal, with room for a name before them."""


def question(asked: Question, deck: Deck | None = None) -> Screen:
    """A question: its answers in one line and the chosen one large, or a list if they are too long.

    Its cards are those of this deck.
    """
    return replace(_question(asked), says=lambda: asks(asked, deck))


def asks(asked: Question, deck: Deck | None = None) -> tuple[Sentence, ...]:
    """The question, what explains it, and the answer at the cursor with its place."""
    chosen = tr("{answer}, {n} of {all}", answer=tr(asked.chosen), n=asked.cursor + 1, all=len(asked.choices))
    below = tr(asked.below[asked.cursor]) if asked.below else ""
    said = as_spoken([below]) if " = " in below else (below,)
    return sentences(asked.title, " ".join(map(tr, asked.text)), chosen, *said, deck=deck, about=asked.title)


def _question(asked: Question) -> Screen:
    choices = tuple(map(tr, asked.choices))
    answers = distinct_names(choices, max(map(len, choices)))
    chosen = answers[asked.cursor]
    if fits_one_line(answers) and LARGE.width(chosen) <= line_width():
        return _large_question(asked, answers, chosen.upper())
    lines = tuple(
        _in_list(choice, answer, explained=bool(asked.below))
        for choice, answer in zip(asked.choices, answers, strict=True)
    )
    below = _explanation(tr(asked.below[asked.cursor]) if asked.below else "") or [tr(words.CHOOSE)]
    listed = LISTED + 1 - len(below)
    first = max(0, min(asked.cursor - listed // 2, len(answers) - listed))
    return Screen(
        "question",
        Heading(tr(asked.title), f"{asked.cursor + 1}/{len(answers)}"),
        OptionList(lines[first : first + listed], asked.cursor - first, tuple(below)),
    )


def _explanation(text: str) -> list[str]:
    """The lines that explain an answer; what OK does, after three blanks, joins the last of them if it fits."""
    text, _, ok = text.partition("   ")
    lines = wrap(text, SMALL, line_width())[:MOST_EXPLAINED]
    if not ok:
        return lines
    joined = f"{lines[-1]}   {ok}"
    return [*lines[:-1], joined] if SMALL.width(joined) <= line_width() else [*lines, ok]


def _in_list(choice: str, answer: str, *, explained: bool) -> str:
    """An answer as a line of a list; of a long one what is `brief`.

    Of a long house rule that is only what holds, because the line below explains it.
    """
    if not isinstance(choice, Message) or SMALL.width(answer) <= line_width() - LIST_AT:
        return answer
    brief = choice.values.get("value" if explained else "brief")
    return tr(brief) if isinstance(brief, Message) else answer


MOST_EXPLAINED = 3
"""Lines below a list that explain the answer at the cursor."""


def _large_question(asked: Question, answers: tuple[str, ...], fact: str) -> Screen:
    """The title as large as it fits; the explanation stands below the answers or below a small title."""
    title, texts = tr(asked.title), tuple(map(tr, asked.text))
    text = next((line for line in (" ".join(texts), *texts) if SMALL.width(line) <= line_width()), "")
    titled = MEDIUM.width(title) <= line_width() - MARK_WIDTH
    lines = (text if titled else "", tr(words.CHOOSE))
    top = Heading(title) if titled else TopLines(title, text)
    return Screen("question", top, Options(Fact(fact), answers, asked.cursor, lines))


def refusal(table: Table, refused: Refused) -> Screen:
    """A refused tap in three lines: who, which rule, what to do now."""
    names = table.match.header.names if table.match else ()
    cards = len(refused.card.split())
    card = refused.card if MEDIUM.width(refused.card) <= CARD_ROOM else tr_n("{n} card", "{n} cards", cards)
    room = line_width() - MARK_WIDTH - MEDIUM.width(card) - 6
    who = fit_names(names, MEDIUM, room)[names.index(refused.who)] if refused.who in names else ""
    sentence, remedy = tr(refused.rule.sentence), tr(refused.rule.remedy)
    brief = sentence.format(*brief_names(table.match) if table.match else ())
    return Screen(
        "refusal",
        Versus(who or _thing(table, refused), card if who else ""),
        Glance(
            Fact(tr(refused.large).upper()),
            _with_ok(table, refused, (*fill_lines(wrap(brief, SMALL, line_width()), 2), remedy)),
        ),
        says=lambda: _refused_in_words(table, refused),
    )


def _refused_in_words(table: Table, refused: Refused) -> tuple[Sentence, ...]:
    """Whose card was refused, by which rule, and what to do now."""
    match = table.match
    names = match.header.names if match else ()
    alike = match is not None and match.header.game.entry.look == "drinks"
    cards = refused.card if alike else ", ".join(refused.card.split())
    what = cards if refused.who else _thing(table, refused)
    lead = tr("{who}: {what}", who=refused.who, what=what) if refused.who and what else refused.who or what
    texts = lead, tr(refused.rule.sentence).format(*names), tr(refused.rule.remedy)
    return sentences(*texts, kind=Kind.MISTAKE, deck=match.header.game.deck if match else None)


def _with_ok(table: Table, refused: Refused, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a refusal, with what OK does after the second or the last one, where there is room."""
    if table.match is None or refused.rule is NOT_IN_HAND or not _has_more(table.match, refused):
        return lines
    for place in (1, 2):
        longer = f"{lines[place]}   {tr(words.OK_WHY)}".strip()
        if SMALL.width(longer) <= line_width():
            return (*lines[:place], longer, *lines[place + 1 :])
    return lines


def _has_more(match: Match, refused: Refused) -> bool:
    """Whether the page behind OK says more than the sentence that stands there already."""
    return match.header.game.shown.why(match.moment, refused.rule, refused.card) != ("", refused.rule.sentence)


def why(table: Table, shown: Why) -> Screen:
    """The two cards concerned, and the broken rule as a whole sentence, a page at a time."""
    match, refused = table.playing, shown.refused
    against, card, text = _why(match, refused, brief_names(match))
    lines = wrap(text, SMALL, line_width())
    pages = -(-len(lines) // WHY_LINES)
    number = shown.number % pages
    title = against or tr("Why?")
    room = line_width() - MARK_WIDTH - MEDIUM.width(title) - 6
    return Screen(
        "why",
        Versus(title, card if MEDIUM.width(card) <= room else ""),
        TextPage(
            (
                *fill_lines(lines[number * WHY_LINES : (number + 1) * WHY_LINES], WHY_LINES),
                tr("{n}/{all}  ▼ more   BACK", n=number + 1, all=pages) if pages > 1 else tr("BACK"),
            )
        ),
        says=lambda: sentences(
            *as_spoken([_why(match, refused, match.header.names)[2]]), kind=Kind.MISTAKE, deck=match.header.game.deck
        ),
    )


def _why(match: Match, refused: Refused | None, names: tuple[str, ...]) -> tuple[str, str, str]:
    """What was played against what, and the broken rule as a whole sentence with these names."""
    game = match.header.game
    if refused is not None:
        against, sentence = game.shown.why(match.moment, refused.rule, refused.card)
        known = refused.who in match.header.names
        who = names[match.header.names.index(refused.who)] if known else tr("The player")
        card, then = _sign(match, refused.card), f" {as_sentence(tr(refused.rule.remedy))}"
    else:
        revoked = revokes_in_question(match)[0]
        against, sentence = game.shown.why_revoked(match.state, revoked)
        who, card, then = names[revoked.player], revoked.card.sign, _proof(match, revoked)
    return tr(against), card, f"{tr(sentence).format(*names, name=who)}{then}"


WHY_LINES = 5


def _proof(match: Match, revoked: Revoked) -> str:
    """The card that has just proven it, if it is the same player's."""
    said = match.said
    if said is None or said.seat != revoked.player or said.word != PLAY or revoked not in match.events:
        return ""
    return " " + tr("{cards} proves it.", cards=signs(said.cards))


def _thing(table: Table, refused: Refused) -> str:
    """What was tapped, without a player's name."""
    if refused.deck:
        from companion.enrolment.words import deck_name  # noqa: PLC0415 - the first picture of a game starts without

        return tr("Card of {deck}", deck=deck_name(refused.deck))
    return f"{_sign(table.match, refused.card)}?" if refused.card else tr("Not accepted")


def _sign(match: Match | None, tapped: str) -> str:
    """The sign of a card that was tapped where none is asked for; anything else as it is."""
    card = match.header.game.deck.card(tapped) if match else None
    return tr(card.sign) if card else tapped
