"""The screens of Hearts: passing, the first lead, the trick, the scored deal, the points taken."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import SUIT_SIGNS, Seat
from companion.cards.spoken import cards_in_words
from companion.games.hearts.passing import MOON, NUMBER, PASS, HeartsState, Moon, taker_of
from companion.games.hearts.rules import HEARTS, HEARTS_SUIT, JACK, QUEEN, lowest_club
from companion.match.match import Match
from companion.rules.events import GameOver
from companion.rules.tricks import cards_won
from companion.screens import layouts, parts, templates
from companion.screens.glyphs import SMALL
from companion.screens.layouts import FINGER, Column, Fact, Glance, Heading, Rows, Screen, TextPage, TopLines
from companion.screens.name_fitting import cuts, fit_names
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import Kind, sentences
from companion.screens.words import AGAIN, TAG_AGAIN, TAG_AGAIN_IN_WORDS
from companion.support.messages import N_, tr
from companion.table.asked import begun_draw
from companion.table.choices import Page
from companion.table.state import Table


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    if table.page is not None:
        return _points_so_far(table) if table.page is Page.PUBLIC and match.state and match.state.deal else None
    if table.scored and not parts.has_event(match, GameOver):
        return _deal_scored(table)
    if not match.expects.words:
        return None
    if MOON in match.expects.words:
        return parts.choosing(table)
    state: HeartsState = HEARTS.with_deal(match.moment)
    if HEARTS.waiting(state):
        return _passing(table, state)
    if not state.now.tricks[0].plays:
        return _first_lead(table, state)
    return _trick(table, state)


def _passing(table: Table, state: HeartsState) -> Screen:
    """Who passes to whom, and what comes then; or the cards of a player that were tapped so far."""
    if (begun := begun_draw(table)) is not None:
        return _player_passes(table, state, begun.says.by)
    match, lead = table.playing, lowest_club(state.setup)
    passed = any(draw.alone and draw.among & HEARTS.deck.bit(lead) for draw in match.expects.draws)
    then = tr("All passed? ▼, then OK") if passed else tr("All passed? Tap the {card}", card=lead.sign)
    large = Fact(tr(PASS[HEARTS.way(state)]).upper())
    return Screen(
        "passing",
        TopLines(_place(state), tr("{n} cards each, face down", n=NUMBER)),
        Glance(large, (tr(TAG_AGAIN) if table.begun.interrupted else then,), _takers(match, state)),
        says=lambda: sentences(
            *_passes_in_words(match, state),
            tr("Who has {card} leads", card=cards_in_words((lead,))),
            tr(TAG_AGAIN_IN_WORDS) if table.begun.interrupted else "",
            tr("Down, then OK: {answer}.", answer=tr("all passed")) if table.offered else "",
            deck=HEARTS.deck,
            about=match.applied,
        ),
    )


def _player_passes(table: Table, state: HeartsState, giver: Seat) -> Screen:
    """The cards that this player passes, tapped one by one: to whom, and how many are left."""
    match, names = table.playing, table.playing.header.names
    taker = taker_of(giver, HEARTS.way(state), state.setup.seats)
    passes = N_("{who} passes {n} cards to {taker}: tap them, face down")
    return Screen(
        "passing",
        TopLines(_place(state), parts.with_name(match, taker, tr("{n} cards for {who}", n=NUMBER, who="{}"))),
        Glance(parts.passer(table, giver, NUMBER), (tr("Tap them, face down."),), _takers(match, state)),
        says=lambda: sentences(
            tr(passes, n=NUMBER, who=names[giver], taker=names[taker]),
            tr("{n} of {all}", n=len(table.begun.drawn), all=NUMBER) if table.begun.drawn else "",
            about=match.applied,
        ),
    )


def _passes_in_words(match: Match, state: HeartsState) -> list[str]:
    """Who still passes to whom."""
    names, way, seats = match.header.names, HEARTS.way(state), state.setup.seats
    passes = N_("{who} passes {n} cards to {taker}, face down")
    return [
        tr(passes, who=names[seat], n=NUMBER, taker=names[taker_of(seat, way, seats)]) for seat in HEARTS.waiting(state)
    ]


def _takers(match: Match, state: HeartsState) -> tuple[Column, ...]:
    """Below each name whom the cards go to, or that they were passed; nobody is called in two ways (Max4, Ma4)."""
    way, seats = HEARTS.way(state), state.setup.seats
    names = fit_names(match.header.names, SMALL, line_width() // seats - layouts.COLUMN_GAP)
    takers = fit_names(match.header.names, SMALL, line_width() // seats - SMALL.width("→") - layouts.COLUMN_GAP)
    if not all(map(str.startswith, names, takers)):
        names = takers
    waiting = HEARTS.waiting(state)
    done = tr("done")
    words = (f"→{takers[taker_of(seat, way, seats)]}" if seat in waiting else done for seat in range(seats))
    return tuple(Column(name, word) for name, word in zip(names, words, strict=True))


def _first_lead(table: Table, state: HeartsState) -> Screen:
    """The card that leads, and who does if that is known."""
    match, card = table.playing, lowest_club(state.setup)
    leader = match.expects.seats[0] if len(match.expects.seats) == 1 else None
    leads, begins = tr("{card} leads", card=card.sign), tr(HEARTS.shown.begins(state))
    unpassed = templates.first_fitting(f"{tr('Deal {n}', n=state.now.number)}  {begins}", begins)
    tap = tr("Who has it taps it.") if leader is None else tr("Tap {cards}", cards=card.sign)
    return Screen(
        "first lead",
        TopLines(_place(state) if HEARTS.way(state) else unpassed, tap),
        Glance(
            Fact(leads.upper()) if leader is None else Fact(parts.large_name(match, leader), FINGER, aside=tr("leads")),
            (tr(AGAIN) if table.begun.interrupted else tr("points:"),),
            parts.score_columns(match),
        ),
        says=lambda: sentences(
            parts.turn_of(match, leader, tr("lead {card}", card=cards_in_words((card,))))
            if leader is not None
            else tr("Who has {card} taps it", card=cards_in_words((card,))),
            deck=HEARTS.deck,
            about=match.applied,
        ),
    )


def _trick(table: Table, state: HeartsState) -> Screen:
    """Whose turn it is, the suit led, who has the trick, the points taken, the scores."""
    match = table.playing
    plays, points = state.now.tricks[-1].plays, _with_points(match.header.names, HEARTS.points_taken(state))
    told = tr("points: {points}", points=points) if points else ""
    return Screen(
        "trick",
        TopLines(memo=tr(HEARTS.shown.second_line(state))),
        parts.card_awaited(
            table,
            SUIT_SIGNS[plays[0].cards[0].suit] if plays else "",
            _points_line(match, state),
            parts.score_columns(match, parts.played_cards(HEARTS, state, parts.lying_trick(match))),
        ),
        says=lambda: (
            *sentences(HEARTS.shown.second_line(state), kind=Kind.MOVE, news=False),
            *sentences(told, kind=Kind.MOVE),
        ),
    )


def _place(state: HeartsState) -> str:
    return f"{tr(HEARTS.title)} {tr('deal {n}', n=state.now.number)}"


def _points_line(match: Match, state: HeartsState) -> str:
    """Who has taken how many points in this deal, by ever shorter names; else in the order of the names below."""
    if not any(taken := HEARTS.points_taken(state)):
        return ""
    named = [_with_points(names, taken, comma) for names in cuts(match.header.names) for comma in (", ", " ")]
    lines = [tr("points: {points}", points=line) for line in named]
    in_order = tr("in order: {points}", points=" ".join(map(str, taken)))
    return templates.first_fitting(*lines, *named[-1:], in_order, width=line_width())


def _with_points(names: tuple[str, ...], taken: Sequence[int], comma: str = ", ") -> str:
    return comma.join(f"{name} {points}" for name, points in zip(names, taken, strict=True) if points)


def _deal_scored(table: Table) -> Screen:
    """The points of this deal, and the totals; the moon large."""
    match = table.playing
    state: HeartsState = match.state
    settled = HEARTS.result(state)
    if settled.voided:
        return parts.deal_again(match, parts.totals(match, match.scores))
    heading = Heading(tr("Deal {n}", n=state.now.number), tr("OK = next deal"))
    points, moon = settled.points, next((event.player for event in match.events if isinstance(event, Moon)), None)
    if len(points) == min(HEARTS.players):
        sums = (parts.sum_of(total, point) for total, point in zip(match.scores, points, strict=True))
        remarks = tuple((told, _why(state, seat, moon)) for seat, told in enumerate(sums))
        return Screen("deal score", heading, Rows(parts.rows(match, remarks)))
    why = [_why(state, seat, moon) for seat in range(len(points))]
    return parts.changes(match, heading, points, why)


def _why(state: HeartsState, seat: Seat, moon: Seat | None) -> str:
    """What a player's points are made of: a revoke, the moon, or cards that count and a number of hearts."""
    settled = HEARTS.result(state).points
    if settled != HEARTS.points(state):
        return tr("revoke") if settled[seat] else ""
    if moon is not None:
        return tr("moon!") if seat == moon else ""
    won = cards_won(HEARTS, state)[seat]
    hearts = (HEARTS.deck.set(won) & HEARTS_SUIT).bit_count()
    costly = (QUEEN, JACK) if state.setup.options["jack"] != "no" else (QUEEN,)
    return " ".join([*(tr(card.sign) for card in costly if card in won), *([f"{hearts}x♥"] if hearts else [])])


def _points_so_far(table: Table) -> Screen:
    """The points that everybody has taken in this deal. All may count them."""
    match = table.playing
    state: HeartsState = match.state
    names, taken = parts.brief_names(match), HEARTS.points_taken(state)
    won = cards_won(HEARTS, state)
    with_queen = "  " + tr("with {card}", card=QUEEN.sign)
    lines = tuple(
        f"{name}: {points}{with_queen if QUEEN in cards else ''}"
        for name, points, cards in zip(names, taken, won, strict=True)
    )
    return Screen("points taken", Heading(tr("Points taken")), TextPage(lines))
