"""The screens of Euchre: the card turned up, who makes trump, the discard, the trick, what makers or others score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import SUIT_SIGNS
from companion.games.euchre.bidding import SUITS
from companion.games.euchre.rules import EUCHRE, HAND
from companion.rules.events import DealScored, GameOver, TrickTaken
from companion.rules.partners import partner
from companion.rules.statements import PLAY
from companion.screens.forms import as_spoken, first_fitting
from companion.screens.glyphs import NARROW, SMALL
from companion.screens.name_fitting import distinct_names, fit_names, name_in
from companion.screens.partners import no_points, place_and_scores, scores_of_sides, side_wins, sides, teams
from companion.screens.parts import (
    answers,
    brief_names,
    chosen_player,
    has_event,
    large_name,
    offer,
    seat_columns,
    turn_of,
    with_name,
)
from companion.screens.picture import WIDTH
from companion.screens.screen import FINGER, Fact, Glance, Heading, Options, Screen, TextPage, TopLines
from companion.screens.sentences import Kind, capital, in_small, sentences
from companion.screens.telling import answer, question, quick
from companion.screens.words import AGAIN, CHOOSE
from companion.support.messages import N_, msg, msg_as, tr
from companion.table.asked import seat_asked
from companion.table.choices import Page

if TYPE_CHECKING:
    from companion.cards import Seat
    from companion.games.euchre.bidding import EuchreBidding
    from companion.match.match import Match
    from companion.rules.deal import TrickState
    from companion.screens.sentences import Sentence
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
    state: TrickState[EuchreBidding] = EUCHRE.dealt(match.moment)
    if state.now.opening.up is None:
        return _turn_up(match, state)
    if state.now.opening.maker is None:
        return (_suit if table.path else _maker)(table, state)
    return _trick(table, state) if PLAY in match.expects.words else _last_words(table, state)


def _where(match: Match, state: TrickState[EuchreBidding]) -> str:
    """The deal, the trick once one was led, and the scores."""
    return place_and_scores(match, capital(tr(EUCHRE.shown.headline(state))))


def _turn_up(match: Match, state: TrickState[EuchreBidding]) -> Screen:
    """The dealer turns a card up."""
    passed_out = match.state is not None and match.state.deal is not None and match.state.now.opening.passed_out
    nobody = tr("Nobody made trump") if passed_out and "deal" in match.expects.words else ""
    return Screen(
        "turn up",
        TopLines(_where(match, state), nobody),
        Glance(
            Fact(large_name(match, state.now.dealer), aside=tr("deals {n}", n=HAND)),
            (turn := tr("Turn one up and tap it."),),
            seat_columns(match, {}),
        ),
        says=lambda: sentences(
            nobody,
            tr("{who} deals {n} cards each.", who=match.header.names[state.now.dealer], n=HAND),
            turn,
            about=match.applied,
        ),
    )


def _maker(table: Table, state: TrickState[EuchreBidding]) -> Screen:
    """Who orders the card turned up, or names another suit; the answer at the cursor large."""
    match, offered = table.playing, table.offered
    said = state.now.opening
    assert said.up is not None
    chosen = offered[table.cursor]
    suit = tr("not {suit}", suit=SUIT_SIGNS[said.up.suit])
    asks = suit if said.second_round else tr("{card} is up", card=said.up.sign)
    return Screen(
        "maker",
        TopLines(_where(match, state), f"{asks}  {tr(match.expects.headline)}"),
        Options(
            Fact((tr(chosen.label) or name_in(match.header.names, chosen.seat or 0, NARROW, WIDTH)).upper()),
            answers(match, offered),
            table.cursor,
            ("", with_name(match, state.now.dealer, tr("{who} is the dealer", who="{}"), WIDTH), tr(CHOOSE)),
        ),
        says=lambda: sentences(
            tr("{who} is the dealer", who=match.header.names[state.now.dealer]), asks, kind=Kind.MOVE, deck=EUCHRE.deck
        ),
    )


def _suit(table: Table, state: TrickState[EuchreBidding]) -> Screen:
    """The suit that a player names with one press."""
    match, seat = table.playing, chosen_player(table)
    assert seat is not None
    same, down, up = (SUIT_SIGNS[SUITS[choice.label]] for choice in table.offered)
    return Screen(
        "suit",
        TopLines(_where(match, state), with_name(match, seat, tr("{who} names trump", who="{}"))),
        Glance(Fact(f"{up} {same} {down}"), (presses := (f"UP {up}", f"OK {same}", f"DOWN {down}"))),
        says=lambda: sentences(
            tr("{who} names trump", who=match.header.names[seat]), *as_spoken(presses), deck=EUCHRE.deck
        ),
    )


def _last_words(table: Table, state: TrickState[EuchreBidding]) -> Screen:
    """Who leads, and what may come before: the discard, and who plays alone."""
    match, due = table.playing, state.now.opening.discard_due
    leads = match.expects.tap.by if match.expects.tap else EUCHRE.first_leader(state)
    asked = seat_asked(table)
    acts = leads if asked is None else asked
    does = tr("discards") if due and acts == state.now.dealer else tr("leads") if acts == leads else tr("alone?")
    then = "" if acts == leads else with_name(match, leads, tr("then {who} leads", who="{}"), WIDTH)
    return Screen(
        "last words",
        TopLines(_where(match, state), _trump_line(match, state)),
        Glance(
            Fact(large_name(match, acts), FINGER, aside=does),
            (
                tr(AGAIN) if table.begun.interrupted else _who_may(table),
                then,
                f"OK = {tr(table.offered[table.cursor].label)}" if due and table.offered else "",
            ),
            () if due else seat_columns(match, _out(state)),
        ),
        says=lambda: (
            *sentences(_trump_line(match, state, whole=True), kind=Kind.MOVE, deck=EUCHRE.deck),
            *_last_words_said(table, state, leads),
        ),
    )


def _last_words_said(table: Table, state: TrickState[EuchreBidding], leads: Seat) -> tuple[Sentence, ...]:
    """Who discards, who may say that they play alone, and who leads."""
    match = table.playing
    due = seat_asked(table) == state.now.dealer and state.now.opening.discard_due
    discards = question(table) if due else ""
    lead = tr("tap this play again") if table.begun.interrupted else tr(msg_as("what to do", "lead"))
    turn = turn_of(match, leads, lead) if seat_asked(table) == leads else "" if discards else question(table)
    chosen = [] if not table.offered or table.offered[table.cursor].at_once else [table.offered[table.cursor]]
    ok = (tr("OK: {answer}", answer=answer(match, choice)) for choice in chosen)
    return (*sentences(discards, turn, *ok, about=match.applied), *quick(table))


def _who_may(table: Table) -> str:
    """Who may say with one press that they play alone."""
    match = table.playing
    seats = [choice.seat for choice in table.offered if choice.at_once and choice.seat is not None]
    if len(seats) < 2:
        return "".join(with_name(match, seat, tr("▼ {who} alone", who="{}"), WIDTH) for seat in seats)
    both = N_("alone? ▼ {one}  ▲ {other}")
    names = fit_names(match.header.names, SMALL, (WIDTH - SMALL.width(tr(both, one="", other=" "))) // 2)
    one, other = (names[seat] for seat in seats)
    return tr(both, one=one, other=other)


def _out(state: TrickState[EuchreBidding]) -> dict[int, str]:
    """Above the names of those who sit out."""
    return dict.fromkeys(state.now.sits_out, tr("out"))


def _trump_line(match: Match, state: TrickState[EuchreBidding], after: str = "", *, whole: bool = False) -> str:
    """What is trump, who made it, and whether they play alone; `whole`: as a sentence, not a small line."""
    said = state.now.opening
    assert said.maker is not None
    lone, suit = partner(said.maker) in state.now.sits_out, SUIT_SIGNS[said.trump]
    if whole:
        form = N_("Trump is {suit}, {who} plays alone") if lone else N_("Trump is {suit}, {who} made it")
        return tr(form, suit=suit, who=match.header.names[said.maker])
    form = N_("Trump {suit}  {who} alone") if lone else N_("Trump {suit}  {who}")
    return with_name(match, said.maker, tr(form, suit=suit, who="{}") + after, WIDTH)


def _trick(table: Table, state: TrickState[EuchreBidding]) -> Screen:
    """Whose turn it is, the suit led, the best card, and the tricks of both sides."""
    match, trick = table.playing, state.now.tricks[-1]
    best = EUCHRE.winner(state, trick) if trick.plays else None
    cards = {play.seat: tr(play.cards[0].sign) + "◄" * (play.seat == best) for play in trick.plays}
    taken = with_name(match, EUCHRE.leader(state), tr("{who} took the trick", who="{}"), WIDTH)
    return Screen(
        "trick",
        TopLines(_where(match, state), _made_and_tricks(match, state)),
        Glance(
            Fact(
                large_name(match, match.expects.seats[0]),
                FINGER,
                side=SUIT_SIGNS[EUCHRE.suit(state, trick.plays[0].cards[0])] if trick.plays else "",
                aside=tr("lead"),
            ),
            (tr(AGAIN) if table.begun.interrupted else offer(table) or taken * has_event(match, TrickTaken),),
            seat_columns(match, {**_out(state), **cards}),
        ),
        says=lambda: sentences(
            _trump_line(match, state, whole=True), _tricks_in_words(match, state), kind=Kind.MOVE, deck=EUCHRE.deck
        ),
    )


def _made_and_tricks(match: Match, state: TrickState[EuchreBidding]) -> str:
    """What is trump, who made it, the tricks of the makers and the others."""
    won, maker = EUCHRE.tricks_won(state), state.now.opening.maker or 0
    own = won[maker] + won[partner(maker)]
    made = _trump_line(match, state, " " + tr("{own} to {others}", own=own, others=sum(won) - own))
    return first_fitting(made, made.removeprefix(tr("Trump ")), width=WIDTH)


def _tricks_in_words(match: Match, state: TrickState[EuchreBidding]) -> str:
    """The tricks of both sides; empty before the first."""
    won, names = EUCHRE.tricks_won(state), match.header.names
    if not any(won):
        return ""
    sides_ = ((names[seat], names[partner(seat)], won[seat] + won[partner(seat)]) for seat in (0, 1))
    return ", ".join(tr("{one} and {other} {n}", one=one, other=other, n=n) for one, other, n in sides_)


def _tricks(match: Match, state: TrickState[EuchreBidding]) -> str:
    """The tricks that both sides have taken."""
    won = EUCHRE.tricks_won(state)
    return "  ".join(f"{team} {won[seat] + won[partner(seat)]}" for seat, team in enumerate(teams(match)))


def _deal_scored(match: Match) -> Screen:
    """Whether trump was made, the tricks of both sides, the points, and the totals."""
    state: TrickState[EuchreBidding] = match.state
    settled = EUCHRE.result(state)
    title = tr("Deal {n}", n=state.now.number)
    if settled.voided:
        return no_points(match, title)
    return Screen(
        "deal score",
        TopLines(f"{title}      {tr('OK = next')}", _made_and_tricks(match, state)),
        Glance(Fact(outcome := tr(_outcome(state))), columns=sides(match, settled.points)),
        says=lambda: sentences(
            in_small(outcome),
            _trump_line(match, state, whole=True),
            _tricks_in_words(match, state),
            kind=Kind.MOVE,
            deck=EUCHRE.deck,
        ),
    )


def _outcome(state: TrickState[EuchreBidding]) -> str:
    """The makers took their tricks, all of them, or too few; or a revoke decided."""
    points, maker = EUCHRE.result(state).points, state.now.opening.maker
    if points != EUCHRE.points(state):
        return msg("REVOKE")
    if not points[maker or 0]:
        return msg("EUCHRED")
    won = EUCHRE.tricks_won(state)
    return msg("MARCH") if sum(won[seat] for seat in (maker or 0, partner(maker or 0))) == HAND else msg("MADE")


def _public(match: Match) -> Screen:
    """Public information: partners, dealer, trump, tricks, who sits out. Never a taken trick."""
    state: TrickState[EuchreBidding] = match.state if match.winners else EUCHRE.dealt(match.moment)
    names, made = brief_names(match), state.now.opening.maker is not None
    out = [[words[seat] for seat in state.now.sits_out] for words in (names, distinct_names(match.header.names, 1))]
    return Screen(
        "public",
        Heading(tr("Deal {n}", n=state.now.number)),
        TextPage(
            (
                *(f"{names[seat]} + {names[seat + 2]}: {match.scores[seat]}" for seat in (0, 1)),
                with_name(match, state.now.dealer, tr("Dealer: {who}", who="{}")),
                _trump_line(match, state) if made else tr("Trump: not made yet"),
                tr("Tricks: {tricks}", tricks=_tricks(match, state)) if made else "",
                first_fitting(*(tr("Sit out: {names}", names=", ".join(some)) for some in out), width=WIDTH)
                if state.now.sits_out
                else "",
            )
        ),
    )
