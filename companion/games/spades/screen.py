"""The screens of Spades: the bids, the trick with tricks taken of tricks bid, the score of both sides."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import SUIT_SIGNS, left_of
from companion.games.spades.rules import BAGS, LOW, PASSED, SPADES, Bid, Contract, SpadesState, bags_of, is_broken
from companion.match.match import Match
from companion.rules.events import NilBroken, TrickTaken
from companion.rules.partners import SEATS, SIDES, partner
from companion.rules.statements import PASSES, PLAY
from companion.screens import partners, parts, telling, templates, words
from companion.screens.glyphs import NARROW, SMALL
from companion.screens.layouts import COLUMN_GAP, Column, Fact, Glance, Screen, TopLines
from companion.screens.name_fitting import fit_names, name_in
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import Kind, Sentence, sentences
from companion.support.messages import N_, tr
from companion.support.values import replace
from companion.table.state import Table


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    return partners.screen_of_sides(table, _public, _deal_scored, _what_is_asked)


def _what_is_asked(table: Table) -> Screen:
    """The screen of what the table waits for."""
    match = table.playing
    if PASSES in match.expects.words:
        return _exchange(table)
    return _trick(table) if PLAY in match.expects.words else _bid(table)


def _exchange(table: Table) -> Screen:
    """Who passes two cards to the partner after a blind nil, and how many of them were tapped."""
    match = table.playing
    giver, names = match.expects.seats[0], match.header.names
    passes = tr("{who} passes {n} cards to {taker}, face down", who=names[giver], n=PASSED, taker=names[partner(giver)])
    memo = parts.with_name(match, partner(giver), tr("Blind nil: {n} cards to {who}", n=PASSED, who="{}"), line_width())
    left = len(SPADES.waiting(match.state))
    back = [(partner(giver), tr("Then {who} passes {n} back.", n=PASSED, who="{}"))] if left % 2 == 0 else []
    lead = [(left_of(match.state.now.dealer, SEATS), tr("Then {who} leads.", who="{}"))] if left <= 2 else []
    then = (parts.with_name(match, seat, does, line_width()) for seat, does in (*back, *lead))
    return Screen(
        "exchange",
        TopLines(partners.game_so_far(match), memo),
        Glance(
            parts.passer(table, giver, PASSED),
            (tr(words.TAG_AGAIN) if table.begun.interrupted else tr("face down"), *then),
        ),
        says=lambda: sentences(
            passes, tr(words.TAG_AGAIN_IN_WORDS) if table.begun.interrupted else "", about=match.applied
        ),
    )


def _bid(table: Table) -> Screen:
    """Whose bid it is, where UP and DOWN lead, the bid that OK says once they have led to one, and the bids so far."""
    match = table.playing
    state: SpadesState = SPADES.with_deal(match.moment)
    if table.chosen is None:
        who = name_in(match.header.names, match.expects.seats[0], NARROW, line_width() - NARROW.width("?"))
        ways = tr("▲ {n} or more   ▼ 0 to {low}", n=LOW + 1, low=LOW)
        return Screen(
            "bid",
            _bids_so_far(match, state),
            Glance(Fact(f"{who.upper()}?"), (tr(table.asked), ways)),
            says=lambda: _asked_in_words(table, state),
        )
    chosen = table.chosen.label
    answer = parts.bid_of(chosen).upper()
    seat = match.expects.seats[0]
    cut = name_in(match.header.names, seat, NARROW, line_width() - NARROW.width(f"  {answer}?") - 4)
    fact = templates.first_fitting(
        *(f"{match.header.names[seat].upper()} {large}?" for large in (answer, tr("blind").upper())),
        f"{cut.upper()} {answer}?",
        width=line_width(),
        font=NARROW,
    )
    asks = tr("No trick, cards unseen?") if table.chosen.says[0].word == "blind" else tr(table.asked)
    lines = (asks, parts.ways(table), tr("OK = {answer}", answer=tr(chosen)))
    return Screen("bid", _bids_so_far(match, state), Glance(Fact(fact), lines))


def _asked_in_words(table: Table, state: SpadesState) -> tuple[Sentence, ...]:
    """Who deals, before the first bid; who is asked, and where the buttons lead."""
    match, dealer = table.playing, table.playing.header.names[state.now.dealer]
    dealt = (
        "" if any(state.now.opening.by_seat(state.now.dealer)) else tr("{who} deals {n} cards each.", who=dealer, n=13)
    )
    ways = tr("Up leads to {n} and more, Down to {low} and fewer, then OK says it.", n=LOW + 1, low=LOW)
    return (
        *sentences(dealt, kind=Kind.MOVE, about=state.now.number),
        *sentences(telling.question(table), ways, about=match.applied),
    )


def _bids_so_far(match: Match, state: SpadesState) -> TopLines:
    """What each side has bid. Before the first bid: the dealer."""
    bids = state.now.opening.by_seat(state.now.dealer)
    if not any(bids):
        dealer = parts.with_name(match, state.now.dealer, tr("{who} deals {n} each", who="{}", n=13))
        return TopLines(partners.game_so_far(match), dealer)
    sides_ = [" + ".join(_tricks(bid) if bid else "?" for bid in bids[first::2]) for first in (0, 1)]
    return TopLines(*partners.side_lines(match, [tr("bid {bid}", bid=said) for said in sides_], sides_))


def _tricks(bid: Bid) -> str:
    """A bid in as few letters as possible."""
    return str(bid.tricks) if bid.tricks else tr("blind") if bid.blind else tr("nil")


def _trick(table: Table) -> Screen:
    """Whose turn it is, the suit led, the best card; the tricks that both sides have taken and bid."""
    match = table.playing
    state: SpadesState = match.state
    trick = state.now.tricks[-1]
    return Screen(
        "trick",
        TopLines(*_sides_and_tricks(match, state)),
        parts.card_awaited(
            table,
            SUIT_SIGNS[trick.plays[0].cards[0].suit] if trick.plays else "",
            _news(match, state),
            _columns(match, state, parts.played_cards(SPADES, state, trick)),
        ),
        says=lambda: sentences(partners.tricks_in_words(match, map(_of_bid, SPADES.contracts(state))), kind=Kind.MOVE),
    )


def _of_bid(contract: Contract) -> str:
    """The tricks that a side has taken of those that it bid: 2 of 6; with those over the bid, 6+1."""
    over = contract.taken - contract.bid
    return f"{contract.bid}+{over}" if over > 0 else tr("{n} of {all}", n=contract.taken, all=contract.bid)


def _sides_and_tricks(match: Match, state: SpadesState) -> tuple[str, str]:
    """A line for each side: its score, and the tricks that it has taken of those that it bid."""
    facts = [_of_bid(contract) for contract in SPADES.contracts(state)]
    return partners.side_lines(match, [tr("won {tricks}", tricks=fact) for fact in facts], facts)


def _columns(match: Match, state: SpadesState, cards: Mapping[int, str]) -> tuple[Column, ...]:
    """The cards of the trick above the names, and after them a nil that is kept so far."""
    room = line_width() // len(match.scores) - COLUMN_GAP
    won, bids = SPADES.tricks_won(state), SPADES.bids(state)
    nil = f" {tr('nil')}"
    kept = [nil * (not tricks and not bid.tricks) for tricks, bid in zip(won, bids, strict=True)]
    names = [fit_names(match.header.names, SMALL, room - SMALL.width(nil))[seat] for seat, nil in enumerate(kept)]
    feet = (f"{name}{nil}" for name, nil in zip(names, kept, strict=True))
    return tuple(Column(cards.get(seat, ""), foot) for seat, foot in enumerate(feet))


def _news(match: Match, state: SpadesState) -> str:
    """What the last card changed: a nil that is lost, a trick that was taken; else whether spades may be led."""
    for event in match.events:
        if isinstance(event, NilBroken):
            return parts.with_name(match, event.player, tr("{who}'s nil is lost", who="{}"), line_width())
    if is_broken(state.now):
        return tr("Spades are broken")
    if not parts.has_event(match, TrickTaken):
        return ""
    return parts.with_name(match, SPADES.leader(state), tr("{who} took the trick", who="{}"), line_width())


def _deal_scored(match: Match) -> Screen:
    """The tricks of both sides beside their bids, the points, and the totals."""
    state: SpadesState = match.state
    settled = SPADES.result(state)
    revoked = settled.points != SPADES.points(state)
    fact, decided = partners.revoke_decided(match) if revoked else (_outcome(match, state), "")
    shown = partners.deal_scored(match, settled.points, fact, _taken_tricks(match, state))
    return replace(shown, says=lambda: sentences(decided, *_kept_in_words(match, state), kind=Kind.MOVE))


def _kept_in_words(match: Match, state: SpadesState) -> list[str]:
    """What both sides took of their bids, and whether they made them."""
    names = match.header.names
    both = zip((names[::2], names[1::2]), SPADES.contracts(state), strict=True)
    made = N_("{one} and {other} took {n} and made their bid")
    missed = N_("{one} and {other} took {n} and missed their bid")
    return [
        tr(made if told.made else missed, one=first, other=second, n=_of_bid(told)) + _nils_and_bags(told)
        for (first, second), told in both
    ]


def _taken_tricks(match: Match, state: SpadesState) -> str:
    """The tricks of both sides in the order of their columns, what became of nils, and full bags.

    Without room for all that: which side has more to tell than its tricks, and what.
    """
    contracts = SPADES.contracts(state)
    news = [_nils_and_bags(contract) for contract in contracts]
    ours, theirs = (f"{told.bid}/{told.taken}" for told in contracts)
    whole = tr("Bid/took: {one} and {other}", one=ours + news[0], other=theirs + news[1])
    sides = zip(partners.teams(match, line_width()), news, strict=True)
    named = "; ".join(f"{side}: {text.removeprefix(', ')}" for side, text in sides if text)
    brief = tr("Bid/took: {one} and {other}", one=ours, other=theirs)
    return templates.first_fitting(whole, *filter(None, [named]), brief, width=line_width())


def _nils_and_bags(contract: Contract) -> str:
    """What became of each nil; "bags" if they cost points; each after a comma."""
    bids = zip(contract.bids, contract.won, strict=True)
    nils = (tr("nil lost") if won else tr("nil kept") for bid, won in bids if not bid.tricks)
    return "".join(f", {word}" for word in (*nils, *([tr("bags")] if contract.bag_penalty else ())))


def _outcome(match: Match, state: SpadesState) -> Fact:
    """The sides that made their bids."""
    contracts = zip(SIDES, SPADES.contracts(state), strict=True)
    made = [seats for seats, contract in contracts if contract.made]
    if len(made) == 1:
        return parts.names_beside(match, made[0], tr("made it"))
    return Fact(tr("BOTH MADE") if made else tr("BOTH SET"))


def _public(match: Match) -> Screen:
    """Public information: partners, bids, bags and the dealer. Never a taken trick."""
    state: SpadesState = match.state if match.winners else SPADES.with_deal(match.moment)
    names, bids = parts.brief_names(match), state.now.opening.by_seat(state.now.dealer)
    said = (f"{names[seat]} {_tricks(bid) if bid else '-'}" for seat, bid in enumerate(bids))
    one, two, three, four = said
    bags = [bags_of(match.scores[seat]) for seat in (0, 1)]
    return partners.public(
        match,
        state,
        tr("Bids: {one}, {other}", one=one, other=three),
        f"      {two}, {four}",
        partners.of_teams(match, bags, tr("Bags ({n} cost): {bags}", n=BAGS, bags="{sides}")),
    )
