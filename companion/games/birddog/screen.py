"""The screens of Bird Dog: the trick, the dealer, the scored deal, the open cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import SUIT_SIGNS, Card
from companion.games.birddog.rules import BIRD_DOG, FACES, Bidding, nil_players
from companion.rules.events import DealScored, GameOver, NilBroken, TrickTaken
from companion.screens.parts import (
    brief_names,
    choosing,
    has_event,
    large_name,
    memo,
    rows,
    score_columns,
)
from companion.screens.screen import Column, Screen
from companion.screens.words import AGAIN
from companion.support.values import replace
from companion.table.choices import Page

if TYPE_CHECKING:
    from companion.match.match import Match
    from companion.rules.deal import TrickState
    from companion.table.state import Table


WHY = "▼ why"
"""Where the points of a deal have several parts: DOWN tells them."""


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    expected = match.expects
    if table.page is not None:
        opened = table.page is Page.PUBLIC and match.state and match.state.deal
        if opened and has_event(match, DealScored) and not BIRD_DOG.result(match.state).voided:
            return _points_in_words(match)
        return _open_cards(table) if opened else None
    if has_event(match, DealScored) and not has_event(match, GameOver):
        return _deal_scored(table)
    if not expected.words:
        return None
    if "deal" in expected.words or "up" in expected.words:
        return _turn_up(table)
    if table.offered:
        return _with_trump(choosing(table), match.state)
    return _with_trump(_trick(table), match.state)


def _with_trump(shown: Screen, state: TrickState[Bidding]) -> Screen:
    """The screen with trump as a large sign at the top, or what the turned-up card would make."""
    bidding = state.now.bidding
    if not bidding.ups:
        return shown
    dog = f"Bird Dog {bidding.bird_dog.sign}"
    if not bidding.made:
        return replace(shown, memo=f"{bidding.ups[-1].sign} is up, Dog {bidding.bird_dog.sign}")
    return replace(shown, sign=SUIT_SIGNS[bidding.trump], memo=f"{dog}  trump")


def _turn_up(table: Table) -> Screen:
    """The dealer, or a request to turn up the next card."""
    match = table.playing
    state: TrickState[Bidding] = BIRD_DOG.dealt(match.moment)
    number = len(state.now.bidding.ups) + 1
    if number > 1:
        forced = ": trump" if number == 3 else ""
        return Screen(
            "turn up",
            memo=f"All passed {state.now.bidding.ups[-1].sign}",
            fact="NEXT CARD",
            lines=("Turn it face down, turn", "the next one up, tap it.", f"Card {number} of 3{forced}"),
        )
    if match.state and match.state.deal and state.now.knowledge.known[0]:
        lines = ("Turn one card up", "and tap it.")
        return Screen("turn up", fact="TURN UP", lines=lines, columns=score_columns(match))
    return Screen(
        "dealer",
        memo="Extra deal: highest wins" if state.carried else memo(table),
        fact=large_name(match, state.now.dealer),
        aside="deals 7",
        lines=("Turn one up and tap it.",),
        columns=score_columns(match),
    )


def _trick(table: Table) -> Screen:
    """Whose turn it is, the suit led, who is winning, and the scores."""
    match = table.playing
    state: TrickState[Bidding] = match.state
    plays = state.now.tricks[-1].plays
    return Screen(
        "trick",
        fact=large_name(match, match.expects.seats[0]),
        finger=True,
        side=SUIT_SIGNS[plays[0].cards[0].suit] if plays else "",
        aside="lead",  # before the suit that was led, or this player's to do: a word that stays costs nothing
        lines=(AGAIN if table.begun.interrupted else _nil_line(match, state),),
        columns=_on_the_table(match, state),
    )


def _on_the_table(match: Match, state: TrickState[Bidding]) -> tuple[Column, ...]:
    """The cards of this trick above the scores, the best one marked. Before the lead: the last trick."""
    tricks = state.now.tricks
    taken = has_event(match, TrickTaken)
    trick = tricks[-2] if taken and not tricks[-1].plays else tricks[-1]
    best = BIRD_DOG.winner(state, trick) if trick.plays else None
    cards = {play.seat: play.cards[0].sign + "◄" * (play.seat == best) for play in trick.plays}
    return score_columns(match, cards)


def _nil_line(match: Match, state: TrickState[Bidding]) -> str:
    """Who said nil and kept it so far, or that it was just broken."""
    said = nil_players(state)
    if not said:
        return ""
    names = brief_names(match)
    broken = next((event.player for event in match.events if isinstance(event, NilBroken)), None)
    if broken is not None:
        return f"{names[broken]}'s nil is broken"
    taken = {BIRD_DOG.winner(state, trick) for trick in state.now.tricks[:-1]}
    kept = [names[seat] for seat in said if seat not in taken]
    return "nil: " + ", ".join(kept) if kept else ""


def _deal_scored(table: Table) -> Screen:
    """Totals, and the points of this deal."""
    match = table.playing
    state: TrickState[Bidding] = match.state
    settled = BIRD_DOG.result(state)
    title = f"Deal {state.now.number}"
    if settled.voided:
        return Screen("deal score", title=title, note="OK = deal again", rows=rows(match))
    remarks = tuple(
        (f"{points:+d}" if points else "0", WHY if len(words) > 1 else "".join(words).partition(" +")[0])
        for points, words in zip(settled.points, _parts(state), strict=True)
    )
    extra = BIRD_DOG.carry_on(state)
    note = "OK = extra deal" if extra else "OK = next deal"
    return Screen("deal score", title=title, note=note, rows=rows(match, remarks))


def _parts(state: TrickState[Bidding]) -> list[tuple[str, ...]]:
    """The parts of each seat's points in words: pairs, the bonus, nil, a revoke."""
    nils, settled = BIRD_DOG.nils(state), BIRD_DOG.result(state)
    parts = []
    for seat, (pairs, played) in enumerate(zip(BIRD_DOG.pairs(state), BIRD_DOG.points(state), strict=True)):
        nil = nils.get(seat, 0)
        other = {"bonus": played - pairs - nil, "nil": nil, "revoke": settled.points[seat] - played}
        worth = [f"{word} {number:+d}" for word, number in other.items() if number]
        parts.append((*([f"{pairs} pair{'s' * (pairs > 1)}"] if pairs else ()), *worth))
    return parts


def _points_in_words(match: Match) -> Screen:
    """What everybody's points of this deal are made of."""
    state: TrickState[Bidding] = match.state
    lines: list[str] = []
    for name, points, parts in zip(brief_names(match), BIRD_DOG.result(state).points, _parts(state), strict=True):
        lines += [f"{name} {points:+d}" if points else f"{name} 0", f" {', '.join(parts) or 'nothing'}"]
    return Screen("points", title=f"Deal {state.now.number}", lines=tuple(lines))


def _open_cards(table: Table) -> Screen:
    """The faces that all players have won. They are public."""
    match = table.playing
    won = BIRD_DOG.cards_won(match.state)
    pairs = BIRD_DOG.pairs(match.state)
    lines: list[str] = []
    for name, cards, number in zip(brief_names(match), won, pairs, strict=True):
        lines += [f"{name}: {number} pair{'s' * (number != 1)}", f" {_faces(cards) or 'no faces'}"]
    return _with_trump(Screen("pairs", lines=tuple(lines)), match.state)


def _faces(cards: tuple[Card, ...]) -> str:
    """The faces among these cards, by rank ("J♠♥ K♦")."""
    signs = {face: "".join(SUIT_SIGNS[card.suit] for card in cards if card.rank == face) for face in FACES}
    return " ".join(face + suits for face, suits in signs.items() if suits)
