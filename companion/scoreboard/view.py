"""The public view of a table, as JSON for the page of the phones. Pure.

Built from open places only: the panel, the cards in the middle or open before a player, and the scores. Never looks at
hands, nests, bones, stacks, fists and taken tricks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.cards import SUIT_SIGNS, Card, Seat, signs
from companion.match.ending import BestTrick, BiggestTurn, Series, ending_of
from companion.match.match import Match
from companion.match.score_chart import ScoreChart, after_deals, score_chart_of
from companion.rules.events import Revoked, TrickTaken
from companion.rules.game import Game
from companion.rules.places import Place, What
from companion.rules.statements import UnreadableError
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.support.messages import tr
from companion.table.asked import seats_asked
from companion.table.state import Table

if TYPE_CHECKING:
    from companion.http.views import shared
    from companion.http.views.phones import BoxOff, MatchBoard, NoMatchBoard

Places: TypeAlias = "list[tuple[Place, tuple[Card, ...]]]"
"""The cards of each open place."""

OFF: BoxOff = {"on": False}
"""The box is off, or posts nothing."""

BEFORE_PLAYERS = frozenset({What.HEADS, What.CRATE})
"""The places that lie open before a player."""


def view(table: Table) -> NoMatchBoard | MatchBoard:
    """The view of this moment."""
    return match_board(table) if table.in_play else {"on": True, "says": list(lines_of(screen_for(table)))}


def match_board(table: Table) -> MatchBoard:
    """The view of the match in play."""
    match = table.playing
    header, chart, places, now = match.header, _chart(match), _open(match), now_lying(table)
    waits = not table.scored and bool(match.expects.words)
    return {
        "on": True,
        "says": list(lines_of(screen_for(table))),
        "game": header.game.name,
        "look": header.game.entry.look,
        "title": tr(header.game.title),
        "where": tr(header.game.shown.headline(now)),
        "memo": tr(header.game.shown.second_line(now)),
        "counted": header.game.counted,
        "turn": list(seats_asked(table)),
        "scored": not waits,
        "trump": trump_json(header.game, now),
        "dealer": header.game.shown.dealer(now),
        "crate": header.game.crate,
        "players": [
            {
                "name": name,
                "stands": chart.last[seat] if chart else 0,
                "open": [
                    card
                    for place, cards in places
                    if place.what in BEFORE_PLAYERS and place.seat == seat
                    for card in faces(header.game, cards)
                ],
                **lying,
            }
            for seat, (name, lying) in enumerate(zip(header.names, beside(header.game, now), strict=True))
        ],
        "won": list(match.winners),
        "over": not match.expects.words,
        "revoked": [header.names[event.player] for event in match.events if isinstance(event, Revoked)],
        "lies": list(_middle(match, places)),
        "apart": any(place.what is What.CENTRE for place, _ in places),
        "ahead": header.game.shown.ahead(match.moment),
        "took": taker(match),
        "ending": ending_json(match, table.before),
        "curve": chart_json(chart) if chart and chart.steps else None,
    }


def _chart(match: Match) -> ScoreChart | None:
    try:
        return score_chart_of(match)
    except UnreadableError:  # not everything is scored yet
        return None


def ending_json(match: Match, before: Series | None) -> shared.MatchEnding | None:
    """The ending of a match, the best side first; fields that are not shown are None. None while nobody has won."""
    ending = ending_of(match, before)
    if ending is None:
        return None
    header, chart = match.header, score_chart_of(match)
    ends = after_deals(match) if header.game.keeps_score else (match,)
    deals = [end.state for end in ends if end.state is not None and end.header is header][::-1]
    return {
        "game": header.game.name,
        "look": header.game.entry.look,
        "title": tr(header.game.title),
        "names": list(header.names),
        "winners": list(ending.winners),
        "computers": sorted(header.computers),
        "remark": [tr(words) for words in ending.remark] if ending.remark[1] else None,
        "standings": [
            {
                "seats": list(side),
                "place": ending.places[side[0]],
                "stands": chart.last[side[0]],
                "did": tr(header.game.shown.over_match(deals, side)),
            }
            for side in sorted(ending.sides, key=lambda side: ending.places[side[0]])
        ],
        "best": _best_trick(header.game, ending.best) if ending.best else None,
        "turn": _biggest_turn(ending.turn) if ending.turn else None,
        "revokes": list(ending.revokes) if "revokes" in ending.shown_fields else None,
        "series": series_json(ending.series) if ending.series else None,
        "curve": chart_json(chart),
    }


def _best_trick(game: Game, best: BestTrick) -> shared.BestTrickTold:
    return {
        "seat": best.taker,
        "cards": faces(game, best.cards),
        "worth": best.worth,
        "deal": best.deal,
        "title": tr(best.title(low_wins=game.low_wins)),
    }


def _biggest_turn(turn: BiggestTurn) -> shared.BiggestTurnTold:
    return {
        "seats": list(turn.seats),
        "change": turn.change,
        "counted": turn.counted,
        "step": turn.step,
        "number": turn.number,
    }


def series_json(series: Series) -> shared.SeriesTold:
    """How many matches, and how many of them each player has won."""
    return {"matches": series.matches, "won": list(series.won)}


def chart_json(chart: ScoreChart) -> shared.ChartLines:
    """The points of a score chart, and the seats that share a line."""
    return {
        "step": chart.step,
        "counted": chart.counted,
        "points": [list(standing) for standing in chart.points],
        "sides": [list(side) for side in chart.sides()],
        "corrected": list(chart.corrected),
    }


def _open(match: Match) -> Places:
    """The open places."""
    deck, places = match.header.game.deck, match.header.game.places(match.moment)
    return [(place, tuple(deck.cards(cards))) for place, cards in places.items() if place.open]


def _middle(match: Match, places: Places) -> Iterator[shared.LaidCards]:
    """The trick, the pile or the turned-up cards, and the seat that laid them (None: nobody in particular).

    A trick that was just taken lies there until the next statement, if it may still be looked at.
    """
    game = match.header.game
    taken = taker(match) is not None and not game.tricks_closed
    turned_up = ((place.seat, cards) for place, cards in places if place.what is What.TURNED_UP)
    yield from laid_cards(match, game.shown.middle(match.moment, taken=taken) or turned_up)


def laid_cards(match: Match, plays: Iterable[tuple[Seat | None, tuple[Card, ...]]]) -> Iterator[shared.LaidCards]:
    """Cards that lie open, with the seat that laid them."""
    for seat, cards in plays:
        who = "" if seat is None else match.header.names[seat]
        yield {"who": who, "seat": seat, "cards": faces(match.header.game, cards)}


def taker(match: Match) -> Seat | None:
    """The seat that has just taken the trick."""
    return next((event.winner for event in match.events if isinstance(event, TrickTaken)), None)


def now_lying(table: Table) -> Any:
    """The state of what lies on the table: of the next deal as soon as the last one's score was seen."""
    match = table.playing
    over = table.scored or not match.expects.words
    return match.moment if over else match.header.game.with_deal(match.moment)


