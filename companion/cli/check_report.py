"""The check report: the rows of `--json` as sentences for people.

A line gives its number, a mark, the statement, and the objection; its events stand below it, indented.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.rules.events import DealScored, Event, Impossible, Revoked, ScoreWithdrawn, TrickTaken
from companion.rules.referee.verdicts import COMMON_RULES, Illegal, Unreadable
from companion.support.text import Paint, listed, visible

if TYPE_CHECKING:
    from companion.match.checker import LineAnswer
    from companion.match.match import Match

MARKS = {"legal": "✓", "trust": "~", "illegal": "✗", "error": "!"}
STYLES = {"legal": "green", "trust": "yellow", "illegal": "bold red", "error": "bold red"}
LEGEND = "✓ legal   ~ on trust   ✗ illegal   ! error"
INDENT = " " * 9


def answer_lines(found: LineAnswer, paint: Paint) -> Iterator[str]:
    """The lines for one answer: the statement with its mark, its events, and the score after a deal."""
    word = found.answer.verdict.word
    yield f"{found.line:6} {paint(MARKS[word], STYLES[word])} {visible(_statement(found.text))}{_objection(found)}"
    for event in found.answer.events:
        assert found.match is not None, "something follows in a match only"
        yield INDENT + paint(visible(sentence(event, found.match)), "bold red" if isinstance(event, Revoked) else "")
        if isinstance(event, DealScored | ScoreWithdrawn):
            yield INDENT + paint(visible(f"Score: {_score(found.match)}"), "bold")
    if found.match is not None and (why := found.match.remark[1]) and found.answer.events:
        yield INDENT + visible(why)


def summary(match: Match, final: Mapping[str, Any], errors: int) -> Iterator[str]:
    """The last two lines: the standing, and the count of errors."""
    score = f"Score: {_score(match)}. " if match.header.game.keeps_score else ""
    winners: list[str] = final["winners"]
    yield visible(score + (_won(winners) if winners else "The game is not over."))
    counts = ((final["illegal"], "illegal statement"), (errors, "error"), (final["revokes"], "revoke"))
    wrong = ", ".join(f"{number} {name}{'s' * (number != 1)}" for number, name in counts if number)
    yield wrong + "." if wrong else "No illegal statement, no error, no revoke."


def _statement(line: str) -> str:
    """The line without comment and annotation."""
    return line.split("#", 1)[0].split(";", 1)[0].strip()


def _objection(found: LineAnswer) -> str:
    match found.answer.verdict:
        case Illegal(rule):
            return f"   {rule.sentence} ({rule.name})"
        case Unreadable(reason):
            return f"   {visible(reason)}"
    return ""


def sentence(event: Event, match: Match) -> str:
    """An event as a sentence, with what only a reader of the whole record wants to know behind it."""
    return f"{event.sentence(match.header.names)}{_details(event, match)}"


def _details(event: Event, match: Match) -> str:
    """The cards of a trick, the plays in question, the deal and the rule of a revoke. Empty: there are none."""
    match event:
        case TrickTaken(winner=winner):
            cards = dict(match.header.game.shown.middle(match.state, taken=True))[winner]
            return f" with {' '.join(map(str, cards))}"
        case Impossible(suspects=suspects):
            names = match.header.names
            return f": {', '.join(f'{names[play.player]} {play.card} (trick {play.trick})' for play in suspects)}"
        case Revoked(deal=deal, rule=rule, correctable=correctable):
            rules = (*match.header.game.rules, *COMMON_RULES)
            broken = next((known.sentence for known in rules if known.name == rule), rule)
            return f", deal {deal}: {broken}{' It can still be taken back.' if correctable else ''}"
    return ""


def _score(match: Match) -> str:
    return ", ".join(f"{name} {points}" for name, points in zip(match.header.names, match.scores, strict=True))


def _won(winners: list[str]) -> str:
    return f"{listed(winners)} win{'s' * (len(winners) == 1)} the game."
