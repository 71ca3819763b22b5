"""The screens of Euchre: the card turned up, who makes trump, the discard, the trick, what makers or others score."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cards import SUIT_SIGNS, Seat
from companion.games.euchre.bidding import SUITS, EuchreState
from companion.games.euchre.rules import EUCHRE, HAND
from companion.match.match import Match
from companion.rules.events import TrickTaken
from companion.rules.partners import partner, side
from companion.rules.statements import PLAY
from companion.screens import layouts, name_fitting, partners, parts, telling, templates, words
from companion.screens.layouts import FINGER, Fact, Glance, Options, Screen, TopLines
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import Kind, Sentence, in_small, sentences
from companion.support.messages import N_, msg_as, tr
from companion.support.values import replace
from companion.table.asked import seat_asked
from companion.table.state import Table


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    return partners.screen_of_sides(table, _public, _deal_scored, _what_is_asked)


def _what_is_asked(table: Table) -> Screen:
    """The screen of what the table waits for."""
    match = table.playing
    state: EuchreState = EUCHRE.with_deal(match.moment)
    if state.now.opening.up is None:
        return _turn_up(match, state)
    if state.now.opening.maker is None:
        return _suit(table) if table.path else _maker(table, state)
    return _trick(table, state) if PLAY in match.expects.words else _last_words(table, state)


def _turn_up(match: Match, state: EuchreState) -> Screen:
    """The dealer turns a card up."""
    passed_out = match.state is not None and match.state.deal is not None and match.state.now.opening.passed_out
    nobody = tr("Nobody made trump") if passed_out and "deal" in match.expects.words else ""
    dealer = parts.names_beside(match, (state.now.dealer,), tr("deals {n} each", n=HAND))
    turn = tr("Turn one up and tap it.")
    dealt = tr("{who} deals {n} cards each.", who=match.header.names[state.now.dealer], n=HAND)
    return Screen(
        "turn up",
        TopLines(partners.game_so_far(match), nobody),
        Glance(dealer, (turn,), parts.seat_columns(match, {})),
        says=lambda: sentences(nobody, dealt, turn, about=match.applied),
    )


def _maker(table: Table, state: EuchreState) -> Screen:
    """Who orders the card turned up, or names another suit; the answer at the cursor large."""
    match, said = table.playing, state.now.opening
    assert said.up is not None
    suit = tr("not {suit}", suit=SUIT_SIGNS[said.up.suit])
    up = suit if said.second_round else tr(said.up.sign)
    dealer, who = tr("{who} is the dealer", who="{}"), match.header.names[state.now.dealer]
    return Screen(
        "maker",
        TopLines(partners.game_so_far(match), f"{up}: {tr(table.asked)}"),
        parts.options(table, line=parts.with_name(match, state.now.dealer, dealer, line_width())),
        says=lambda: (
            *sentences(dealer.format(who), kind=Kind.MOVE, news=False),
            *sentences(up, kind=Kind.MOVE, deck=EUCHRE.deck, news=said.second_round),
        ),
    )


def _suit(table: Table) -> Screen:
    """The suit that a player names."""
    match, seat, chosen = table.playing, parts.chosen_player(table), table.chosen
    assert seat is not None
    assert chosen is not None
    signs = tuple(SUIT_SIGNS[SUITS[choice.label]] for choice in table.offered)
    ok = parts.ok_says(signs[table.cursor], len(signs))
    return Screen(
        "suit",
        TopLines(partners.game_so_far(match), parts.with_name(match, seat, tr("{who} names trump", who="{}"))),
        Options(Fact(tr(chosen.label).upper()), signs, table.cursor, ("", ok)),
    )


def _last_words(table: Table, state: EuchreState) -> Screen:
    """Who leads, and what may come before: the discard, and who plays alone."""
    match, due = table.playing, state.now.opening.discard_due
    leads = match.expects.tap.by if match.expects.tap else EUCHRE.first_leader(state)
    discards = tr("Nobody: {who} discards", who=parts.brief_names(match)[state.now.dealer]) if due else ""
    lead = parts.with_name(match, leads, tr("or {who} leads a card", who="{}"), line_width())
    alone = any(choice.seat is not None for choice in table.offered)
    return Screen(
        "last words",
        TopLines(partners.game_so_far(match), _trump_line(match, state)),
        _who_is_alone(table, state, tr(words.AGAIN) if table.begun.interrupted else discards or lead)
        if alone
        else Glance(
            Fact(parts.large_name(match, state.now.dealer), FINGER, aside=tr("discards")),
            (tr("Tap it, face down"), lead, parts.ok_says(tr(table.offered[0].label), 1) if table.offered else ""),
        ),
        says=lambda: (
            *_trump_in_words(match, state),
            *_last_words_said(table, leads),
        ),
    )


def _who_is_alone(table: Table, state: EuchreState, line: str) -> Options:
    """Who may say that they play alone, by name."""
    names = parts.brief_names(table.playing)
    labels = [tr(choice.label) if choice.seat is None else names[choice.seat] for choice in table.offered]
    who = [tr("nobody"), *labels[1:]]
    chosen = table.offered[table.cursor]
    answer = labels[table.cursor] if chosen.seat is None else tr("{who} alone", who=who[table.cursor])
    ok = parts.ok_says(answer, len(who))
    return Options(Fact(tr("ALONE TOO?") if state.now.sits_out else tr("ALONE?")), tuple(who), table.cursor, (line, ok))


def _last_words_said(table: Table, leads: Seat) -> tuple[Sentence, ...]:
    """Who discards, who may say that they play alone, and who leads."""
    match = table.playing
    lead = tr("tap your cards again") if table.begun.interrupted else tr(msg_as("what to do", "lead"))
    turn = parts.turn_of(match, leads, lead) if seat_asked(table) == leads else ""
    ok = telling.choice_now(table) if table.chosen else ""
    return sentences(telling.question(table), turn, ok, about=match.applied)


def _out(state: EuchreState) -> dict[int, str]:
    """Above the names of those who sit out."""
    return dict.fromkeys(state.now.sits_out, tr("out"))


def _trump_line(match: Match, state: EuchreState, *, whole: bool = False) -> str:
    """What is trump, who made it, and whether they play alone; `whole`: as a sentence, not a small line."""
    said = state.now.opening
    assert said.maker is not None
    lone, suit = partner(said.maker) in state.now.sits_out, SUIT_SIGNS[said.trump]
    if whole:
        form = N_("Trump is {suit}, {who} plays alone") if lone else N_("Trump is {suit}, {who} made it")
        return tr(form, suit=suit, who=match.header.names[said.maker])
    form = N_("{who} plays {suit} alone") if lone else N_("{who} made {suit} trump")
    return parts.with_name(match, said.maker, tr(form, suit=suit, who="{}"), line_width())


def _trick(table: Table, state: EuchreState) -> Screen:
    """Whose turn it is, the suit led, the best card, and the tricks of both sides."""
    match, trick = table.playing, state.now.tricks[-1]
    taken = parts.with_name(match, EUCHRE.leader(state), tr("{who} took the trick", who="{}"), line_width())
    return Screen(
        "trick",
        _sides_and_trump(match, state),
        parts.card_awaited(
            table,
            SUIT_SIGNS[EUCHRE.suit(state, trick.plays[0].cards[0])] if trick.plays else "",
            taken if parts.has_event(match, TrickTaken) else _trump_line(match, state),
            parts.seat_columns(match, {**_out(state), **parts.played_cards(EUCHRE, state, trick)}),
        ),
        says=lambda: _trump_and_tricks(match, state),
    )


def _trump_and_tricks(match: Match, state: EuchreState, outcome: str = "") -> tuple[Sentence, ...]:
    """The outcome of a deal, what is trump, and the tricks of both sides."""
    return (
        *sentences(outcome, kind=Kind.MOVE),
        *_trump_in_words(match, state),
        *sentences(_tricks_in_words(match, state), kind=Kind.MOVE),
    )


def _trump_in_words(match: Match, state: EuchreState) -> tuple[Sentence, ...]:
    """What is trump, and who made it."""
    return sentences(_trump_line(match, state, whole=True), kind=Kind.MOVE, deck=EUCHRE.deck, news=False)


def _sides_and_trump(match: Match, state: EuchreState) -> TopLines:
    """The score of both sides above their tricks, and trump as a large sign."""
    score = partners.game_so_far(match, line_width() - layouts.MARK_WIDTH - layouts.SIGN_WIDTH)
    return TopLines(score, _tricks_of_both(state), SUIT_SIGNS[state.now.opening.trump])


def _tricks_of_both(state: EuchreState) -> str:
    """The tricks of both sides, in the order in which their scores stand."""
    one, other = _tricks(state)
    return tr("Tricks: {one} and {other}", one=one, other=other)


def _tricks_in_words(match: Match, state: EuchreState) -> str:
    """The tricks of both sides; empty before the first."""
    won = _tricks(state)
    return partners.tricks_in_words(match, won) if any(won) else ""


def _tricks(state: EuchreState) -> tuple[int, int]:
    """The tricks that both sides have taken."""
    won = EUCHRE.tricks_won(state)
    return won[0] + won[2], won[1] + won[3]


def _deal_scored(match: Match) -> Screen:
    """Whether trump was made, the tricks of both sides, the points, and the totals."""
    state: EuchreState = match.state
    fact, outcome = _outcome(match, state)
    shown = partners.deal_scored(match, EUCHRE.result(state).points, fact, _tricks_of_both(state))
    return replace(shown, says=lambda: _trump_and_tricks(match, state, outcome))


def _outcome(match: Match, state: EuchreState) -> tuple[Fact, str]:
    """The makers took their tricks, all of them, or too few; or who revoked: large, and in words."""
    points, maker = EUCHRE.result(state).points, state.now.opening.maker
    if points != EUCHRE.points(state):
        return partners.revoke_decided(match)
    march = _tricks(state)[side(maker or 0)] == HAND
    outcome = tr("EUCHRED") if not points[maker or 0] else tr("MARCH") if march else tr("MADE")
    return Fact(outcome), in_small(outcome)


def _public(match: Match) -> Screen:
    """Public information: partners, dealer, trump, who sits out, tricks. Never a taken trick."""
    state: EuchreState = match.state if match.winners else EUCHRE.with_deal(match.moment)
    made = state.now.opening.maker is not None
    return partners.public(
        match,
        state,
        _trump_line(match, state) if made else tr("Trump: not made yet"),
        *([templates.first_fitting(*_who_sits_out(match, state), width=line_width())] if state.now.sits_out else []),
        partners.of_teams(match, _tricks(state), tr("Tricks: {tricks}", tricks="{sides}")) if made else "",
    )


def _who_sits_out(match: Match, state: EuchreState) -> Iterator[str]:
    """Who sits out, the longest names first; and which defender plays alone, too."""
    maker, out = state.now.opening.maker, state.now.sits_out
    plays = next(seat for seat in range(4) if seat not in {maker, *out})
    for cut in name_fitting.cuts(match.header.names):
        names = ", ".join(cut[seat] for seat in out)
        if len(out) > 1:
            yield tr("{who} too. Out: {names}", who=parts.brief_names(match)[plays], names=names)
        else:
            yield tr("Sits out: {names}", names=names)
