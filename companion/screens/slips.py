"""Screens about slips: cards taken back, what was mended, name tags, tags that did not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import Seat, signs
from companion.match.match import Match
from companion.rules.deal import TrickState
from companion.rules.game import Draw
from companion.rules.statements import SEATING_WORDS, Language, Statement
from companion.screens import words
from companion.screens.glyphs import LARGE, MEDIUM, NARROW
from companion.screens.layouts import FINGER, Fact, Glance, Heading, Screen, TextPage, TopLines, name_room
from companion.screens.name_fitting import name_in, with_drawn_names
from companion.screens.parts import brief_names, large_names, number_columns, with_name
from companion.screens.picture import fill_lines, line_width, wrap
from companion.screens.spoken_sentences import Kind, Sentence, as_sentence, sentences
from companion.screens.telling import in_whole_words, last_in_words
from companion.screens.templates import as_spoken, fill, first_fitting
from companion.support.messages import N_, msg_n, tr, tr_n
from companion.support.values import replace
from companion.table import words as table_words
from companion.table.modes import NeverRead
from companion.table.state import Mended, NowRead, Table, TakenBack

if TYPE_CHECKING:
    from companion.rules.corrections import ScoreCorrected

BY_PLAYER = 3
"""Maximum statements listed one by one; more are listed by player."""
UNDONE = {
    "deal": N_("The cards are not dealt."),
    "decided": N_("The deal goes on."),
    "end": N_("The game goes on."),
    "play-on": N_("The revoke is open."),
    "penalty": N_("No penalty."),
    "void-deal": N_("The deal counts again."),
}
"""The effect of undoing these words."""
EVERY_CARD = N_("Only the box's record\nchanges: move no card.")


def _by_player(language: Language, names: tuple[str, ...], statements: tuple[Statement, ...]) -> list[str]:
    """The returned cards of each player; empty if no card goes back."""
    cards: dict[str, list[str]] = {}
    for statement in statements:
        if statement.seat is not None and statement.cards and not language.words[statement.word].takes_back:
            cards.setdefault(names[statement.seat], []).extend(tr(card.sign) for card in statement.cards)
    back_to = ", ".join(f"{name} {' '.join(signs)}" for name, signs in cards.items())
    return wrap(tr("Back: {cards}", cards=back_to)) if cards else []


def undo_screen(table: Table, back: TakenBack) -> Screen:
    """Which cards go back to whom, and which stay."""
    match = table.playing
    language, names = match.header.language, brief_names(match)
    lines = _by_player(language, names, back.statements) if len(back.statements) > BY_PLAYER else []
    if not lines:
        lines = [
            _effect(match, names, statement)
            or first_fitting(_as_said(match, names, statement), language.short(statement, names), width=line_width())
            for statement in back.statements[-BY_PLAYER:]
        ]
    ok = ""
    if match.said is not None:
        too = (tr("OK = undo “{before}” too", before=before) for before in last_in_words(match))
        ok = first_fitting(*too, tr("OK = undo more"), width=line_width())
    page = TextPage((*fill_lines(lines, 3), _on_the_table(match), _asks_now(table), ok))
    return Screen("undone", Heading(tr("Taken back")), page, says=lambda: _undone_in_words(match, back))


def _asks_now(table: Table) -> str:
    """What is asked after an undo: an answer, or the next card."""
    if table.offered and not table.optional:
        return tr(table.asked)
    scanning, seats = table.scanning(), table.playing.expects.seats
    if scanning is None and len(seats) != 1:
        return tr("Now tap a card.")
    seat = scanning[0] if scanning else seats[0]
    return with_name(table.playing, seat, tr("{who}: tap a card", who="{}"), line_width())


def _undone_in_words(match: Match, back: TakenBack) -> tuple[Sentence, ...]:
    """What was taken back last, what lies on the table, whose turn it is, and what OK does."""
    names, latest = match.header.names, back.statements[-1]
    effect = _effect(match, names, latest)
    undone = (tr("Taken back"), effect) if effect else (tr("Taken back: {said}", said=_as_said(match, names, latest)),)
    more = tr("OK takes back: {before}", before=in_whole_words(match)) if match.said is not None else ""
    deck, about = match.header.game.deck, len(back.statements)
    return (
        *sentences(*undone, kind=Kind.MOVE, deck=deck, about=about),
        *sentences(*_goes_on(match), more, deck=deck, about=about),
    )


def _effect(match: Match, names: tuple[str, ...], statement: Statement) -> str:
    """The effect of undoing this statement: cards go back, or a play that was taken back is on the table again.

    Empty: what was said is no longer so, and nothing else changes.
    """
    if statement.word in SEATING_WORDS:
        return tr("All sit as before")
    who = names[statement.seat] if statement.seat is not None else tr("the stack")
    cards, language = signs(statement.cards), match.header.language
    if language.words[statement.word].takes_back:
        return tr("{cards} of {who} lies again", cards=cards, who=who)
    if cards:
        return tr("{cards} back to {who}", cards=cards, who=who)
    return tr(UNDONE.get(statement.value or statement.word, ""))


def _as_said(match: Match, names: tuple[str, ...], statement: Statement) -> str:
    """What was said in this statement, as a sentence."""
    if (form := match.header.game.shown.telling(match.moment, statement)) and statement.seat is not None:
        return tr(form, who=names[statement.seat])
    return match.header.language.in_words(statement, names)


def repair_screen(table: Table, repair: Mended) -> Screen:
    """What was repaired, and whose turn it is now."""
    match, done = table.playing, tr(repair.repair)
    taken = _now_taken(brief_names(match), repair) or tr(EVERY_CARD).split("\n")
    line = first_fitting(tr("Done: {repair}", repair=done), done, width=line_width())
    heard = _now_taken(match.header.names, repair) or [tr(EVERY_CARD).replace("\n", " ")]
    said = (tr("Mended: {repair}", repair=done), *heard)
    return _mending_screen(match, "repaired", tr("Mended"), (line, *fill_lines(taken, 2)), said=said)


def seating_screen(table: Table) -> Screen:
    """Who plays from here on, and whose turn it is."""
    match = table.playing
    changed = match.speaking.in_words(match.statement)
    lines = fill_lines(wrap(with_drawn_names(changed, match.speaking.names)), 3)
    return _mending_screen(match, "seated", tr(table_words.SEATS), lines, said=(as_sentence(changed),))


def _mending_screen(match: Match, name: str, title: str, lines: tuple[str, ...], *, said: tuple[str, ...]) -> Screen:
    """These three lines, what lies on the table now, and whose turn it is."""
    below, deck = (_on_the_table(match), _now_turn(match, brief_names(match))), match.header.game.deck
    return Screen(
        name,
        Heading(title, keys=tr("OK = go on")),
        TextPage((*lines, "", *below)),
        says=lambda: (
            *sentences(*said, kind=Kind.MOVE, deck=deck, about=match.applied),
            *sentences(*_goes_on(match), deck=deck, about=match.applied),
        ),
    )


def _now_taken(names: tuple[str, ...], repair: Mended) -> list[str]:
    """The tricks that another player has now."""
    return [tr("Trick {n} is {who}'s", n=number, who=names[seat]) for number, seat in repair.tricks]


def _goes_on(match: Match) -> tuple[str, str]:
    """What lies on the table, and whose turn it is."""
    return _on_the_table(match, ", "), _now_turn(match, match.header.names)


def _on_the_table(match: Match, between: str = " ") -> str:
    """The cards of the open trick; empty if the game has no tricks or none is open."""
    state = match.state
    if not isinstance(state, TrickState) or state.deal is None or not match.expects.words:
        return ""
    if not state.now.tricks[0].plays:
        return ""
    trick = between.join(tr(card.sign) for card in state.now.tricks[-1].cards) or tr("nothing")
    return first_fitting(
        tr("On the table: {cards}", cards=trick), tr("Table: {cards}", cards=trick), width=line_width()
    )


def player_tag(table: Table, seat: int) -> Screen:
    """Whose name tag was tapped: the next card is this player's."""
    match, laid, wanted = table.playing, len(table.begun.gathered), table.playing.expects.least_cards
    line = with_name(match, seat, tr("Tap {who}'s card", who="{}"), line_width())
    if gift := next((draw for draw in table.drawing if draw.says.seat == seat), None):
        laid, wanted = len(table.begun.drawn), gift.cards
        line = tr("Tap {n}, discard face down", n=wanted)
        if gift.seat is not None:
            line = with_name(match, gift.seat, tr("{n} for {who}, face down", n=wanted, who="{}"), line_width())
    back = tr("BACK = none of them") if laid and gift else tr("BACK = forget the tag")
    name = name_in(match.header.names, seat, NARROW, name_room() - NARROW.width(":")).upper()
    fact = Fact(f"{name}:", FINGER, side=f"{laid}/{wanted}" if laid else "", aside=tr("tap"))
    asked = _card_of_player(match, seat, gift, laid)
    return Screen(
        "player tag",
        TopLines(memo=with_name(match, seat, tr("{who}'s name tag", who="{}"), line_width())),
        Glance(fact, ("", line, back)),
        says=lambda: sentences(asked, *as_spoken([back]), about=(match.applied, laid)),
    )


