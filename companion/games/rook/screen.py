"""The screens of Rook: the auction, the nest, the trick, the result of a bid. Captured cards are shown only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.rook.bidding import STEP
from companion.games.rook.point_cards import COLOURS, NEST
from companion.games.rook.rules import Rook, led_colour
from companion.rules.auction import RESULT
from companion.rules.events import DealScored, GameOver, TrickTaken
from companion.rules.partners import side, target
from companion.screens.forms import first_fitting
from companion.screens.glyphs import NARROW
from companion.screens.name_fitting import distinct_names
from companion.screens.partners import place_and_scores, scores_of_sides, side_wins, sides
from companion.screens.parts import brief_names, choosing, has_event, large_name, seat_columns, with_name
from companion.screens.picture import WIDTH
from companion.screens.screen import Screen, name_in
from companion.screens.words import AGAIN, CHOOSE
from companion.support.values import replace
from companion.table.choices import Page

if TYPE_CHECKING:
    from companion.games.rook.bidding import Bidding
    from companion.match.match import Match
    from companion.rules.deal import TrickState
    from companion.table.state import Table

COLOUR_NAMES = {letter: colour for colour, letter in COLOURS.items()}


def _rook(match: Match) -> Rook:
    """The game with the house rules of this match."""
    game = match.header.game
    assert isinstance(game, Rook)
    return game


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    if table.page is not None:
        return scores_of_sides(match) if table.page is Page.SCORES else _public(table)
    if has_event(match, GameOver):
        return side_wins(table, _rook(match).result(match.state).points)
    if has_event(match, DealScored):
        return _deal_scored(match)
    if not match.expects.words:
        return None
    if not table.offered:
        return _trick(table)
    if match.expects.words & {"lays", "trump"}:
        return _naming(table)
    return (_bid, _who_has_it, _amount)[len(table.path)](table)


def _bid(table: Table) -> Screen:
    """Whose bid it is, the next bid, the standing bid, and who is out."""
    match = table.playing
    state: TrickState[Bidding] = _rook(match).dealt(match.moment)
    chosen = table.offered[table.cursor].label
    if chosen == RESULT:
        return _result(table, state)
    answer = chosen.removeprefix("bid ").upper()
    name = name_in(match.header.names, match.expects.seats[0], NARROW, WIDTH - NARROW.width(f"  {answer}") - 4)
    first = state.now.bidding.last is None and not table.cursor
    return Screen(
        "bid",
        place=place_and_scores(match, f"Deal {state.now.number}"),
        memo=_standing(match, state),
        fact=f"{name.upper()} {answer}",
        lines=(
            "UP bid aloud, or more" if first else "UP more",
            "DOWN less" if table.cursor else "DOWN pass",
            f"OK = {chosen}",
        ),
    )


def _result(table: Table, state: TrickState[Bidding]) -> Screen:
    """Entry of the result of the whole auction, instead of the first bid."""
    match = table.playing
    return Screen(
        "result",
        place=place_and_scores(match, f"Deal {state.now.number}"),
        memo=_standing(match, state),
        fact="BID ALOUD",
        lines=(
            f"UP bid {state.now.bidding.lowest + STEP}",
            f"DOWN bid {state.now.bidding.lowest}",
            "OK = who has it, for what",
        ),
    )


def _who_has_it(table: Table) -> Screen:
    """Entry of the winner of an auction held aloud."""
    shown, match = choosing(table), table.playing
    place = place_and_scores(match, f"Deal {_rook(match).dealt(match.moment).now.number}")
    return replace(shown, place=place, memo=table.asked, aside="")


def _amount(table: Table) -> Screen:
    """Entry of the winning bid of an auction held aloud."""
    match = table.playing
    chosen = table.offered[table.cursor]
    assert chosen.seat is not None
    name = name_in(match.header.names, chosen.seat, NARROW, WIDTH - NARROW.width(f"  {chosen.label}") - 4)
    return Screen(
        "amount",
        place=place_and_scores(match, f"Deal {_rook(match).dealt(match.moment).now.number}"),
        memo=table.asked,
        fact=f"{name.upper()} {chosen.label}",
        lines=("UP more", "DOWN less", with_name(match, chosen.seat, f"OK = {{}} has it for {chosen.label}", WIDTH)),
    )


def _standing(match: Match, state: TrickState[Bidding]) -> str:
    """The standing bid and who is out. Before the first bid: the dealer."""
    auction = state.now.bidding
    if auction.last is None:
        return with_name(match, state.now.dealer, f"{{}} deals {_rook(match).pack.hand}, nest {NEST}")
    names = brief_names(match)
    bid = with_name(match, auction.bidder, f"{{}} has {auction.bid}") if auction.bidder is not None else "no bid"
    if not auction.passed:
        return bid
    passed = " ".join(names[seat] for seat in auction.passed)
    letters = distinct_names(match.header.names, 1)
    brief = " ".join(letters[seat] for seat in auction.passed)
    return first_fitting(f"{bid}  out: {passed}", f"{bid}  out: {brief}", f"{auction.bid}  out: {brief}", width=WIDTH)


def _naming(table: Table) -> Screen:
    """The high bidder takes the nest, lays five cards and names trump."""
    match = table.playing
    state: TrickState[Bidding] = _rook(match).dealt(match.moment)
    auction, shown = state.now.bidding, choosing(table)
    return Screen(
        "trump",
        place=place_and_scores(match, f"Deal {state.now.number}"),
        memo=with_name(match, auction.winner, f"{{}} has it for {auction.bid}"),
        fact=shown.fact,
        aside="trump?",
        options=shown.options,
        cursor=shown.cursor,
        lines=("", "Take the nest, lay 5" if auction.laid is None else "The nest is laid.", CHOOSE),
    )


def _trick(table: Table) -> Screen:
    """Whose turn it is, the colour led, the best card. Of a taken trick only the winner."""
    match = table.playing
    state: TrickState[Bidding] = match.state
    auction, trick = state.now.bidding, state.now.tricks[-1]
    best = _rook(match).winner(state, trick) if trick.plays else None
    cards = {play.seat: play.cards[0].sign + "◄" * (play.seat == best) for play in trick.plays}
    seat = match.expects.seats[0]
    taken = has_event(match, TrickTaken)
    return Screen(
        "trick",
        place=place_and_scores(match, match.header.game.headline(state).capitalize()),
        memo=with_name(match, auction.winner, f"Trump {COLOUR_NAMES[auction.trump]}  {{}} {auction.bid}", WIDTH),
        fact=large_name(match, seat),
        finger=True,
        side=COLOUR_NAMES.get(led_colour(trick, auction.trump), ""),
        aside="lead",
        lines=(AGAIN if table.begun.interrupted else with_name(match, seat, "{} took the trick") if taken else "",),
        columns=seat_columns(match, cards),
    )


def _deal_scored(match: Match) -> Screen:
    """Whether the bid was made, the captured points of both sides, and the totals."""
    state: TrickState[Bidding] = match.state
    settled, auction = _rook(match).result(state), state.now.bidding
    title = f"Deal {state.now.number}"
    if settled.voided or auction.bidder is None:
        return Screen("deal score", title=title, note="OK = deal again", fact="NO POINTS", columns=sides(match, (0, 0)))
    return Screen(
        "deal score",
        place=f"{title}: a tie   OK = next" if _tied(match) else f"{title}      OK = next",
        memo=with_name(match, auction.bidder, f"{{}} bid {auction.bid}{_captured(match)}", WIDTH),
        fact=_outcome(match),
        columns=sides(match, settled.points),
    )


def _tied(match: Match) -> bool:
    """Whether both sides have reached the target with equal scores."""
    state: TrickState[Bidding] = match.state
    return min(match.scores) >= target(state.setup) and not match.winners


def _captured(match: Match) -> str:
    """The captured points of the bidders' side and the others, if the deal was played to the end."""
    rook, state = _rook(match), match.state
    if not state.now.finished:
        return ""
    return f", took {rook.captured(state)[side(state.now.bidding.winner)]}"


def _outcome(match: Match) -> str:
    """The bid was made or set, or a revoke ended the deal."""
    rook, state = _rook(match), match.state
    settled, bidder = rook.result(state), state.now.bidding.winner
    if not state.now.finished or settled.points != rook.points(state):
        return "REVOKE"
    return "BID MADE" if settled.points[bidder] > 0 else "BID SET"


def _public(table: Table) -> Screen:
    """Public information: partners, dealer, bid and trump. Never a taken trick."""
    match = table.playing
    state: TrickState[Bidding] = match.state if match.winners else _rook(match).dealt(match.moment)
    auction, names = state.now.bidding, brief_names(match)
    bid = f"Bid: {names[auction.bidder]} {auction.bid}" if auction.bidder is not None else "Bid: none yet"
    return Screen(
        "public",
        title=f"Deal {state.now.number}",
        lines=(
            *(f"{names[seat]} + {names[seat + 2]}: {match.scores[seat]}" for seat in (0, 1)),
            "",
            with_name(match, state.now.dealer, "Dealer: {}"),
            bid,
            f"Trump: {COLOUR_NAMES.get(auction.trump, 'not named yet')}",
        ),
    )