def trump_json(game: Game, state: Any) -> shared.TrumpSuit | None:
    """What is trump: its suit as on the cards, its sign where it has one, and what beats it. None: nothing is."""
    suit = game.shown.trump(state)
    if not suit:
        return None
    above = game.shown.above_trump(state)
    top = tr("top: {cards}", cards=signs(above)) if above else ""
    return {"suit": suit, "sign": SUIT_SIGNS.get(suit, ""), "above": top}


def beside(game: Game, state: Any) -> Iterator[shared.BesidePlayer]:
    """What lies beside each player that all may know: facts in words, tricks won, and markers."""
    open_places = [(place, cards) for place, cards in game.places(state).items() if place.open]
    for seat in range(len(game.scores(state))):
        won = game.shown.won_tricks(state, seat)
        yield {
            "beside": [*map(tr, game.shown.beside(state, seat))],
            "beside_score": tr(game.shown.beside_score(state, seat)),
            "won": {"tricks": won.tricks, "open": [faces(game, cards) for cards in won.open]},
            "markers": [
                face
                for place, cards in open_places
                if (place.what, place.seat) == (What.MARKER, seat)
                for face in faces(game, game.deck.cards(cards))
            ],
        }


def face(game: Game, card: Card) -> shared.CardFace:
    """A card as pages draw it; `picture` is its symbol among the pictures of the game, if it has one."""
    drawn: shared.CardFace = {"rank": card.rank, "suit": card.suit}
    if shape := game.entry.shapes.get(card.rank):
        drawn["picture"] = shape
    return drawn


def faces(game: Game, cards: Iterable[Card]) -> list[shared.CardFace]:
    """The faces of cards; identical cards are not distinguished."""
    return [face(game, card) for card in cards]