def _card_of_player(match: Match, seat: Seat, gift: Draw | None, laid: int) -> str:
    """Whose card is tapped next, and to whom cards go that are given away."""
    who = match.header.names[seat]
    if gift is None:
        return tr("Tap {who}'s card", who=who)
    left = gift.cards - laid
    if gift.seat is None or gift.seat == seat:
        return tr_n("{who}: tap {n} card, face down", "{who}: tap {n} cards, face down", left, who=who)
    taker = match.header.names[gift.seat]
    asked = msg_n("{who}: tap {n} card for {taker}, face down", "{who}: tap {n} cards for {taker}, face down", left)
    return tr(asked, who=who, taker=taker)


def never_read(table: Table, asked: NeverRead) -> Screen:
    """Unread cards in a scored deal: the scores carry a "?" until they are read."""
    match = table.playing
    cards = tr(signs(asked.cards))
    provisional = tuple(f"{score}?" for score in match.scores)
    large = LARGE.width(cards) <= line_width()
    columns = number_columns(match, provisional) if match.header.game.keeps_score else ()
    shown = fill(
        words.NEVER_READ,
        fact=cards if large else tr_n("{n} card", "{n} cards", len(asked.cards)).upper(),
        tap=tr_n("Tap it, or OK = without it", "Tap them, or OK = without", len(asked.cards)),
        cards="" if large else cards,
        columns=columns,
    )
    each = tr("Never read: {cards}", cards=", ".join(tr(card.sign) for card in asked.cards))
    then = tr_n("Tap it, or OK: count without it", "Tap them, or OK: count without them", len(asked.cards))
    heard = (tr("Scores are provisional."), each, then)
    return replace(shown, says=lambda: sentences(*heard, deck=match.header.game.deck))


