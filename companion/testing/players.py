"""Checks of computer players: they know what their seat may know, move rightly, and their playouts follow the rules."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.cards import CardSet
from companion.match.match import Match
from companion.players.arena.contest import in_brief
from companion.players.levels import LEVELS, player
from companion.players.seat_view import SeatView
from companion.players.strategy import OVER, Strategy
from companion.rules.events import DealScored
from companion.rules.game import Game
from companion.rules.places import UNSEEN, Place, What
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from companion.testing.evening import chance_of, over
from companion.testing.stories import fair, telling

PLAYOUTS = 6
"""Playouts of each choice of the strong level: enough to see that it asks for nothing hidden."""

FUZZY = frozenset({What.UNSEEN, What.NEST, What.PASSED})
"""Places where it is not said who has which card."""

ASKED = 10
"""Moments of a deal at which computers are asked."""


def _strategy(game: Game) -> Strategy | None:
    own = game.entry.strategy()
    return own() if own else None


def fair_players(game: Game, case: int) -> None:
    """A computer sees only what its seat may know: other hidden cards change neither its view nor its choice."""
    if _strategy(game) is None:
        return
    levels = [player(game, level, PLAYOUTS) for level in LEVELS]
    with telling(fair(game, case, "fair")) as evening:
        asked = [match for match in evening.plays(1) if match.expects.seats and not match.expects.draws]
        for match in evening.chance.sample(asked, min(ASKED, len(asked))):
            seat = match.expects.seats[0]
            for other_seat in range(len(match.header.names)):
                _sees_rightly(SeatView.of(match, other_seat), match)
            view = SeatView.of(match, seat)
            other = _with_others_hidden(match, view, evening.chance)
            twin = SeatView.of(other, seat) if other else view
            assert twin == view, f"the view of {match.header.names[seat]} tells how hidden cards lie"
            for level, computer in zip(LEVELS, levels, strict=True):
                said, again = (computer.choose(asked, chance_of(case).randrange) for asked in (view, twin))
                assert said == again, f"{level} says {said} or {again}, and only hidden cards differ"


def _sees_rightly(view: SeatView, match: Match) -> None:
    """Whether a seat has seen every card where it lies, its own hand whole, and of others what was open or its own."""
    game, who = view.game, match.header.names[view.seat]
    truth, seen = game.places(match.moment), game.places(view.state)
    heard = (moment.said for moment in match.this_deal() if moment.said)
    open_to_it = (said for said in heard if said.seat == view.seat or said.word not in game.secrets)
    told = game.deck.set(card for said in open_to_it for card in said.cards)

    def write(cards: CardSet) -> str:
        return " ".join(map(str, game.deck.cards(cards)))

    for place, cards in seen.items():
        wrong = "" if place.what in FUZZY else write(cards & ~truth.get(place, 0))
        assert not wrong, f"{who} has seen {wrong} where they do not lie: {place}"
        if place.what is What.HAND and place.seat != view.seat:
            assert not cards & ~told, f"{who} knows {write(cards & ~told)} in the hand of another, and nobody showed it"
    own = Place(What.HAND, view.seat, open=False)
    missing = write(truth.get(own, 0) & ~seen.get(own, 0))
    assert not missing, f"{who} has not seen {missing} in the own hand"


def _with_others_hidden(match: Match, view: SeatView, chance: Random) -> Match | None:
    """The match with the cards exchanged that this seat has not seen. Judges nothing again.

    None: this seat would have heard something else.
    """
    game, seat = view.game, view.seat
    hidden = list(game.deck.cards(game.places(view.state).get(UNSEEN, 0)))
    others = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    told = Match(match.header)
    for moment in reversed(list(match.story())[:-1]):
        said = moment.statement
        heard = game.seen_by(seat, moment.state, said)
        if heard is None or heard.cards != said.cards:
            said = said.with_cards(*(others.get(card, card) for card in said.cards))
        told = told.then(said, *game.advance(told.moment, said))
        if game.seen_by(seat, told.state, said) != heard:
            return None
    return told


def right_moves(game: Game, case: int) -> None:
    """The moves of a strategy are right, and all of them: every legal play by chance is among them."""
    strategy = _strategy(game)
    if strategy is None:
        return
    with telling(fair(game, case, "moves")) as evening:
        before = evening.match
        for match in evening.plays(1):
            said, expected = match.said, before.expects
            if (
                said is not None
                and said.seat is not None
                and said.seat in expected.seats
                and said.word in expected.words
            ):
                _are_the_moves(strategy, SeatView(evening.game, said.seat, before.moment), said)
            before = match


def _are_the_moves(strategy: Strategy, view: SeatView, said: Statement) -> None:
    moves = strategy.moves(view)
    takes_cards = {word.name for word in view.game.words if word.cards}
    for move in moves:
        verdict = view.game.judge(view.state, move)
        blind = move.word in takes_cards and not move.cards  # its card is seen when it is turned
        assert blind or isinstance(verdict, Legal), (
            f"the strategy may say {_write(move)}, and it is {in_brief(verdict)}"
        )
    looks = {_looks(move) for move in moves}
    known = not moves or _looks(said) in looks or any(move.word == said.word and not move.cards for move in moves)
    assert known, f"{_write(said)} is right, and the strategy has only {_write(*moves)}"


def _write(*moves: Statement) -> str:
    """Moves as a record has them after the name, such as "play 9H"."""
    return ", ".join(" ".join(filter(None, (said.word, said.value, *map(str, said.cards)))) for said in moves)


def _looks(said: Statement) -> tuple[Any, ...]:
    """A statement in the form in which strategies compare it: the first card of a rank may stand for all."""
    return said.word, said.value, tuple(sorted(card.rank for card in said.cards))


def playouts(game: Game, case: int) -> None:
    """A position of playouts has the turns, right plays and scores of the rules, at every play of a deal."""
    strategy = _strategy(game)
    if strategy is None:
        return
    with telling(fair(game, case, "playouts")) as evening:
        before, position = evening.match, None
        for match in evening.plays(1):
            position = _follow(strategy, before, match, position, chance=evening.chance)
            if position is not None:
                _agrees(strategy, position, match, evening.chance)
            before = match


def _follow(strategy: Strategy, before: Match, match: Match, position: Any, *, chance: Random) -> Any:
    """The position after a play: the earlier one played on, or a new one. None: no play, or a blind one."""
    said = match.statement
    if said.word != PLAY or before.expects.seats[:1] != (said.seat,):
        return None
    if position is not None:
        position.play(position.set_of(said.cards))
    else:
        view = SeatView(match.header.game, said.by, before.moment)
        position = next(strategy.imagine(view, chance.randrange))(said)
    return None if match.expects.draws or not hasattr(position, "plays") else position


def _agrees(strategy: Strategy, position: Any, match: Match, chance: Random) -> None:
    """Whether a position stands where the match does."""
    game, expected = match.header.game, match.expects
    if over(match):
        assert position.turn == OVER, (
            f"the deal is over, and the position waits for seat {position.turn}: its `turn` is then players.OVER"
        )
        points = [event.scores for event in match.events if isinstance(event, DealScored)] if game.keeps_score else []
        won = tuple(int(seat in match.winners) for seat in range(len(match.header.names)))
        found, right = tuple(position.scores()), points[-1] if points else won
        assert found == right, f"the deal scores {right}, and the position {found}"
        return
    assert position.turn == expected.seats[0], (
        f"it is the turn of {expected.seats[0]}, in the position of {position.turn}"
    )
    if expected.tap is not None and expected.tap.word == PLAY:
        moves = strategy.moves(SeatView(game, position.turn, match.moment))
        right_plays = {position.set_of(move.cards) for move in moves}
        assert set(position.plays()) == right_plays, (
            f"{position.plays()} are right in the position, by the rules {sorted(right_plays)}: {_write(*moves)}"
        )
        played_out = position.copy()
        played_out.playout(chance.randrange)
        turn = played_out.turn
        assert turn == OVER, f"a playout has not played to the end: its `turn` is {turn}, and players.OVER is wanted"
