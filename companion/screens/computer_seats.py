"""What a computer seat wants: its name large, then the slots to tap or the word to say; never a hidden card.

It is heard in whole sentences: a line of the panel read aloud is none.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards import Card, Seat, signs
from companion.cards.spoken import cards_in_words
from companion.match.match import Match
from companion.rules.game import Draw
from companion.rules.statements import Statement, value_of
from companion.screens import words
from companion.screens.glyphs import MEDIUM
from companion.screens.layouts import FINGER, SIDE_WIDTH, Fact, Glance, Screen, TopLines
from companion.screens.parts import large_name, memo, with_name
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import Sentence, sentences
from companion.screens.telling import question
from companion.screens.templates import fill, first_fitting
from companion.support.messages import N_, msg_n, tr, tr_n
from companion.support.text import listing
from companion.table.asked import gift_asked, only_person
from companion.table.computer_prompt import cards_called, in_words, taker_of
from companion.table.computer_rack import slot_to_fill
from companion.table.computer_seats import needs_card
from companion.table.state import Advised, Advising, Table

ANY_BONE = N_("tap any one face down")


def prompt(table: Table) -> Screen | None:
    """The screen that asks for a computer seat's card or word; None if a person is to move."""
    if (gift := gift_asked(table)) is not None:
        return _giving(table, gift)
    if table.owed is not None:
        return _drawing(table, table.owed)
    seat, statement = table.computer, table.called
    happened = table.playing.events and not table.playing.expects.choices
    if table.path or (statement is None and (table.offered or happened)):
        return None  # a person interrupts, or looks at the last events
    if statement is not None:
        return _wanted_card(table, statement)
    return _screen(table, seat, ("", tr("thinks"))) if seat is not None else None


def into_slot(table: Table, seat: Seat, before: tuple[Card, ...] = ()) -> str:
    """The slot for the next hidden card of this seat, after those `before` it; empty for a person."""
    slot = slot_to_fill(table.playing, seat, before)
    return tr("rack slot {n}", n=slot) if slot else ""


def to_rack(table: Table, seat: Seat) -> tuple[str, ...]:
    """What is done with the next card of this seat's hand, in three lines."""
    tap = with_name(table.playing, seat, tr("Tap one of {who}'s cards,", who="{}"), line_width())
    return tap, tr("face down, put it into"), into_slot(table, seat)


def advice(table: Table, choice: Advising | Advised) -> Screen:
    """What the computer would play or say from this hand, and why. Everybody at the table can see it."""
    if isinstance(choice, Advising):
        return fill(words.ADVICE, who="", fact=tr(words.THINKING))
    match, statement = table.playing, choice.said
    asked = tr("{who}, together:", who="{}") if len(statement.cards) > 1 else "{}:"
    who = "" if statement.seat is None else with_name(match, statement.seat, asked)
    what = tr(signs(statement.cards)) or _in_brief(match, statement).partition("|")[0]
    reason = tuple(map(tr, choice.reason))
    top, layout = TopLines(tr("What to play?"), who), Glance(Fact(what.upper()), reason)
    return Screen("advice", top, layout, says=lambda: _advise(match, statement.seat, what, reason))


def _advise(match: Match, seat: Seat | None, what: str, reason: tuple[str, ...]) -> tuple[Sentence, ...]:
    played = what if seat is None else tr("{who}: {what}", who=match.header.names[seat], what=what)
    return sentences(tr("What to play?"), played, " ".join(reason), deck=match.header.game.deck)


def _in_brief(match: Match, statement: Statement) -> str:
    """A statement without cards, as people read it, in ever shorter versions: a bid of 0 by the name of its answer."""
    labels = (tr(answer.label) for answer in match.expects.answers() if answer.says[-1:] == (statement,))
    if statement.value == "0" and (label := next(labels, "")):
        return tr("says {word}", word=label)
    return match.header.language.brief(statement, value_of(statement))


def _giving(table: Table, gift: Draw) -> Screen:
    """What a person gives to a computer: cards face down, the next one into a slot unless hands do so unasked."""
    assert gift.seat is not None, "a computer gets it"
    left = gift.cards - len(table.begun.drawn)
    if table.house.tended:
        does, slot = tr_n("passes a card", "passes {n} cards", left), ""
    else:
        does = tr_n("passes {n}: tap it", "passes {n}: tap one", left)
        slot = into_slot(table, gift.seat, table.begun.drawn)
    return _screen(table, gift.says.by, (does, _for(table, gift.seat, slot), tr("face down")))


