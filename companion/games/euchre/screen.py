"""The screens of Euchre: the card turned up, who makes trump, the discard, the trick, what makers or others score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import SUIT_SIGNS
from companion.games.euchre.bidding import SUITS
from companion.games.euchre.rules import EUCHRE, HAND
from companion.rules.events import DealScored, GameOver, TrickTaken
from companion.rules.partners import partner
from companion.screens.forms import first_fitting
from companion.screens.glyphs import NARROW, SMALL
from companion.screens.name_fitting import distinct_names, fit_names
from companion.screens.partners import place_and_scores, scores_of_sides, side_wins, sides, teams
from companion.screens.parts import (
    answers,
    brief_names,
    chosen_player,
    has_event,
    large_name,
    seat_columns,
    with_name,
)
from companion.screens.picture import WIDTH
from companion.screens.screen import Screen, name_in
from companion.screens.words import AGAIN, CHOOSE
from companion.table.choices import Page

if TYPE_CHECKING:
    from companion.games.euchre.bidding import Bidding
    from companion.match.match import Match
    from companion.rules.deal import TrickState
    from companion.table.state import Table


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    if table.page is not None:
        return scores_of_sides(match) if table.page is Page.SCORES else _public(match)
    if has_event(match, GameOver):
        return side_wins(table, EUCHRE.result(match.state).points)
    if has_event(match, DealScored):
        return _deal_scored(match)
    if not match.expects.words:
        return None
    state: TrickState[Bidding] = EUCHRE.dealt(match.moment)
    if state.now.bidding.up is None:
        return _turn_up(match, state)
    if state.now.bidding.maker is None:
        return (_suit if table.path else _maker)(table, state)
    return _trick(table, state) if match.expects.words == {"play"} else _last_words(table, state)


def _where(match: Match, state: TrickState[Bidding]) -> str:
    """The deal, the trick once one was led, and the scores."""
    return place_and_scores(match, EUCHRE.headline(state).capitalize())


def _turn_up(match: Match, state: TrickState[Bidding]) -> Screen:
    """The dealer turns a card up."""
    passed_out = match.state is not None and match.state.deal is not None and match.state.now.bidding.passed_out
    return Screen(
        "turn up",
        place=_where(match, state),
        memo="Nobody made trump" if passed_out and "deal" in match.expects.words else "",
        fact=large_name(match, state.now.dealer),
        aside=f"deals {HAND}",
        lines=("Turn one up and tap it.",),
        columns=seat_columns(match, {}),
    )


def _maker(table: Table, state: TrickState[Bidding]) -> Screen:
    """Who orders the card turned up, or names another suit; the answer at the cursor large."""
    match, offered = table.playing, table.offered
    said = state.now.bidding
    assert said.up is not None
    chosen = offered[table.cursor]
    asks = f"{said.up.sign} is up" if not said.second_round else f"not {SUIT_SIGNS[said.up.suit]}"
    return Screen(
        "maker",
        place=_where(match, state),
        memo=f"{asks}  {match.expects.headline}",
        fact=(chosen.label or name_in(match.header.names, chosen.seat or 0, NARROW, WIDTH)).upper(),
        options=answers(match, offered),
        cursor=table.cursor,
        lines=("", with_name(match, state.now.dealer, "{} is the dealer", WIDTH), CHOOSE),
    )


def _suit(table: Table, state: TrickState[Bidding]) -> Screen:
    """The suit that a player names with one press."""
    match, seat = table.playing, chosen_player(table)
    assert seat is not None
    same, down, up = (SUIT_SIGNS[SUITS[choice.label]] for choice in table.offered)
    return Screen(
        "suit",
        place=_where(match, state),
        memo=with_name(match, seat, "{} names trump"),
        fact=f"{up} {same} {down}",
        lines=(f"UP {up}", f"OK {same}", f"DOWN {down}"),
    )


def _last_words(table: Table, state: TrickState[Bidding]) -> Screen:
    """Who leads, and what may come before: the discard, and who plays alone."""
    match, due = table.playing, state.now.bidding.discard_due
    leads = match.expects.tap.by if match.expects.tap else EUCHRE.first_leader(state)
    return Screen(
        "last words",
        place=_where(match, state),
        memo=_made(match, state),
        fact=large_name(match, leads),
        finger=True,
        aside="leads",
        lines=(
            AGAIN if table.begun.interrupted else _who_may(table),
            with_name(match, state.now.dealer, "{} discards one", WIDTH) if due else "",
            f"OK = {table.offered[table.cursor].label}" if due and table.offered else "",
        ),
        columns=() if due else seat_columns(match, _out(state)),
    )


def _who_may(table: Table) -> str:
    """Who may say with one press that they play alone."""
    match = table.playing
    seats = [choice.seat for choice in table.offered if choice.at_once and choice.seat is not None]
    if len(seats) < 2:
        return "".join(with_name(match, seat, "▼ {} alone", WIDTH) for seat in seats)
    names = fit_names(match.header.names, SMALL, (WIDTH - SMALL.width("alone? ▼   ▲ ")) // 2)
    one, other = (names[seat] for seat in seats)
    return f"alone? ▼ {one}  ▲ {other}"


def _out(state: TrickState[Bidding]) -> dict[int, str]:
    """Above the names of those who sit out."""
    return dict.fromkeys(state.now.sits_out, "out")


def _made(match: Match, state: TrickState[Bidding], after: str = "") -> str:
    """What is trump, who made it, and whether they play alone."""
    said = state.now.bidding
    assert said.maker is not None
    lone = " alone" if partner(said.maker) in state.now.sits_out else ""
    return with_name(match, said.maker, f"Trump {SUIT_SIGNS[said.trump]}  {{}}{lone}{after}", WIDTH)


def _trick(table: Table, state: TrickState[Bidding]) -> Screen:
    """Whose turn it is, the suit led, the best card, and the tricks of both sides."""
    match, trick = table.playing, state.now.tricks[-1]
    best = EUCHRE.winner(state, trick) if trick.plays else None
    cards = {play.seat: play.cards[0].sign + "◄" * (play.seat == best) for play in trick.plays}
    taken = with_name(match, EUCHRE.leader(state), "{} took the trick", WIDTH)
    return Screen(
        "trick",
        place=_where(match, state),
        memo=_made_and_tricks(match, state),
        fact=large_name(match, match.expects.seats[0]),
        finger=True,
        side=SUIT_SIGNS[EUCHRE.suit(state, trick.plays[0].cards[0])] if trick.plays else "",
        aside="lead",
        lines=(AGAIN if table.begun.interrupted else taken if has_event(match, TrickTaken) else "",),
        columns=seat_columns(match, {**_out(state), **cards}),
    )


def _made_and_tricks(match: Match, state: TrickState[Bidding]) -> str:
    """What is trump, who made it, the tricks of the makers and the others."""
    won, maker = EUCHRE.tricks_won(state), state.now.bidding.maker or 0
    own = won[maker] + won[partner(maker)]
    made = _made(match, state, f" {own} to {sum(won) - own}")
    return first_fitting(made, made.removeprefix("Trump "), width=WIDTH)


def _tricks(match: Match, state: TrickState[Bidding]) -> str:
    """The tricks that both sides have taken."""
    won = EUCHRE.tricks_won(state)
    return "  ".join(f"{team} {won[seat] + won[partner(seat)]}" for seat, team in enumerate(teams(match)))


def _deal_scored(match: Match) -> Screen:
    """Whether trump was made, the tricks of both sides, the points, and the totals."""
    state: TrickState[Bidding] = match.state
    settled = EUCHRE.result(state)
    title = f"Deal {state.now.number}"
    if settled.voided:
        return Screen("deal score", title=title, note="OK = deal again", fact="NO POINTS", columns=sides(match, (0, 0)))
    return Screen(
        "deal score",
        place=f"{title}      OK = next",
        memo=_made_and_tricks(match, state),
        fact=_outcome(state),
        columns=sides(match, settled.points),
    )


def _outcome(state: TrickState[Bidding]) -> str:
    """The makers took their tricks, all of them, or too few; or a revoke decided."""
    points, maker = EUCHRE.result(state).points, state.now.bidding.maker
    if points != EUCHRE.points(state):
        return "REVOKE"
    if not points[maker or 0]:
        return "EUCHRED"
    won = EUCHRE.tricks_won(state)
    return "MARCH" if sum(won[seat] for seat in (maker or 0, partner(maker or 0))) == HAND else "MADE"


def _public(match: Match) -> Screen:
    """Public information: partners, dealer, trump, tricks, who sits out. Never a taken trick."""
    state: TrickState[Bidding] = match.state if match.winners else EUCHRE.dealt(match.moment)
    names, made = brief_names(match), state.now.bidding.maker is not None
    out = [[words[seat] for seat in state.now.sits_out] for words in (names, distinct_names(match.header.names, 1))]
    return Screen(
        "public",
        title=f"Deal {state.now.number}",
        lines=(
            *(f"{names[seat]} + {names[seat + 2]}: {match.scores[seat]}" for seat in (0, 1)),
            with_name(match, state.now.dealer, "Dealer: {}"),
            _made(match, state) if made else "Trump: not made yet",
            f"Tricks: {_tricks(match, state)}" if made else "",
            first_fitting(*(f"Sit out: {', '.join(some)}" for some in out), width=WIDTH) if state.now.sits_out else "",
        ),
    )
