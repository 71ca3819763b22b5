"""What evenings of any game begin with: chance, players, house rules, scores from before; and their records."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.cards import Seat
from companion.match.checker import answers
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.events import Event
from companion.rules.game import Game
from companion.rules.statements import DEAL, UnreadableError
from companion.support.values import replace

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ian", "Joy", "Kit", "Lea")

MOST_SAID = 3000
"""Maximum statements of a deal: one of 100 cards with ten seats that say something at each of them has fewer."""

PRESSED = 0.2
"""How often an answer is chosen where a card can be played."""

BROUGHT = (3, 20, 100, 400)
"""Upper bounds of scores from before, so that ends of matches are met whatever a game counts to."""


def chance_of(*names: object) -> Random:
    """The chance with this name. The same name always gives the same."""
    return Random("/".join(map(str, names)))  # noqa: S311 - a test, not a secret


def header_by(game: Game, chance: Random) -> Header:
    """Some players, some house rules, now and then scores or markers from before."""
    seats = chance.choice(game.players)
    options = {option.name: chance.choice(option.values) for option in game.options if chance.random() < 0.5}
    plain = Header(game, NAMES[:seats], chance.randrange(seats), options)
    before = [replace(plain, scores=_scores(seats, chance)), replace(plain, scores={0: chance.choice(BROUGHT)})]
    if "markers" in game.brings:
        front = chance.sample(game.deck.cards_in_order, len(game.deck) // 4)
        before.insert(0, replace(plain, markers={seat: tuple(front[seat::seats]) for seat in range(seats)}))
    wanted = before if "score" in game.brings and chance.random() < 0.5 else []
    return next(filter(_begins, chance.sample(wanted, len(wanted))), plain)


def _scores(seats: int, chance: Random) -> dict[Seat, int]:
    top = chance.choice(BROUGHT)
    return {seat: chance.randint(-top // 4, top) for seat in range(seats)}


def _begins(header: Header) -> bool:
    """Whether a match can begin so: scores may contradict each other, or end the game already."""
    try:
        header.game.begin(header.setup())
    except UnreadableError:
        return False
    return True


def lines_of(match: Match) -> list[str]:
    """The record of a match: its header, and what was said."""
    said = [moment.said for moment in match.story() if moment.said is not None]
    return [*match.header.lines(), *map(match.header.language.write, reversed(said))]


def reread(lines: Sequence[str], game: Game) -> tuple[list[tuple[Event, ...]], Match]:
    """The events of each line of a record, and the match after it. Every line must be right."""
    told = list(answers("\n".join(lines), {game.name: game}))
    for line_answer in told:
        assert line_answer.answer.applied, (
            f"“{line_answer.text}” was right when it was said, and read back it is {line_answer.answer.verdict}"
        )
    match = told[-1].match
    assert match is not None
    return [line_answer.answer.events for line_answer in told], match


def over(match: Match) -> bool:
    """Whether the deal in play has ended, or none has begun."""
    return match.expects.words <= {DEAL.name}
