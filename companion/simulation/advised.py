"""What a good player would say in a seat of a simulated table, knowing no more than that seat does.

The hands are those of the simulation: the table itself need not have seen them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from companion.cards import Card, Seat
from companion.inputs.questions import for_people
from companion.match.header import Computer
from companion.match.match import Match
from companion.players.levels import player
from companion.players.seat_view import SeatView
from companion.rules.game import Choice, Game
from companion.rules.statements import Secret, Statement
from companion.rules.suggestions import suggestions_of
from companion.simulation.open_deal import OpenDeal, memoize_story, state_with_open_hands
from companion.support.lazy_import import nothing
from companion.support.values import replace
from companion.table.asked import only_person
from companion.table.computer_seats import luck_of, table_statements

SkillOf: TypeAlias = "Callable[[str], Computer]"
"""How well somebody plays, by name."""

GOOD, BEST = Computer(), Computer("strong")
"""Chooses at once, by rules of thumb; tries each move in imagined deals, a tenth of a second at most on a desktop."""


def all_good(_name: str) -> Computer:
    """Everybody plays well."""
    return GOOD


def at_best(_name: str) -> Computer:
    """Everybody plays as well as a computer can."""
    return BEST


def what_good_players_say(match: Match, deal: OpenDeal | None, skill_of: SkillOf = all_good) -> tuple[Statement, ...]:
    """What good players would say now: the one whose turn it is, and after a pass those who are asked with it.

    `skill_of` gives by name how well each of them plays. Empty: the game has no strategy, a computer is asked, or there
    is nothing to say. Where no hands are dealt, the only person is advised, who remembers all.
    """
    if deal is None and match.header.game.crate:
        return tuple(_of_the_only_person(match))
    offered = [people_say(choice.says) for choice in offered_to_people(match)]
    said: tuple[Statement, ...] = ()
    while deal is not None and (statement := _choice(match, deal, skill_of)) is not None:
        said = (*said, statement)
        if said in offered or all(says[: len(said)] != said for says in offered):
            break
        match, deal = match.say(statement)[0], replace(deal, story=(*deal.story, statement))
    return said


def _of_the_only_person(match: Match) -> Iterator[Statement]:
    game, me = match.header.game, only_person(match)
    if me is not None and match.expects.words and game.entry.strategy is not nothing:
        view = SeatView.of(match.after(table_statements(match)), me)
        said = player(game, BEST.level).choose(view, luck_of(BEST.seed, match.applied))
        yield from (said,) if said else ()


def to_give(match: Match, deal: OpenDeal, seat: Seat, skill_of: SkillOf = all_good) -> tuple[Card, ...]:
    """The cards that this player had better give away, face down."""
    game, advice = match.header.game, _choice(match, deal, skill_of, seat)
    if advice is not None and game.secrets.get(advice.word) is Secret.GIVEN:
        return advice.cards
    return suggestions_of(game).lays_aside(deal.hands[seat])


def offered_to_people(match: Match) -> Iterator[Choice]:
    """The final answers of people; what computers say after them is left out."""
    for choice in for_people(match.expects.choices, frozenset(match.header.computers)):
        yield from choice.leaves()


def people_say(says: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """An answer without what the table says itself."""
    return tuple(say for say in says if say.seat is not None)


def _choice(match: Match, deal: OpenDeal, skill_of: SkillOf, seat: Seat | None = None) -> Statement | None:
    """What somebody says: the player in this seat (None: the one who is asked first)."""
    game = match.header.game
    seat = next(iter(match.expects.seats), None) if seat is None else seat
    if seat is None or seat in match.header.computers or game.entry.strategy is nothing:
        return None
    skill = skill_of(match.header.names[seat])
    said = player(game, skill.level).choose(_view(game, deal, seat), luck_of(skill.seed, match.applied))
    return said and said.with_cards(*_with_held_copies(said.cards, deal.own(seat)))


def _with_held_copies(cards: Iterable[Card], own: Sequence[Card]) -> list[Card]:
    """These cards, with the copies that this hand has."""
    held: list[Card] = []
    for card in cards:
        alike = (copy for copy in own if copy.face == card.face and copy not in held)
        held.append(card if card in own and card not in held else next(alike, card))
    return held


def _view(game: Game, deal: OpenDeal, seat: Seat) -> SeatView:
    """What this seat knows of the deal, its own hand included."""
    learned = game.known_secrets(seat, state_with_open_hands(game, deal))
    return _knowledge_after((game, seat, learned), deal.begun, deal.story)[1]


_Viewpoint: TypeAlias = "tuple[Game, Seat, frozenset[tuple[str, Seat | None]]]"
"""The game and the seat, and the secrets that it knows by now."""


def _begins(viewpoint: _Viewpoint, begun: Any) -> tuple[Any, SeatView]:
    game, seat, _ = viewpoint
    return begun, SeatView(game, seat, begun)


def _hears(viewpoint: _Viewpoint, known: tuple[Any, SeatView], said: Statement) -> tuple[Any, SeatView]:
    game, _, learned = viewpoint
    state, view = game.advance(known[0], said)[0], known[1]
    return state, view.knowing(said) if (said.word, said.seat) in learned else view.hears(said, state)


_knowledge_after = memoize_story(_begins, _hears)
