"""The screens of Bird Dog: the trick, the dealer, the scored deal, the open cards."""

from __future__ import annotations

from companion.cards import COURTS, SUIT_SIGNS, Card
from companion.games.birddog.rules import BIRD_DOG, FACES, BirdDogState, nil_players, shares
from companion.match.match import Match
from companion.rules.events import GameOver, NilBroken
from companion.rules.statements import PLAY
from companion.rules.tricks import cards_won
from companion.screens import layouts, parts, templates
from companion.screens.layouts import Column, Fact, Glance, Heading, Rows, Screen, TextPage, TopLines
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import Kind, Sentence, sentences
from companion.support.messages import N_, tr, tr_n
from companion.support.values import replace
from companion.table.asked import just_said
from companion.table.choices import Page
from companion.table.state import Table

WHY = N_("▼ why")
"""Where the points of a deal have several parts: DOWN tells them."""


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    if table.page is not None:
        opened = table.page is Page.PUBLIC and match.state and match.state.deal
        if opened and table.scored and not BIRD_DOG.result(match.state).voided:
            return _points_in_words(match)
        return _open_cards(table) if opened else None
    if match.scored and not parts.has_event(match, GameOver):
        return _deal_scored(table)
    expected = match.expects
    if not expected.words:
        return None
    if "deal" in expected.words or "up" in expected.words:
        return _turn_up(table)
    if PLAY not in expected.words and table.offered:
        shown = parts.choosing(table)
        if just_said(match) > 1:
            up = tr("{card} is up   BACK = not so", card=match.state.now.opening.ups[-1].sign)
            shown = replace(shown, layout=parts.options(table, line=up))
        return _with_trump(shown, match.state, asked=parts.question(table))
    return _with_trump(_trick(table), match.state)


def _with_trump(shown: Screen, state: BirdDogState, asked: str = "") -> Screen:
    """The screen with trump at the top, or what the turned-up card would make; and what is `asked`."""
    bidding = state.now.opening
    if not bidding.ups:
        return shown
    sign = SUIT_SIGNS[bidding.trump] if bidding.made else ""
    line = tr(BIRD_DOG.shown.second_line(state))

    def says() -> tuple[Sentence, ...]:
        dog, up = bidding.bird_dog.sign, bidding.ups[-1].sign
        made = tr("Trump is {trump}, the Bird Dog is {dog}", trump=sign, dog=dog)
        holds, would_be = (
            (made, "") if sign else (tr("{card} is up", card=up), tr("The Bird Dog would be {dog}", dog=dog))
        )
        return (
            *sentences(holds, kind=Kind.MOVE, deck=BIRD_DOG.deck, news=False),
            *sentences(would_be, kind=Kind.MOVE, deck=BIRD_DOG.deck),
            *(shown.says() if shown.says else ()),
        )

    return replace(shown, top=TopLines(line, asked, sign) if asked else TopLines(memo=line, sign=sign), says=says)


def _turn_up(table: Table) -> Screen:
    """The dealer deals and turns a card up; in a deal that is begun, one of the rest, or the next one."""
    match = table.playing
    state: BirdDogState = BIRD_DOG.with_deal(match.moment)
    if state.now.opening.ups:
        return _next_card(match, state)
    if match.state and match.state.deal and state.now.knowledge.known[0]:
        return _one_of_the_rest(match, state)
    extra = tr("Extra deal: total decides") if state.carried else ""
    turn = tr("Turn one up and tap it.")
    dealt = tr("{who} deals {n} cards each.", who=match.header.names[state.now.dealer], n=7)
    dealer = parts.names_beside(match, (state.now.dealer,), tr("deals {n} each", n=7))
    columns = parts.score_columns(match)
    return Screen(
        "dealer",
        TopLines(memo=extra or parts.memo(table)),
        Glance(dealer, (turn, _of_points(columns)), columns),
        says=lambda: sentences(extra, dealt, turn, about=match.applied),
    )


def _next_card(match: Match, state: BirdDogState) -> Screen:
    """All have passed the card that was turned up: the second or third one comes."""
    number = len(state.now.opening.ups) + 1
    card = tr("Card 3 of 3 makes trump") if number == 3 else tr("Card {n} of 3", n=number)
    passed = tr("All passed {card}", card=state.now.opening.ups[-1].sign)
    what = tr("Turn it face down, turn\nthe next one up, tap it.")
    return Screen(
        "turn up",
        TopLines(memo=passed),
        Glance(Fact(tr("NEXT CARD")), (*what.split("\n"), card)),
        says=lambda: sentences(passed, what.replace("\n", " "), card, deck=BIRD_DOG.deck, about=match.applied),
    )


def _one_of_the_rest(match: Match, state: BirdDogState) -> Screen:
    """The hands are scanned, and one of the cards that are left is turned up."""
    dealer = parts.names_beside(match, (state.now.dealer,), tr("turns up"))
    what = tr("Turn up one of the rest\nfor trump, and tap it.")
    return Screen(
        "turn up",
        layout=Glance(dealer, tuple(what.split("\n")), parts.score_columns(match, rows=1)),
        says=lambda: sentences(what.replace("\n", " "), about=match.applied),
    )