def _drawing(table: Table, owed: Draw) -> Screen:
    """What a computer takes up: cards face down, the next one into a slot unless hands do so unasked."""
    assert owed.seat is not None, "a computer has it"
    if does := does_unasked(table):
        return _screen(table, owed.seat, ("", does))
    left, giver = owed.cards - len(table.begun.drawn), owed.says.seat
    if giver is None:
        does = tr_n("Last of the nest: tap it", "{n} of the nest: tap one", left)
    elif giver == owed.seat:
        does = tr_n("Draws a card: tap it", "Draws {n} cards: tap one", left)
    else:
        does = tr_n("Gets a card: tap it", "Gets {n} cards: tap one", left)
    slot = into_slot(table, owed.seat, table.begun.drawn)
    return _screen(table, owed.seat, (does, tr("face down, put it into"), slot))


def _wanted_card(table: Table, statement: Statement) -> Screen:
    if not needs_card(table.playing, statement):
        versions = _in_brief(table.playing, statement).split("|")
        said = first_fitting(*versions, width=line_width())
        return _screen(table, statement.by, ("", said, tr("It goes on by itself.")))
    if does := does_unasked(table):
        return _screen(table, statement.by, ("", does))
    if not statement.cards:
        return _screen(table, statement.by, (table.playing.header.language.brief(statement, ""), tr(ANY_BONE)))
    numbers, faces = cards_called(table, statement)
    slots = " ".join(map(str, numbers))
    called = tr(in_words(numbers, faces)), ", ".join(filter(None, (slots, tr(signs(faces)))))
    text, brief = (table.playing.header.language.brief(statement, cards) for cards in called)
    what = first_fitting(text, brief, called[0], width=line_width())
    side = slots if MEDIUM.width(slots) <= SIDE_WIDTH else ""
    tap = tr_n("from the table, tap it", "from the table, tap them", len(faces))
    if numbers and what == brief:
        what = table.playing.header.language.brief(statement, tr("rack slots"))
        tap = tr("{slots}: tap them", slots=slots)
    elif numbers:
        tap = tr_n("out of the rack, tap it", "out of the rack, tap them", len(numbers + faces))
    return _screen(table, statement.by, (what, tap, _for_whom(table, statement)), side)


def _for_whom(table: Table, statement: Statement) -> str:
    """Who gets the next card that a computer gives away, and in which slot it goes; else whose hand plays by itself."""
    taker = taker_of(table, statement)
    if taker is None:
        return with_name(table.playing, statement.by, tr("{who} is a computer.", who="{}"), line_width())
    return _for(table, taker, into_slot(table, taker, table.begun.gathered))


def _for(table: Table, taker: Seat, slot: str) -> str:
    whom = tr("for {who}", who="{}") + (f", {slot}" if slot else "")
    return with_name(table.playing, taker, whom, line_width())


def _screen(table: Table, seat: Seat, lines: tuple[str, ...], side: str = "") -> Screen:
    """What a computer seat wants, in three lines."""
    return Screen(
        "computer",
        TopLines(memo=memo(table)),
        Glance(Fact(large_name(table.playing, seat), FINGER, side=side), lines),
        says=lambda: _sentences(table, seat),
    )


def _sentences(table: Table, seat: Seat) -> tuple[Sentence, ...]:
    said = table.called
    shown = tr("thinks") if said is None else _in_brief(table.playing, said).partition("|")[0]
    about = table.playing.applied, len(table.begun.gathered), len(table.begun.drawn)
    return sentences(*wishes(table, seat, shown), deck=table.playing.header.game.deck, about=about)


# ---------------------------------------------------------------- in whole sentences


def does_unasked(table: Table) -> str:
    """What a computer's seat does now, where hands tap its cards unasked. Empty: people tap them, or it needs none."""
    said, owed = table.called, table.owed
    if not table.house.tended:
        return ""
    if owed is not None:
        return tr(_takes_up(owed))
    return table.playing.header.language.does(said) if said is not None and needs_card(table.playing, said) else ""


