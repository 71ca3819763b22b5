"""The screens of Rook: the auction, the nest, the trick, the result of a bid.

Captured points appear only in the result.
"""

from __future__ import annotations

from companion.cards.spoken import COLOURS_ALONE
from companion.games.rook.bidding import RookState
from companion.games.rook.point_cards import NEST
from companion.games.rook.rules import Rook, led_colour
from companion.match.match import Match
from companion.rules.events import TrickTaken
from companion.rules.partners import side
from companion.screens import partners, parts, telling
from companion.screens.glyphs import NARROW
from companion.screens.layouts import Fact, Glance, Screen, TopLines
from companion.screens.name_fitting import cuts, name_in
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import Kind, Sentence, in_small, sentences
from companion.screens.templates import as_spoken, first_fitting
from companion.support.messages import N_, tr
from companion.support.values import replace
from companion.table.asked import only_person
from companion.table.state import Table

NOT_NAMED = N_("not named yet")


def _rook(match: Match) -> Rook:
    """The game with the house rules of this match."""
    game = match.header.game
    assert isinstance(game, Rook)
    return game


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    return partners.screen_of_sides(table, _public, _deal_scored, _what_is_asked)


def _what_is_asked(table: Table) -> Screen | None:
    """The screen of what the table waits for."""
    match = table.playing
    if not table.offered:  # a trick is played; or a computer's cards are dealt or laid, before trump is named
        return _trick(table) if match.header.game.shown.trump(match.state) else None
    if match.expects.words & {"lays", "trump"}:
        return _naming(table)
    # The answers so far decide: none, a player, a bid.
    return (_bid, _who_has_it, _amount)[len(table.path)](table)


def _bid(table: Table) -> Screen:
    """Whose bid it is, the answer that OK says, the standing bid, and who is out."""
    match = table.playing
    state: RookState = _rook(match).with_deal(match.moment)
    assert table.chosen is not None
    chosen, aloud = table.chosen.label, table.chosen.aloud
    answer = parts.bid_of(chosen).upper()
    name = name_in(match.header.names, match.expects.seats[0], NARROW, line_width() - NARROW.width(f"  {answer}?") - 4)
    ok = tr("OK = say who has the bid") if aloud else tr("OK = {answer}", answer=tr(chosen))
    return Screen(
        "bid",
        TopLines(partners.game_so_far(match), _standing(match, state)),
        Glance(
            Fact(tr("BID ALOUD?") if aloud else f"{name.upper()} {answer}?"),
            (tr("▲▼ bid here, in turn") if aloud else parts.ways(table), "", ok),
        ),
        says=lambda: _bid_in_words(table, state),
    )


def _bid_in_words(table: Table, state: RookState) -> tuple[Sentence, ...]:
    """The standing bid, who bids now, and what OK says."""
    match = table.playing
    auction, names = state.now.opening, match.header.names
    dealer, hand = names[state.now.dealer], _rook(match).pack.hand
    dealt = tr("{who} deals {n} cards each, and {nest} to the nest", who=dealer, n=hand, nest=NEST)
    seat = match.expects.seats[0]
    turn = tr(match.header.game.shown.question(state, seat, names)[seat != only_person(match)])
    return (
        *sentences(dealt if auction.last is None else "", kind=Kind.MOVE, about=state.now.number),
        *sentences(turn, about=match.applied),
        *sentences(telling.choice_now(table), about=match.applied),
    )


def _who_has_it(table: Table) -> Screen:
    """Asks who won an auction that was held aloud."""
    match = table.playing
    return Screen("choice", TopLines(partners.game_so_far(match), tr(table.asked)), parts.options(table))


def _amount(table: Table) -> Screen:
    """Asks for the winning bid of an auction that was held aloud."""
    match = table.playing
    chosen = table.chosen
    assert chosen is not None
    seat = chosen.seat
    assert seat is not None
    name = name_in(match.header.names, seat, NARROW, line_width() - NARROW.width(f"  {chosen.label}") - 4)
    ok = tr("OK = {who} at {bid}", who="{}", bid=chosen.label)
    return Screen(
        "amount",
        TopLines(partners.game_so_far(match), tr(table.asked)),
        Glance(
            Fact(f"{name.upper()} {chosen.label}"),
            (parts.ways(table), tr("BACK = one step back"), parts.with_name(match, seat, ok, line_width())),
        ),
        says=lambda: sentences(
            table.asked, *as_spoken([ok.format(match.header.names[seat])]), about=(match.applied, table.path)
        ),
    )


