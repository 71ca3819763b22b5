"""The screens of BirdHead: the bar, a lead, the last trick, the losers of a deal, the markers."""

from __future__ import annotations

from collections import Counter

from companion.cards import Card, Seat
from companion.games.birdhead.rules import BIRD_HEAD, MOST_LED, in_last_trick, rank
from companion.games.birdhead.shown import charges, penalties
from companion.match.match import Match
from companion.rules.deal import Trick, TrickState
from companion.rules.events import GameOver, Redeal, TrickTaken
from companion.screens import name_fitting, parts, templates, words
from companion.screens.glyphs import MEDIUM, SMALL
from companion.screens.layouts import FINGER, Fact, Glance, Heading, Screen, Target, TextPage, TopLines, room_beside
from companion.screens.picture import line_width, wrap
from companion.screens.spoken_sentences import Kind, sentences, small
from companion.support.messages import N_, tr, tr_n
from companion.support.text import listing
from companion.support.values import replace
from companion.table.choices import Page
from companion.table.state import Table

MARKERS_ROOM = 40
"""Maximum width of a name before its markers, in pixels."""

BELOW = 2
"""Small lines below those of four players."""

HIGHEST = max(map(rank, BIRD_HEAD.deck.cards_in_order))


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    if table.page is not None:
        return _markers(match) if table.page is Page.PUBLIC and match.state and match.state.deal else None
    if match.scored and not parts.has_event(match, GameOver):
        return _deal_scored(match)
    if not match.expects.words:
        return None
    if "deal" in match.expects.words:
        return _start(table)
    if in_last_trick(match.state):
        return _last_trick(table)
    return _follow(table) if match.state.now.tricks[-1].plays else _lead(table)


def _start(table: Table) -> Screen:
    """Who starts the next deal, and the number of cards."""
    match = table.playing
    if table.begun.gathered or table.begun.interrupted:
        return _lead(table)
    state: TrickState[None] = BIRD_HEAD.with_deal(match.moment)
    deal = tr("Deal {n} cards each.", n=BIRD_HEAD.hand_size(state.setup, state.carried))
    lead = tr("Lead one to three alike.")
    return Screen(
        "start",
        TopLines(
            f"{parts.game_title(match)} {tr('deal {n}', n=state.now.number)}",
            tr("No points: deal again") if parts.has_event(match, Redeal) else "",
        ),
        Glance(
            Fact(parts.large_name(match, state.now.dealer), aside=tr("starts")),
            (deal, lead),
            parts.score_columns(match, rows=1),
        ),
        says=lambda: sentences(deal, parts.turn_of(match, state.now.dealer, small(lead)), about=match.applied),
    )


def _lead(table: Table) -> Screen:
    """Who leads, how many cards are allowed, and the cards tapped so far."""
    match = table.playing
    seat = match.expects.seats[0]
    held = BIRD_HEAD.with_deal(match.moment).now.knowledge.held[seat]
    most = min(MOST_LED, held - 1)
    there = table.begun.gathered
    done = tr("OK = just this one") if len(there) == 1 else tr("OK = just these {n}", n=len(there))
    line = done if there else tr("Of one rank. OK = done") if most > 1 else ""
    number = tr("1 to {n}", n=most) if most > 1 else "1"
    begun = there or table.begun.interrupted
    return Screen(
        "lead",
        TopLines(memo=tr("More {rank}s? Tap them.", rank=there[0].rank) if there else _last_trick_taken(match)),
        Glance(
            Fact(
                parts.large_name(match, seat),
                FINGER,
                side=" ".join(card.rank for card in there),
                aside="" if there else tr("tap {n}", n=number),
            ),
            (tr(words.AGAIN) if table.begun.interrupted else line, tr("points:")),
            parts.score_columns(match, rows=1),
        ),
        says=lambda: () if begun else sentences(parts.turn_of(match, seat, _to_lead(most)), about=match.applied),
    )


def _to_lead(most: int) -> str:
    return tr_n("lead one card", "lead one to {n} cards of one rank", most)


def _last_trick_taken(match: Match) -> str:
    """Who took the trick before this lead, and with which cards."""
    if not parts.has_event(match, TrickTaken):
        return ""
    best, cards = _best_play(match, match.state.now.tricks[-2])
    return parts.with_name(match, best, tr("{who} took it with {cards}", who="{}", cards=cards))


def _best_play(match: Match, trick: Trick) -> tuple[Seat, str]:
    """Who takes a trick, or would take it now, and with which ranks."""
    best = BIRD_HEAD.winner(match.state, trick)
    return best, _ranks({play.seat: play.cards for play in trick.plays}[best])


def _ranks(cards: tuple[Card, ...]) -> str:
    return " ".join([card.rank for card in sorted(cards, key=rank)])


