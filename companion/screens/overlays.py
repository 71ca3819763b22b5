"""What lies over the match: refusals, questions, revokes, pages to read, cards that go back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.events import Revoked
from companion.screens.glyphs import SMALL
from companion.screens.parts import CHOOSE
from companion.screens.picture import WIDTH, wrap
from companion.screens.screen import Screen
from companion.table.menu import last_words

if TYPE_CHECKING:
    from companion.match import Match
    from companion.table.questions import Question
    from companion.table.table import Page, Refused, Table, TakenBack

PAGE_LINES = 5
CLEAR_READER = Screen(
    "clear reader", title="Reader", fact="CLEAR IT", lines=("A card is lying", "on the reader.", "Lift it.")
)
LARGEST_ANSWER = 10
"""So many letters of an answer fit into the large line."""


def question(asked: Question) -> Screen:
    """A question and the answer at the cursor, large where it is short."""
    large = len(asked.chosen) <= LARGEST_ANSWER
    lines = [] if large else [f"›{line}" for line in wrap(asked.chosen, SMALL, WIDTH - 6)[:3]]
    room = 2 if large else 5
    lines += [line for text in asked.text for line in wrap(text, SMALL, WIDTH)]
    return Screen(
        asked.asks,
        place=asked.title,
        memo=f"{asked.cursor + 1} of {len(asked.choices)}",
        fact=asked.chosen.upper() if large else "",
        lines=(*_filled(lines, room), CHOOSE),
    )


def refusal(refused: Refused) -> Screen:
    """Three answers: who, which rule, what to do now."""
    who = f"{refused.who} {refused.card}".strip() or "Not accepted"
    sentence = wrap(refused.rule.sentence, SMALL, WIDTH)
    remedy = wrap(refused.rule.remedy, SMALL, WIDTH)
    return Screen("refusal", title=who, fact=refused.large, lines=(*_filled(sentence, 2), *remedy[:1]))


def revoke(table: Table, asked: Question) -> Screen:
    """Player, trick, card, rule, and what follows."""
    match = table.playing
    proven = next(event for event in match.events if isinstance(event, Revoked))
    name = match.header.names[proven.player]
    rule = next(rule for rule in match.header.game.rules if rule.name == proven.rule)
    return Screen(
        "revoke",
        place="Revoke!",
        memo=f"Trick {proven.trick}: {rule.name}",
        fact=f"{name.upper()} {proven.card.sign}",
        lines=("The deal:", f"›{asked.chosen}‹ {asked.cursor + 1} of {len(asked.choices)}", CHOOSE),
    )


def taken_back(table: Table, back: TakenBack) -> Screen:
    """Which cards go back to whom; the latest three."""
    match = table.playing
    lines = []
    for statement in back.statements[-3:]:
        who = match.header.names[statement.seat] if statement.seat is not None else "the stack"
        cards = " ".join(card.sign for card in statement.cards)
        lines.append(f"{cards} back to {who}" if cards else f"{who}: no “{statement.word}”")
    count = len(back.statements)
    return Screen(
        "taken back",
        title="Taken back" if count == 1 else f"{count} taken back",
        lines=(
            *_filled(lines, 4),
            *wrap(f"before: {last_words(match) or 'the deal'}", SMALL, WIDTH)[:1],
            "tap on, or OK = one more",
        ),
    )


def history(table: Table, page: Page) -> Screen:
    """What was said and played in this deal."""
    return _paged("This deal", _said_in_deal(table.playing), page)


def rules(table: Table, page: Page) -> Screen:
    """The rules in short, a page at a time."""
    lines: list[str] = []
    for text in table.playing.header.game.pages:
        wrapped = wrap(text, SMALL, WIDTH)
        lines += _filled(wrapped, -(-len(wrapped) // PAGE_LINES) * PAGE_LINES)
    return _paged("Rules", tuple(lines), page)


def _paged(title: str, lines: tuple[str, ...], page: Page) -> Screen:
    """As many lines as fit, which page of how many, and the buttons; past the last comes the first."""
    pages = -(-len(lines) // PAGE_LINES)
    number = page.number % pages
    shown = _filled(list(lines[number * PAGE_LINES :]), PAGE_LINES)
    return Screen(page.name, title=title, lines=(*shown, f"{number + 1}/{pages}  ▼ next  BACK"))


def _filled(lines: list[str], room: int) -> tuple[str, ...]:
    """Exactly so many lines: the first ones, blank ones after them."""
    return (*lines[:room], *("",) * (room - len(lines)))


def _said_in_deal(match: Match) -> tuple[str, ...]:
    """What was said and played since the deal began, oldest first."""
    lines: list[str] = []
    for moment in match.story():
        if moment.said is None or moment.said.word == "deal":
            break
        if moment.said.word != "dealt":
            lines.append(last_words(moment))
    return tuple(reversed(lines)) or ("nothing yet",)
