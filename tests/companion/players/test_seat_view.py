"""What a seat knows is told anew from its last view or its deal, and is what the whole story would give."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.cards import Seat
from companion.games.registry import GAMES
from companion.match.checker import answer_each
from companion.match.match import Match
from companion.players.levels import player
from companion.players.seat_view import SeatView
from companion.rules.statements import CORRECT, DEAL, Statement
from tests.cases import for_each
from tests.companion.players.tables import dealt
from tests.evening import RECORDS
from tests.torture import every_so_many, so_many

LONG = 2000
"""Statements of a long evening."""


def from_the_first_word(match: Match, seat: Seat) -> SeatView:
    """The view of a seat that heard the whole match."""
    *story, first = match.story()
    game = match.header.game
    view = SeatView(game, seat, first.moment)
    for moment in reversed(story):
        secret = (moment.statement.word, moment.statement.seat) in game.known_secrets(seat, match.state)
        if moment.statement.word == CORRECT.name:  # not of the game's own words
            view = view.corrects(moment)
        else:
            view = view.knowing(moment.statement) if secret else view.hears(moment.statement, moment.state)
    return view


def moments_of(record: str) -> list[Match]:
    lines = RECORDS[record].read_text("utf-8").splitlines()
    matches = [line.match for line in answer_each(lines, GAMES) if line.match is not None]
    return [match for match in matches if match.said is not None and not match.ended]


@for_each("record", every_so_many(9, sorted(RECORDS)))
def test_a_view_told_from_any_earlier_one_is_that_of_the_whole_story(record: str) -> None:
    chance, moments = Random(record), moments_of(record)
    for place in chance.sample(range(len(moments)), min(len(moments), so_many(3, 1000))):
        match = moments[place]
        for seat in range(len(match.header.names)):
            whole = from_the_first_word(match, seat)
            earlier = moments[chance.randrange(place + 1)]  # also one that was undone since
            assert SeatView.of(match, seat) == whole
            assert SeatView.of(match, seat, SeatView.of(earlier, seat)) == whole


def test_a_seat_hears_that_a_score_was_corrected_and_scans_on() -> None:
    lines = ["game hearts", "players Ann Bob Cid Dee", "dealer Dee", "option passing none", "deal", "dealt Ann 2S"]
    *_, before, match = (line.match for line in answer_each([*lines, "correct Dee +5 counted-wrong"], GAMES))
    assert before is not None
    assert match is not None
    for seat in range(4):
        view = SeatView.of(match, seat)
        assert match.header.game.scores(view.state) == match.scores == (0, 0, 0, 5)
        assert replace(view.state, totals=(0,) * 4) == SeatView.of(before, seat).state


@pytest.mark.parametrize("name", sorted(GAMES))
def test_at_the_end_of_a_long_evening_a_choice_tells_what_was_said_since_the_last_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chance = GAMES[name], Random(3)
    easy = player(game, "easy")
    told = 0
    knowing = SeatView.knowing

    def counted(view: SeatView, statement: Statement) -> SeatView:
        nonlocal told
        told += 1
        return knowing(view, statement)

    monkeypatch.setattr(SeatView, "knowing", counted)
    table = dealt(game, chance, late=LONG)
    views: dict[Seat, SeatView] = {}
    while not table.match.expects.words <= {DEAL.name} and table.match.applied < LONG + 100:
        said = table.says()
        if said is None:
            seat = table.match.expects.seats[0]
            known, told = views.get(seat), 0
            views[seat] = view = SeatView.of(table.match, seat, known)
            heard = known.moment if known else None
            sees_more = heard and game.known_secrets(seat, heard.state) != game.known_secrets(seat, table.match.state)
            assert told <= table.match.applied - (LONG if heard is None or sees_more else heard.applied)
            said = easy.choose(view, chance.randrange)
            assert said is not None
        table.hear(said)
    assert table.match.applied > LONG + 10
