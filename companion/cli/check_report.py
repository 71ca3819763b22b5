"""The checker's answers in words for people: the same rows that `--json` prints, as sentences.

A line says its number, a mark, the statement, and what is wrong with it; what followed stands below it, indented.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.rules.referee.verdicts import COMMON_RULES, Illegal, Unreadable
from companion.support.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from companion.match.checker import LineAnswer
    from companion.match.match import Match
    from companion.support.paint import Paint

MARKS = {"legal": "✓", "trust": "~", "illegal": "✗", "error": "!"}
STYLES = {"legal": "green", "trust": "yellow", "illegal": "bold red", "error": "bold red"}
LEGEND = "✓ legal   ~ on trust   ✗ illegal   ! error"
INDENT = " " * 9


def told(found: LineAnswer, paint: Paint) -> Iterator[str]:
    """The lines for one answer: the statement with its mark, then what followed, then the score after a deal."""
    word = found.answer.verdict.word
    yield f"{found.line:6} {paint(MARKS[word], STYLES[word])} {visible(_statement(found.text))}{_objection(found)}"
    for event in found.as_json()["events"]:
        style = "bold red" if event["event"] == "revoke" else ""
        yield INDENT + paint(visible(event_in_words(event, found)), style)
        if event["event"] in {"deal-score", "score-withdrawn"} and found.match is not None:
            yield INDENT + paint(visible(f"Score: {_score(found.match)}"), "bold")


def summary(match: Match, final: Mapping[str, Any], errors: int) -> Iterator[str]:
    """The last two lines: how the evening stands, and what was wrong with it."""
    score = f"Score: {_score(match)}. " if match.header.game.keeps_score else ""
    winners: list[str] = final["winners"]
    yield visible(score + (_won(winners) if winners else "The game is not over."))
    counts = ((final["illegal"], "illegal statement"), (errors, "error"), (final["revokes"], "revoke"))
    wrong = ", ".join(f"{number} {name}{'s' * (number != 1)}" for number, name in counts if number)
    yield wrong + "." if wrong else "No illegal statement, no error, no revoke."


def _statement(line: str) -> str:
    """The line without its comment and annotation."""
    return line.split("#", 1)[0].split(";", 1)[0].strip()


def _objection(found: LineAnswer) -> str:
    match found.answer.verdict:
        case Illegal(rule):
            return f"   {rule.sentence} ({rule.name})"
        case Unreadable(reason):
            return f"   {visible(reason)}"
    return ""


def event_in_words(event: Mapping[str, Any], found: LineAnswer) -> str:
    """What followed, in words; an event unknown here is told field by field."""
    kind = event["event"]
    if kind == "trick":
        return f"{event['winner']} takes the trick with {' '.join(_winning_cards(event, found))}"
    if kind == "revoke":
        return _revoke(event, found)
    if kind == "impossible":
        return _impossible(event)
    if kind in _SENTENCES:
        return _SENTENCES[kind](event)
    return ", ".join([kind, *(f"{name} {value}" for name, value in event.items() if name != "event")])


_SENTENCES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "declared": lambda event: f"{event['player']} declares trump {event['trump']}; the Bird Dog is {event['birddog']}",
    "forced": lambda event: f"Trump is {event['trump']} by force; the Bird Dog is {event['birddog']}",
    "auction": lambda event: f"{event['winner']} wins the auction with {event['bid']}",
    "claim": lambda event: f"{event['player']}'s claim is {'right' if event['correct'] else 'wrong'}",
    "cleared": lambda _: "The pile is cleared",
    "nil-broken": lambda event: f"{event['player']}'s nil is broken",
    "score-withdrawn": lambda event: f"No longer counts: {_changes(event)}",
    "deal-score": lambda event: f"This deal: {_changes(event)}",
    "redeal": lambda _: "This deal does not count",
    "game-over": lambda event: _won(event["winners"]),
}


def _revoke(event: Mapping[str, Any], found: LineAnswer) -> str:
    place = f"{event['player']}, deal {event['deal']}, trick {event['trick']}, {event['card']}"
    admit = " It can still be taken back." if event["correctable"] else ""
    return f"REVOKE: {place}: {_rule_sentence(event['rule'], found)}{admit}"


def _rule_sentence(name: str, found: LineAnswer) -> str:
    own = found.match.header.game.rules if found.match else ()
    return next((rule.sentence for rule in (*own, *COMMON_RULES) if rule.name == name), name)


def _winning_cards(event: Mapping[str, Any], found: LineAnswer) -> list[str]:
    """The winner's part of the trick: all laid equally many, clockwise, and who just played came last."""
    assert found.match is not None
    assert found.match.said is not None
    names, last = found.match.header.names, found.match.said.seat
    assert last is not None, "a trick is completed by a play"
    place = (names.index(event["winner"]) - last - 1) % len(names)
    each = len(event["cards"]) // len(names)
    cards: list[str] = event["cards"]
    return cards[place * each : (place + 1) * each]


def _impossible(event: Mapping[str, Any]) -> str:
    guilty = event["player"]
    broken = f"{guilty} broke a rule in one of these plays" if guilty else "One of these plays broke a rule"
    return f"{broken}: {_suspects(event['suspects'])}"


def _changes(event: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {points:+}" for name, points in event["scores"].items())


def _suspects(plays: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(f"{play['player']} {play['card']} (trick {play['trick']})" for play in plays)


def _score(match: Match) -> str:
    return ", ".join(f"{name} {points}" for name, points in zip(match.header.names, match.scores, strict=True))


def _won(winners: list[str]) -> str:
    if len(winners) == 1:
        return f"{winners[0]} wins the game."
    return f"{', '.join(winners[:-1])} and {winners[-1]} win the game."