def _trick(table: Table) -> Screen:
    """Whose turn it is, the suit led, who is winning, and the scores."""
    match = table.playing
    state: BirdDogState = match.state
    plays, broken = state.now.tricks[-1].plays, parts.has_event(match, NilBroken)
    columns = parts.score_columns(match, parts.played_cards(BIRD_DOG, state, parts.lying_trick(match)))
    return Screen(
        "trick",
        layout=parts.card_awaited(
            table,
            SUIT_SIGNS[plays[0].cards[0].suit] if plays else "",
            _nil_line(match, state) or _of_points(columns),
            columns,
        ),
        says=lambda: () if broken else sentences(_nil_line(match, state, match.header.names), kind=Kind.MOVE),
    )


def _of_points(columns: tuple[Column, ...]) -> str:
    """What the numbers after the names are, and what the star after the best card is."""
    return tr("★ = best; points:") if any(column.top for column in columns) else tr("points:")


def _nil_line(match: Match, state: BirdDogState, names: tuple[str, ...] = ()) -> str:
    """Who said nil and kept it so far, or that it was just broken; by these names, by default brief ones."""
    if not any(state.now.opening.nils):
        return ""
    said = nil_players(state)
    names = names or parts.brief_names(match)
    broken = next((event.player for event in match.events if isinstance(event, NilBroken)), None)
    if broken is not None:
        return tr("{who}'s nil is broken", who=names[broken])
    taken = {BIRD_DOG.winner(state, trick) for trick in state.now.tricks[:-1]}
    kept = [names[seat] for seat in said if seat not in taken]
    return tr("nil: {names}", names=", ".join(kept)) if kept else ""


def _deal_scored(table: Table) -> Screen:
    """Totals, and the points of this deal."""
    match = table.playing
    state: BirdDogState = match.state
    settled = BIRD_DOG.result(state)
    if settled.voided:
        return parts.deal_again(match, parts.totals(match, match.scores))
    all_parts = _parts(state)
    remarks = tuple(map(_remarks, match.scores, settled.points, all_parts))
    extra = BIRD_DOG.carry_on(state)
    why = tr(match.remark[0]) if extra else tr(WHY) if any(len(words) > 1 for words in all_parts) else ""
    note = tr("OK = extra deal") if extra else tr("OK = next deal")
    return Screen(
        "deal score",
        Heading(tr("Deal {n}", n=state.now.number), note, why),
        Rows(parts.rows(match, remarks)),
        says=lambda: sentences(*_reasons(match), tr("An extra deal follows") if extra else "", kind=Kind.MOVE),
    )


def _remarks(total: int, points: int, words: tuple[str, ...]) -> tuple[str, str]:
    """Beside a total: what it was before, or the first of several parts of the points; below it their last part."""
    *before, last = words or ("",)
    below = templates.first_fitting(last, last.rpartition(" ")[0], width=line_width() - layouts.REMARK_AT)
    return parts.sum_of(total, points) or "".join(before[:1]), below


def _reasons(match: Match) -> list[str]:
    """For each player with points: what they are made of."""
    parted = zip(match.header.names, _parts(match.state), strict=True)
    return [tr("{who}: {points}", who=who, points=", ".join(words)) for who, words in parted if words]


def _parts(state: BirdDogState) -> list[tuple[str, ...]]:
    """The parts of each seat's points in words."""
    return [tuple(map(tr, words)) for words in shares(BIRD_DOG, state)]


def _points_in_words(match: Match) -> Screen:
    """What everybody's points of this deal are made of."""
    state: BirdDogState = match.state
    lines: list[str] = []
    for name, points, words in zip(parts.brief_names(match), BIRD_DOG.result(state).points, _parts(state), strict=True):
        lines += [f"{name} {points:+d}" if points else f"{name} 0", f" {', '.join(words) or tr('nothing')}"]
    return Screen("points", Heading(tr("Deal {n}", n=state.now.number)), TextPage(tuple(lines)))


def _open_cards(table: Table) -> Screen:
    """The pairs of faces that all players have won. They are public."""
    match = table.playing
    won = cards_won(BIRD_DOG, match.state)
    pairs = BIRD_DOG.pairs(match.state)
    lines: list[str] = []
    for name, cards, number in zip(parts.brief_names(match), won, pairs, strict=True):
        pairs_ = tr_n("{n} pair", "{n} pairs", number)
        lines += [f"{name}: {pairs_}", f" {_in_pairs(cards)}"]
    return Screen("pairs", Heading(tr("Pairs won")), TextPage(tuple(lines)))


def _in_pairs(cards: tuple[Card, ...]) -> str:
    """The pairs of faces among these cards, by rank ("J♠♥ K♦♣"); a face without a twin is left out."""
    signs = {face: [SUIT_SIGNS[card.suit] for card in cards if card.rank == face] for face in FACES}
    return " ".join(
        tr(COURTS[face]) + "".join(suits[: len(suits) // 2 * 2]) for face, suits in signs.items() if suits[1:]
    )
