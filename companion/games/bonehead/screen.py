"""The screens of Bonehead: heads, the pile to beat, taken and cleared piles, the open cards."""

from __future__ import annotations

from companion.cards import Seat
from companion.games.bonehead.rules import Cleared
from companion.games.bonehead.shown import beating
from companion.games.bonehead.tableau import DECK, HEADS, Layout, Phase
from companion.match.match import Match
from companion.rules.events import GameOver
from companion.screens import glyphs, parts, templates, words
from companion.screens.layouts import FINGER, Column, Fact, Glance, Heading, Screen, Target, TextPage, TopLines
from companion.screens.name_fitting import fit_names, seats_in_columns
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import Kind, Sentence, sentences
from companion.support.messages import msg_as, tr, tr_n
from companion.table.computer_rack import bone_slot
from companion.table.state import Table

SKULL = ("skull0", "skull1", "skull2", "skull3")
"""The frames of the skull that turns over a cleared pile until the next tap."""

LISTED_NAME = 40
"""Maximum width of a name in the list of open cards, in pixels."""


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    state: Layout = match.moment
    if table.page is not None:
        return _open_cards(match)
    if parts.has_event(match, GameOver):
        return parts.game_over(table, parts.totals(match, match.header.game.shown.standing(match.state)))
    if not match.expects.words:
        return None
    return _turn(table) if state.phase is Phase.PLAYING else _heads(table)


def _heads(table: Table) -> Screen:
    """Whose heads are expected, and who has laid them."""
    match = table.playing
    state: Layout = match.moment
    chosen = len(table.begun.gathered)
    laid = {seat: "✓" for seat in range(state.setup.seats) if state.heads[seat]}
    undealt = state.phase is Phase.SHUFFLED
    deal, bones = (tr("Deal 3 bones and 6 each"), tr("Bones stay face down")) if undealt else ("", "")
    return Screen(
        "heads",
        TopLines(f"{parts.game_title(match)} {tr('heads')}", deal),
        Glance(
            Fact(parts.large_name(match, match.expects.seats[0]), FINGER, side=f"{chosen}/{HEADS}" if chosen else ""),
            (tr(words.AGAIN) if table.begun.interrupted else _choose(HEADS - chosen), bones),
            parts.seat_columns(match, laid) if laid else (),
        ),
        says=lambda: (*sentences(deal, kind=Kind.MOVE), *_heads_in_words(table)),
    )


def _choose(missing: int) -> str:
    """Which cards become heads: those that the player chooses."""
    return (
        tr("Choose 3: tap, lay open")
        if missing == HEADS
        else tr_n("Choose one more, tap it", "Choose {n} more, tap them", missing)
    )


def _heads_in_words(table: Table) -> tuple[Sentence, ...]:
    """Who lays heads now, and how many are missing."""
    match, laid = table.playing, len(table.begun.gathered)
    who = match.header.names[match.expects.seats[0]]
    again = tr("{who}: {asked}", who=who, asked=tr("tap your cards again"))
    lay = tr_n(
        "lay {n} more good card open before you, as a head for when your hand is empty",
        "lay {n} good cards open before you, as heads for when your hand is empty",
        HEADS - laid,
    )
    asked = again if table.begun.interrupted else parts.turn_of(match, match.expects.seats[0], lay)
    return sentences(asked, about=(match.applied, laid))


def _turn(table: Table) -> Screen:
    """The card to beat, large; below, whose turn it is and the sizes of the hands."""
    match = table.playing
    state: Layout = match.state
    seat = match.expects.seats[0]
    cleared = parts.has_event(match, Cleared)
    there = " ".join(tr(card.corner) for card in table.begun.gathered)
    skull = SKULL[:1] if table.begun.drawn else SKULL
    fact = Fact(there, aside=tr("laid")) if there else Fact(tr("CLEARED"), skull) if cleared else _pile(state, seat)
    heaps, game = tr("stack {stack} pile {pile}", stack=state.stack, pile=len(state.pile)), parts.game_title(match)
    slot = bone_slot(match)
    put = tr("Put it in rack slot {n}", n=slot) if slot else ""
    return Screen(
        "turn",
        TopLines(_news(table), put)
        if put
        else TopLines(templates.first_fitting(f"{game} {heaps}", heaps), _news(table)),
        Target(
            fact, parts.below(match, seat, asked=not table.drawing), _tasks(table, state, seat), _in_hands(match, state)
        ),
        says=lambda: (
            *sentences("" if table.drawing else _last(match, state, match.header.names), put, kind=Kind.MOVE),
            *(() if table.begun.gathered else _turn_in_words(table, state, seat)),
        ),
    )


def _news(table: Table) -> str:
    """What else may be laid, who draws, or what happened last."""
    if table.begun.gathered:
        return tr("More {rank}s? Tap them.", rank=table.begun.gathered[0].corner)
    return _drawing(table) or _last(table.playing, table.playing.state)


