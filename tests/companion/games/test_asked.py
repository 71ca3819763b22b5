"""What each game waits for, offers and shows after each line of a few stories: `asked.txt` beside this file.

`python -m tests.companion.games.test_asked` prints the stories as they are told now.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.evening import match_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.match.match import Match
    from companion.rules.game import Choice, Game

KEPT = Path(__file__).with_name("asked.txt")


def stories() -> list[str]:
    """Each story with what is kept of it: lines that were said, and below each, indented, what is asked then."""
    return KEPT.read_text("utf-8").rstrip().split("\n\n")


def retold(story: str) -> str:
    """The same lines with what is asked now, and how a new match would go on from there."""
    said = [line for line in story.splitlines() if not line.startswith(" ")]
    begun = said.index("deal")
    told = [said[0], f"    {facts(match_of(*said).header.game)}", *said[1:begun]]
    for number in range(begun, len(said) + 1):
        told += [f"    {line}" for line in asked(match_of(*said[:number]))] + said[number : number + 1]
    return "\n".join((*told, f"    {continuation(match_of(*said))}"))


def facts(game: Game) -> str:
    """What is true of a game in every deal."""
    kept = f"keeps score of {', '.join(game.brings)}" if game.keeps_score else "keeps no score"
    closed = "closed" if game.tricks_closed else "open"
    return f"{kept}, counts {game.counted}, {'low' if game.low_wins else 'high'} wins, tricks {closed}"


def asked(match: Match) -> Iterator[str]:
    """Where we are, what has a place now, what a tap says, the answers on the buttons, and what lies open."""
    game, state, expected = match.header.game, match.moment, match.expects
    write, names = match.header.language.write, match.header.names
    scores = dict.fromkeys(" ".join(map(str, points)) for points in (game.scores(state), game.standing(state)))
    lines = (expected.headline, game.headline(state), game.second_line(state), *scores)
    yield " · ".join(line for line in lines if line)
    who = " ".join(names[seat] for seat in expected.seats) or "table"
    least, most = expected.pieces
    yield f"{who}: {' '.join(sorted(expected.words))} {least}..{most}, seen {expected.limit}"
    if expected.tap:
        yield "tap: " + ", ".join(map(write, (*expected.implied, expected.tap)))
    for draw in expected.draws:
        yield f"draw: {write(draw.says)} {names[draw.seat]} {draw.cards} of {draw.among.bit_count()} {draw.alone}"
    said = [one.said for one in match.story() if one.said]
    for kind, choices in {"press": expected.choices, "menu": game.menu(state, said)}.items():
        if choices:
            yield f"{kind}: " + "; ".join(_told(choice, match) for choice in choices)
    if scans := game.to_scan(state):
        yield "scan: " + ", ".join(f"{names[seat]} {cards}" for seat, cards in scans)
    yield from secrets(match)
    if larger := [line for rule in game.rules if (line := game.large_line(state, rule)) != rule.short]:
        yield f"refused: {', '.join(larger)}"


def secrets(match: Match) -> Iterator[str]:
    """What others see of the last statement where that is less, who has seen the nest, what lies in fists."""
    game, state, names, said = match.header.game, match.moment, match.header.names, match.said
    if said and (seen := game.seen(state, said)) != said:
        yield f"seen: {match.header.language.write(seen)}"
    if said and (deaf := [name for seat, name in enumerate(names) if game.seen_by(seat, state, said) is None]):
        yield f"not heard: {' '.join(deaf)}"
    learned = [f"{name} {word}" for seat, name in enumerate(names) for word, _ in game.learned(seat, state)]
    if learned:
        yield f"learned: {', '.join(learned)}"
    if fists := game.in_fists(state):
        yield f"in fists: {' '.join(sorted(map(str, fists)))}"


def continuation(match: Match) -> str:
    """Who opens a new match that goes on from here, with which scores and markers."""
    setup = match.header.game.continuation(match.moment)
    if setup is None:
        return "no score is kept"
    markers = " | ".join(" ".join(map(str, front)) for front in setup.markers)
    return f"going on: {match.header.names[setup.opener]} with {' '.join(map(str, setup.scores))} {markers}".rstrip()


def _told(choice: Choice, match: Match) -> str:
    """One answer; of a question that it leads to, the few answers that has, or how many."""
    marks = "!" * choice.at_once + "+" * choice.wants_card
    name = "" if choice.seat is None else match.header.names[choice.seat]
    says = ", ".join(map(match.header.language.write, choice.says))
    if choice.then:
        leaves = [_told(leaf, match) for leaf in choice.leaves()]
        says = f"{choice.asks} ({', '.join(leaves) if len(leaves) < 10 else len(leaves)})"
    return " ".join(f"[{choice.label or name}]{marks} {says} {choice.note}".split())


@pytest.mark.parametrize("story", stories(), ids=lambda story: story.splitlines()[0])
def test_a_story_is_asked_as_it_is_kept(story: str) -> None:
    assert retold(story) == story


if __name__ == "__main__":
    sys.stdout.write("\n\n".join(map(retold, stories())) + "\n")