def score_changed(table: Table, corrected: ScoreCorrected) -> Screen:
    """A score that was corrected by hand: whose, by how much, why, and where all stand now."""
    match, change = table.playing, f"{corrected.change:+}"
    fact = Fact(large_names(match, corrected.side, line_width() - MEDIUM.width(change) - 8), side=change)
    reason = tr("Reason: {reason}", reason=tr(corrected.reason.replace("-", " ")))
    now = tr("new score: {n}", n=match.scores[corrected.player])
    return Screen(
        "corrected",
        Heading(tr("Score corrected")),
        Glance(fact, (reason, now, _now_turn(match, brief_names(match)))),
        says=lambda: (
            *sentences(tr(corrected.sentence(match.header.names)), kind=Kind.MOVE, about=match.applied),
            *sentences(_now_turn(match, match.header.names), about=match.applied),
        ),
    )


def now_read(table: Table, read: NowRead) -> Screen:
    """A tag that failed before has been read."""
    match = table.playing
    turn = "" if table.question else _now_turn(match, brief_names(match))
    heard = tr("{cards}: the tag reads again", cards=read.cards)
    whose = "" if table.question else _now_turn(match, match.header.names)
    return Screen(
        "now read",
        Heading(tr("Read"), keys=tr("OK = go on")),
        Glance(Fact(tr(read.cards)), (tr("The tag reads again."), tr("Nothing was played."), turn)),
        says=lambda: sentences(heard, whose, deck=match.header.game.deck),
    )


def _now_turn(match: Match, names: tuple[str, ...]) -> str:
    """Whose turn it is after a slip was mended. Empty: it is not the turn of one player."""
    seats = match.expects.asked
    return tr("Now: {who}'s turn", who=names[seats[0]]) if len(seats) == 1 else ""