def _in_hands(match: Match, state: Layout) -> tuple[Column, ...]:
    """The number of cards in each hand, where there is room for the names."""
    held = [state.in_hand(seat) for seat in range(state.setup.seats)]
    cards = seats_in_columns(match.header.names, tuple(tr_n("{n} card", "{n} cards", number) for number in held))
    feet = cards or seats_in_columns(match.header.names, tuple(map(str, held)))
    return tuple(Column(foot=foot) for foot in feet)


def _turn_in_words(table: Table, state: Layout, seat: Seat) -> tuple[Sentence, ...]:
    """What is to be beaten, where from, and how the pile is taken."""
    match = table.playing
    top = state.pile[-1].rank if state.pile else "2"
    anything, beats = top == "2", tr(beating(top)[1])
    out_of_hand = msg_as("aloud", "play a head") if state.heads[seat] else msg_as("aloud", "turn a bone")
    source = tr("tap your cards again") if table.begun.interrupted else tr(out_of_hand)
    asked = tr("{source}, {beats}", source=source, beats=beats)
    if state.in_hand(seat) and not table.begun.interrupted:
        asked = tr("play {beats}", beats=beats)
    elif not state.in_hand(seat) and not state.heads[seat]:
        asked = source if anything else tr("turn a bone; it must be {beats}", beats=beats)
    take = tr("Down, then OK: {answer}.", answer=tr("take the pile")) if table.offered else ""
    return sentences(parts.turn_of(match, seat, asked), take, about=match.applied)


def _pile(state: Layout, seat: Seat) -> Fact:
    """The rank on top of the pile, and what may be played on it."""
    if not state.pile:
        return Fact(tr("ANY CARD") if state.in_hand(seat) else tr("ANY HEAD") if state.heads[seat] else tr("ANY BONE"))
    top = state.pile[-1]
    return Fact(tr(top.corner), aside=tr(beating(top.rank)[0]))


def _tasks(table: Table, state: Layout, seat: Seat) -> tuple[str, str]:
    """What the player does now, and what else is possible."""
    if table.begun.gathered:
        return "", tr("OK = done")
    now = tr("then plays") if table.drawing else _source(state, seat)
    on_bones = not state.in_hand(seat) and not state.heads[seat]
    return tr("tap again") if table.begun.interrupted else now, _take(table) or (tr("and tap it") if on_bones else "")


def _source(state: Layout, seat: Seat) -> str:
    """The source of the next play: hand, heads or bones."""
    if state.in_hand(seat):
        return tr("tap a card")
    return tr("play a head") if state.heads[seat] else tr("turn a bone")


def _take(table: Table) -> str:
    """How to take the pile."""
    return tr("▼ take pile") if table.offered else ""


def _drawing(table: Table) -> str:
    """How many cards may be scanned before the next play. Never names them."""
    if not table.drawing:
        return ""
    (draw,) = table.drawing
    left = draw.cards - len(table.begun.drawn)
    taps = tr_n("{who} draws, taps {n} card", "{who} draws, taps {n} cards", left, who="{}")
    return parts.with_name(table.playing, draw.says.by, taps, line_width())


def _last(match: Match, state: Layout, names: tuple[str, ...] = ()) -> str:
    """The public part of the last statement: a draw that is due, or a pile that was taken.

    With whole `names` it is a sentence, else a small line.
    """

    def phrase(seat: Seat, text: str) -> str:
        return text.format(names[seat]) if names else parts.with_name(match, seat, text)

    said = match.said
    if said is None or said.seat is None:
        return ""
    if state.drawn and state.drawn[1] and said.word != "draws":
        return phrase(state.drawn[0], tr("{who} draws {n} now", who="{}", n=state.drawn[1]))
    before = match.before.state if match.before else None
    if not state.pile and before is not None and before.pile and not parts.has_event(match, Cleared):
        taken = len(before.pile)
        if said.word == "bone":
            return phrase(said.seat, tr("Too low: {who} takes all", who="{}"))
        return phrase(said.seat, tr_n("{who} took {n} card", "{who} took {n} cards", taken, who="{}"))
    return ""


def _open_cards(match: Match) -> Screen:
    """For each player: the open heads, and how many bones are left."""
    state: Layout = match.moment
    names = fit_names(match.header.names, glyphs.SMALL, LISTED_NAME)
    lines = tuple(f"{name}: {_faces(state, seat)}{_bones(state.bones[seat])}" for seat, name in enumerate(names))
    return Screen("open cards", Heading(tr("On the table")), TextPage(lines))


def _faces(state: Layout, seat: Seat) -> str:
    heads = " ".join(tr(card.corner) for card in DECK.cards(state.heads[seat]))
    return f"{heads}, " if heads else ""


def _bones(number: int) -> str:
    return tr("{n} down", n=number) if number else tr("none down")
