"""No level of any game cheats: hidden cards change neither a seat's view nor its choices."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.games.registry import GAMES
from companion.match.match import Match
from companion.players.levels import LEVELS, player
from companion.players.seat_view import View
from tests.companion.players.tables import moments
from tests.torture import so_many

if TYPE_CHECKING:
    from companion.cards import CardSet, Seat
    from companion.rules.referee.knowledge import Knowledge

DEALS = so_many(1, 20)
PLAYOUTS = 6
PLAYED_ON_CARDS = sorted(set(GAMES) & {"birdhead", "birddog", "rook"})


def knowledge_of(match: Match) -> Knowledge:
    knowledge: Knowledge = match.state.now.knowledge
    return knowledge


def hidden_from(match: Match, seat: Seat) -> CardSet:
    """Cards in other hands, in the nest or the stack, as far as this seat has not seen them there."""
    truth, view = knowledge_of(match), View.of(match, seat).state.now.knowledge
    hidden = truth.hidden_cards
    for other, held in enumerate(truth.known):
        hidden |= 0 if other == seat else held & ~view.known[other]
    return hidden


def swapped(match: Match, seat: Seat, chance: Random) -> Match:
    """The same match where the cards hidden from this seat lie elsewhere: its story is told anew with others."""
    cards = list(match.header.game.deck.cards(hidden_from(match, seat)))
    others = dict(zip(cards, chance.sample(cards, len(cards)), strict=True))
    told = Match(match.header)
    for moment in reversed(list(match.story())[:-1]):
        said = moment.said
        assert said is not None
        if said.word in match.header.game.secrets and said.seat != seat:
            said = said.with_cards(*(others.get(card, card) for card in said.cards))
        state, events = told.header.game.advance(told.moment, said)
        told = told._then(said, state, events)
    return told


@pytest.mark.parametrize("game", PLAYED_ON_CARDS)
def test_what_is_hidden_changes_no_choice_of_any_level(game: str) -> None:
    levels = [player(GAMES[game], level, PLAYOUTS) for level in LEVELS]
    changed = 0
    for deal in range(DEALS):
        chance = Random(deal)
        for match in moments(GAMES[game], player(GAMES[game], "normal"), chance):
            seat = match.expects.seats[0]
            other = swapped(match, seat, chance)
            changed += other.state != match.state
            view, same = View.of(match, seat), View.of(other, seat)
            assert same == view
            for one in levels:
                assert one.choose(same, Random(7).randrange) == one.choose(view, Random(7).randrange)
    assert changed > 10 * DEALS  # something was hidden indeed


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_the_same_luck_gives_the_same_choice(game: str) -> None:
    again = [[_story(game, level) for level in LEVELS] for _ in range(2)]
    assert again[0] == again[1]


def _story(game: str, level: str) -> list[object]:
    return [match.said for match in moments(GAMES[game], player(GAMES[game], level, PLAYOUTS), Random(3))]