def _follow(table: Table) -> Screen:
    """The ranks to match, large; above, the best play; below, whose turn it is and what to tap."""
    match = table.playing
    seat, trick = match.expects.seats[0], match.state.now.tricks[-1]
    bar, number = BIRD_HEAD.bar(match.state, trick.plays), len(trick.plays[0].cards)
    best, cards = _best_play(match, trick)
    form = N_("{who} led {cards}") if best == trick.plays[0].seat else N_("{who} is best: {cards}")
    ranks = str(bar[0]) if len(set(bar)) == 1 else "+".join(map(str, bar))
    begun = table.begun.interrupted or table.begun.gathered
    return Screen(
        "follow",
        TopLines(memo=parts.with_name(match, best, tr(form, who="{}", cards=cards))),
        Target(
            Fact(ranks, aside=tr("or higher each") if number > 1 else tr("or higher")),
            parts.below(match, seat),
            _tasks(table, number),
            parts.score_columns(match, rows=1),
        ),
        says=lambda: (
            () if begun else sentences(parts.turn_of(match, seat, _to_follow(bar, number)), about=match.applied)
        ),
    )


def _tasks(table: Table, number: int) -> tuple[str, str]:
    """What to tap of this number of cards, in two lines; once some are tapped, which, and how many more."""
    if tapped := table.begun.gathered:
        task = tr_n("tapped a {cards}", "tapped {cards}", len(tapped), cards=_ranks(tapped))
        then = tr("tap {n} more", n=number - len(tapped))
    else:
        task, then = tr("tap {n}", n=number), tr_n("or lowest", "or {n} lowest", number)
    return tr("tap again") if table.begun.interrupted else task, then


def _to_follow(bar: tuple[int, ...], number: int) -> str:
    """What beats the best play: as many cards of these ranks or higher, or the lowest."""
    if set(bar) == {HIGHEST}:
        return tr_n(
            "an {rank}, or your lowest card", "{n} cards, each {rank}, or your {n} lowest", number, rank=HIGHEST
        )
    return tr_n(
        "{rank} or higher, or your lowest card",
        "{n} cards, {rank} or higher, or your {n} lowest",
        number,
        rank=tr("each {rank}", rank=bar[0]) if number > 1 and len(set(bar)) == 1 else tr(" and ").join(map(str, bar)),
    )


def _last_trick(table: Table) -> Screen:
    """All open their last card together. Taps go clockwise from the last winner."""
    match = table.playing
    plays = match.state.now.tricks[-1].plays
    return Screen(
        "last trick",
        TopLines(memo=(last := tr("Last trick: all turn up"))),
        Glance(
            Fact(parts.large_name(match, match.expects.seats[0]), FINGER, aside=tr("tap")),
            columns=parts.score_columns(match, {play.seat: play.cards[0].rank for play in plays}),
        ),
        says=lambda: sentences(
            last, parts.turn_of(match, match.expects.seats[0], tr("tap your last card")), about=match.applied
        ),
    )


def _deal_scored(match: Match) -> Screen:
    """Who loses with which rank, who revoked, and the minus points of all."""
    state: TrickState[None] = match.state
    settled, names = BIRD_HEAD.result(state), match.header.names
    if settled.voided:
        shown = parts.deal_again(match, parts.totals(match, match.scores))
        return replace(shown, says=lambda: sentences(tr("Nobody gets points: deal again"), kind=Kind.MOVE))
    heading, losers = Heading(tr("Deal {n}", n=state.now.number), tr("OK = next deal")), BIRD_HEAD.losers(state)
    revoked = [names[seat] for seat, paid in enumerate(penalties(BIRD_HEAD, state)) if paid]
    if len(losers) == 1 and not revoked:
        change, loses = f"+{settled.points[losers[0]]}", tr("lost:")
        room = room_beside(loses) - MEDIUM.width(change) - 4
        loser = Fact(parts.large_names(match, losers, room), side=change, aside=loses)
        shown = Screen("deal score", heading, Glance(loser, columns=parts.totals(match, match.scores)))
    else:
        remarks = [tr("loses") if seat in losers else "" for seat in range(len(names))]
        reminder = (tr("Highest last card loses."), tr("Fewest points win."))
        who = tr(listing(revoked)) if revoked else ""
        why = wrap(tr_n("{who} revoked", "{who} revoked", len(revoked), who=who)) if revoked else reminder
        shown = parts.changes(match, heading, settled.points, remarks, last=("", *why)[-BELOW:])
    return replace(shown, says=lambda: sentences(*map(tr, charges(BIRD_HEAD, state, names)), kind=Kind.MOVE))


def _markers(match: Match) -> Screen:
    """The markers in front of the players. They are out of the deck."""
    markers = BIRD_HEAD.carry_on(match.state)
    names = name_fitting.fit_names(match.header.names, SMALL, MARKERS_ROOM)
    lines = tuple(
        f"{name}: {templates.first_fitting(*_spell(cards), width=line_width() - SMALL.width(f'{name}: '))}"
        for name, cards in zip(names, markers, strict=True)
    )
    below = tr("Cards that lost a deal."), tr("They are out of play.")
    return Screen("markers", Heading(tr("Markers")), TextPage((*lines, *below)))


def _spell(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The markers one by one, or the number of each rank."""
    counted = Counter(card.rank for card in sorted(cards, key=rank))
    return (
        _ranks(cards) or tr("none"),
        " ".join(f"{number}x{ranked}" if number > 1 else ranked for ranked, number in counted.items()),
    )