def _takes_up(owed: Draw) -> str:
    if owed.says.seat is None:
        return N_("takes the nest")
    if owed.says.seat == owed.seat:
        return msg_n("draws a card", "draws {n} cards", owed.cards)
    return msg_n("gets a card", "gets {n} cards", owed.cards)


def wishes(table: Table, seat: Seat, shown: str) -> tuple[str, ...]:
    """What this seat wants now; of a word or an act without cards, the text that is `shown`."""
    said, who = table.called, table.playing.header.names[seat]
    gift = gift_asked(table)
    if gift is not None and table.house.tended and (asked := question(table)):
        return (asked,)
    if does := does_unasked(table):
        return (tr("{who} {what}", who=who, what=does),)
    if (taken := gift or table.owed) is not None:
        return (_draw(table, taken),)
    if said is None:
        return (tr("{who} {what}", who=who, what=shown),)
    if not needs_card(table.playing, said):
        return (_word(table.playing, said, who, shown),)
    taker = taker_of(table, said)
    return _cards_to_tap(table, said), "" if taker is None else _goes_to(table, taker)


def _cards_to_tap(table: Table, said: Statement) -> str:
    """Asks for the cards of a statement that are not tapped yet; one that names none takes any card."""
    numbers, faces = cards_called(table, said)
    cards = _cards(numbers, faces) if said.cards else ""
    return table.playing.header.language.call(said, cards, len(numbers) + len(faces))


def _cards(numbers: tuple[int, ...], faces: tuple[Card, ...]) -> str:
    """Hidden cards by the slots they stand in, and open ones."""
    standing = msg_n("the card in slot {slots}", "the cards in slots {slots}", len(numbers))
    hidden = tr(standing, slots=_list(map(str, numbers))) if numbers else ""
    return _list(filter(None, (hidden, cards_in_words(faces))))


def _list(texts: Iterable[str]) -> str:
    return tr(listing(texts))


def _goes_to(table: Table, taker: Seat) -> str:
    """Who gets the next card that a computer gives away, and in which slot it goes."""
    who, slot = table.playing.header.names[taker], slot_to_fill(table.playing, taker, table.begun.gathered)
    if slot:
        return tr("The next one is for {who}, into slot {n}.", who=who, n=slot)
    return tr("The next one is for {who}.", who=who)


def put(table: Table, seat: Seat) -> str:
    """Where the next card of a hand goes; empty for a person."""
    slot = 0 if table.house.tended else slot_to_fill(table.playing, seat)
    return tr("Put the next one into slot {n}.", n=slot) if slot else ""


def _draw(table: Table, owed: Draw) -> str:
    """The hidden cards that a computer still takes, and where the next one goes."""
    assert owed.seat is not None, "a computer has it"
    who = table.playing.header.names[owed.seat]
    left, slot = owed.cards - len(table.begun.drawn), slot_to_fill(table.playing, owed.seat, table.begun.drawn)
    if owed.says.seat is None:
        told = msg_n(
            "{who} takes the last card of the nest: tap it face down, and put it into slot {slot}.",
            "{who} takes {n} cards of the nest: tap one face down, and put it into slot {slot}.",
            left,
        )
    elif owed.says.seat == owed.seat:
        told = msg_n(
            "{who} draws a card: tap it face down, and put it into slot {slot}.",
            "{who} draws {n} cards: tap one face down, and put it into slot {slot}.",
            left,
        )
    elif owed.says.seat == only_person(table.playing):
        told = msg_n(
            "Pass a card to {who}: tap it face down, and put it into slot {slot}.",
            "Pass {n} cards to {who}: tap one face down, and put it into slot {slot}.",
            left,
        )
    else:
        told = msg_n(
            "{who} gets a card: tap it face down, and put it into slot {slot}.",
            "{who} gets {n} cards: tap one face down, and put it into slot {slot}.",
            left,
        )
    return tr(told, who=who, slot=slot)


def _word(match: Match, said: Statement, who: str, shown: str) -> str:
    """What it says without cards, in the game's words; as `shown` where the game has no sentence for it."""
    language = match.header.language
    if language.words[said.word].cards or said.value == "0":
        return tr("{who} {what}", who=who, what=shown)
    return language.in_words(said)