def _standing(match: Match, state: RookState) -> str:
    """The standing bid and who is out. Before the first bid: the dealer."""
    auction = state.now.opening
    if auction.last is None:
        dealt = tr("{who} deals {n}, nest {nest}", who="{}", n=_rook(match).pack.hand, nest=NEST)
        return parts.with_name(match, state.now.dealer, dealt)
    last = tr("{who} bid {bid}", who="{}", bid=auction.bid)
    bid = parts.with_name(match, auction.bidder, last) if auction.bidder is not None else tr("no bid")
    if not auction.passed:
        return bid
    out = [tr("out: {names}", names=" ".join(cut[seat] for seat in auction.passed)) for cut in cuts(match.header.names)]
    return first_fitting(*(f"{bid}  {names}" for names in out), f"{auction.bid}  {out[-1]}", width=line_width())


def _naming(table: Table) -> Screen:
    """The high bidder takes the nest, lays five cards and names trump."""
    match = table.playing
    state: RookState = _rook(match).with_deal(match.moment)
    auction = state.now.opening
    has = tr("{who} bid {bid}", who="{}", bid=auction.bid)
    nest = tr("Take nest, lay 5 away") if auction.laid is None else tr("The nest is put away.")
    return Screen(
        "trump",
        TopLines(parts.with_name(match, auction.winner, has), parts.question(table)),
        parts.options(table, line=nest),
    )


def _trick(table: Table) -> Screen:
    """Whose turn it is, the colour led, the best card. Of a taken trick only the winner."""
    match = table.playing
    state: RookState = match.state
    auction, trick = state.now.opening, state.now.tricks[-1]
    taken = tr("{who} took the trick", who="{}") if parts.has_event(match, TrickTaken) else ""
    colour, led = tr(COLOURS_ALONE[auction.trump]), led_colour(trick, auction.trump)
    trump, who, bid = N_("{who} bid {bid}, trump {colour}"), match.header.names[auction.winner], auction.bid
    return Screen(
        "trick",
        TopLines(
            partners.game_so_far(match),
            parts.with_name(match, auction.winner, tr(trump, colour=colour, who="{}", bid=bid), line_width()),
        ),
        parts.card_awaited(
            table,
            tr(COLOURS_ALONE.get(led, "")),
            parts.with_name(match, match.expects.seats[0], taken) if taken else "",
            parts.seat_columns(match, parts.played_cards(_rook(match), state, trick)),
        ),
        says=lambda: sentences(
            tr("Trump is {colour}, {who} bid {n}", colour=colour, who=who, n=bid), kind=Kind.MOVE, news=False
        ),
    )


def _deal_scored(match: Match) -> Screen:
    """Whether the bid was made, the captured points of both sides, and the totals."""
    state: RookState = match.state
    settled, auction = _rook(match).result(state), state.now.opening
    made = _is_bid_made(match)
    if made is None:
        (fact, revoked), costs = partners.revoke_decided(match), tr("Costs the bid: {n}", n=auction.bid)
        shown, told = partners.deal_scored(match, settled.points, fact, costs), (revoked, costs)
    else:
        took = _rook(match).points_captured(state)[side(auction.winner)]
        bid = tr("{who} bid {bid}, took {took}", who="{}", bid=auction.bid, took=took)
        outcome = tr("BID MADE") if made else tr("BID FAILED")
        below = parts.with_name(match, auction.winner, bid, line_width())
        told = bid.format(match.header.names[auction.winner]), in_small(outcome)
        shown = partners.deal_scored(match, settled.points, Fact(outcome), below)
    return replace(shown, says=lambda: sentences(*told, kind=Kind.MOVE))


def _is_bid_made(match: Match) -> bool | None:
    """Whether the bid was made in the deal that was scored. None: a revoke ended it."""
    rook, state = _rook(match), match.state
    settled = rook.result(state)
    if not state.now.finished or settled.points != rook.points(state):
        return None
    return bool(settled.points[state.now.opening.winner] > 0)


def _public(match: Match) -> Screen:
    """Public information: partners, dealer, bid and trump. Never a taken trick."""
    state: RookState = match.state if match.winners else _rook(match).with_deal(match.moment)
    auction, names = state.now.opening, parts.brief_names(match)
    bid = tr("Bid: none yet")
    if auction.bidder is not None:
        form = {True: N_("Bid: {who} {bid}, made"), False: N_("Bid: {who} {bid}, failed"), None: N_("Bid: {who} {bid}")}
        bid = tr(form[_is_bid_made(match) if match.winners else None], who=names[auction.bidder], bid=auction.bid)
    trump = tr("Trump: {colour}", colour=tr(COLOURS_ALONE.get(auction.trump, NOT_NAMED)))
    return partners.public(match, state, bid, trump)
