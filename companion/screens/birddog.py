"""Bird Dog's own screens: the trick with its best card, the dealer, the scored deal, and what lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import SUIT_SIGNS
from companion.events import DealScored, GameOver, NilBroken, TrickTaken
from companion.games.birddog import BIRD_DOG, FACES, nil_players
from companion.screens.parts import choosing, memo, place, score_line
from companion.screens.screen import Row, Screen, listed, unique
from companion.table.table import Page

if TYPE_CHECKING:
    from companion.events import Event
    from companion.games.birddog import Talk
    from companion.games.deal import TrickState
    from companion.match import Match
    from companion.table.table import Table


def screen(table: Table) -> Screen | None:
    """The game's picture of this table; None where the generic screen will do."""
    match = table.playing
    expected = match.expects
    put_away = isinstance(table.overlay, Page)
    if isinstance(table.overlay, Page) and table.overlay.name == "public":
        return _open_cards(table) if match.state and match.state.deal else None
    if not put_away and _one(match.events, DealScored) and not _one(match.events, GameOver):
        return _deal_scored(table)
    if not expected.words:
        return None
    if "deal" in expected.words or "up" in expected.words:
        return _turn_up(table)
    if expected.choices:
        return choosing(table)
    return _trick(table)


def _one(events: tuple[Event, ...], kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in events)


def _turn_up(table: Table) -> Screen:
    """Who deals, or that the next card is turned up."""
    match = table.playing
    state: TrickState[Talk] = BIRD_DOG.dealt(match.moment)
    dealer = match.header.names[state.now.dealer]
    ups = state.now.talk.ups
    passed = ("All passed: turn it", "face down, turn the", f"next up, tap it ({len(ups) + 1}/3)")
    first = ("Then turn one card up", "and tap it.", score_line(table))
    return Screen(
        "turn up" if ups else "dealer",
        place=place(table),
        memo=memo(table),
        fact=dealer.upper() if not ups else "NEXT CARD",
        aside="deals 7" if not ups else "",
        lines=passed if ups else first,
    )


def _trick(table: Table) -> Screen:
    """Whose turn, what was led, who is winning, and the score."""
    match = table.playing
    state: TrickState[Talk] = match.state
    plays = state.now.tricks[-1].plays
    led = f"{SUIT_SIGNS[plays[0].cards[0].suit]} led" if plays else "leads"
    return Screen(
        "trick",
        place=place(table),
        memo=memo(table),
        fact=match.header.names[match.expects.seats[0]].upper(),
        aside=led,
        lines=(_on_the_table(match, state), _nil_line(match, state), score_line(table)),
    )


def _on_the_table(match: Match, state: TrickState[Talk]) -> str:
    """The cards of this trick, the best one marked; before the lead, what the last trick was."""
    trick = state.now.tricks[-1]
    taken = next((event for event in match.events if isinstance(event, TrickTaken)), None)
    if taken is not None:
        return "took " + " ".join(card.sign for card in taken.cards)
    if not trick.plays:
        return ""
    best = BIRD_DOG.winner(state, trick)
    names = tuple(match.header.names[play.seat] for play in trick.plays)
    cards = tuple(play.cards[0].sign + "◄" * (play.seat == best) for play in trick.plays)
    return listed(names, cards)


def _nil_line(match: Match, state: TrickState[Talk]) -> str:
    """Who said nil and has kept it so far, or that it was broken just now."""
    broken = next((event.player for event in match.events if isinstance(event, NilBroken)), None)
    if broken is not None:
        return f"{match.header.names[broken][:8]}'s nil is broken"
    taken = {BIRD_DOG.winner(state, trick) for trick in state.now.tricks[:-1]}
    kept = tuple(match.header.names[seat] for seat in nil_players(state) if seat not in taken)
    return "nil: " + " ".join(unique(kept, 7 if len(kept) < 3 else 4)) if kept else ""


def _deal_scored(table: Table) -> Screen:
    """Totals, and what this deal brought: p pairs, b bonus, n nil, r revoke."""
    match = table.playing
    state: TrickState[Talk] = match.state
    settled = BIRD_DOG.settled(state)
    assert settled is not None
    pairs = BIRD_DOG.pairs(state)
    rows = tuple(
        Row(name, str(total), remark)
        for name, total, remark in zip(
            match.header.names, match.scores, map(_remark, settled.points, pairs), strict=True
        )
    )
    return Screen("deal score", title=f"Deal {state.now.number}  OK next", rows=rows)


def _remark(points: int, pairs: int) -> str:
    return f"{points:+d} ({pairs}p)" if points else f"0 ({pairs}p)"


def _open_cards(table: Table) -> Screen:
    """The faces that everybody has won: they lie open."""
    match = table.playing
    won = BIRD_DOG.cards_won(match.state)
    pairs = BIRD_DOG.pairs(match.state)
    lines: list[str] = []
    for name, cards, number in zip(match.header.names, won, pairs, strict=True):
        faces = [card.sign for face in FACES for card in cards if card.rank == face]
        lines += [f"{name[:10]}: {number} pair{'s' * (number != 1)}", " " + (" ".join(faces) or "no faces")]
    return Screen("pairs", place=place(table), memo=memo(table), lines=tuple(lines))
