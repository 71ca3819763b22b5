"""The menu behind a held BACK: taking back, what the game itself offers, pages to read, parking and ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs.inputs import Button, Cue, Held
from companion.inputs.questions import WHO, Question, further
from companion.rules.referee.verdicts import Illegal
from companion.rules.statements import HIDDEN, Statement
from companion.support.values import replace
from companion.table.apply import as_seen, at_moment, beneath, refused, say
from companion.table.card_naming import named
from companion.table.computer_seats import advised, may_advise
from companion.table.dead_tags import dead_tag_now, rack_to_fill
from companion.table.enrolling import opened as decks_opened
from companion.table.new_game import scans_no_hands, setting_up
from companion.table.repair_menu import mended
from companion.table.repairs import CORRECT, corrections, latest, with_card
from companion.table.state import GoodNight, Page, Reply, ShutDown, Table, TakenBack
from companion.table.unread_tags import NO_READ, UNREAD

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.cards.card import Card
    from companion.inputs.inputs import Holding
    from companion.match.match import Match
    from companion.rules.game import Choice
    from companion.table.parked import Parked
    from companion.table.setup import Luck

COURSE = "how it went"
PAGES = {"this deal": "history", "rules": "rules", "health": "health", COURSE: "course"}
"""Entries that open something to read."""

PARKED = "; parked"
"""The last note of a game that is put aside."""

END, PARK, SHUT_DOWN = "end here", "park this game", "shut down"
ADVICE = "what to play?"
SCAN_NO_HANDS = "scan no hands"
DECKS = "decks"
"""Enrolling, checking and mending them; between games only."""

AT_ONCE: Mapping[str, Callable[[Table], Reply]] = {DECKS: decks_opened, SCAN_NO_HANDS: scans_no_hands}


def menu_opened(table: Table) -> Reply:
    """Everything that is not a move in the game; before play it is short."""
    under = table.question and (table.question.over or table.question)
    over = under if under is not None and (under.asks == WHO or not table.in_play) else None
    entries, details = _entries(table), {parked.entry: parked.detail for parked in table.parked}
    below = tuple(details.get(entry, "") for entry in entries)
    question = Question("menu", "Menu", entries, over=over, below=below)
    named = table.named if table.gathered else None
    return Reply(replace(table, question=question, overlay=None, named=named), cue=Cue.PART)


def correcting(table: Table) -> Reply:
    """What may have gone wrong at the reader, when a card was tapped that cannot be this player's."""
    fresh = replace(table, overlay=None)
    labels = [choice.label for choice in _offers(table)]
    if CORRECT not in labels:
        return Reply(fresh)
    return Reply(replace(fresh, question=_further(fresh, (labels.index(CORRECT),))), cue=Cue.PART)


def menu_chosen(table: Table, question: Question, luck: Luck) -> Reply:
    """What the menu was opened for."""
    if question.path:
        choice = further(_offers(table), question.path)[question.cursor]
        return _game_chosen(table, choice, (*question.path, question.cursor))
    if (parked := _parked_at(table, question)) is not None:
        return Reply(table, (PARKED,), Cue.PART, parks=True, takes_up=parked.record)
    match question.chosen:
        case chosen if chosen.startswith("undo"):
            return part_taken_back(beneath(table)) if table.gathered else undo(beneath(table), 1)
        case chosen if chosen in PAGES or chosen == ADVICE:
            below = beneath(table)
            return Reply(replace(below, overlay=Page(PAGES[chosen]) if chosen in PAGES else advised(below)))
        case "sound on" | "sound off":
            return Reply(replace(beneath(table), muted=not table.muted))
        case chosen if chosen in AT_ONCE:
            return AT_ONCE[chosen](beneath(table))
        case chosen if chosen == PARK:
            return Reply(setting_up(table, luck), (PARKED,), Cue.PART, parks=True)
        case chosen if chosen == SHUT_DOWN:
            return Reply(replace(beneath(table), overlay=ShutDown()), cue=Cue.PART)
        case chosen if chosen == END:
            return say(beneath(table), (Statement("end"),))
        case chosen:
            offers = _offers(table)
            place = next(place for place, choice in enumerate(offers) if choice.label == chosen)
            return _game_chosen(table, offers[place], (place,))


def menu_left(table: Table, question: Question) -> Reply:
    """Back from a further list to the one before."""
    *before, place = question.path
    if before:
        return Reply(replace(table, question=replace(_further(table, tuple(before)), cursor=place)))
    menu = menu_opened(table).table
    entry = _entries(table).index(_offers(table)[place].label)
    return Reply(replace(menu, question=replace(menu.question, cursor=entry) if menu.question else None))


def menu_tapped(table: Table, cards: tuple[Card, ...]) -> Reply | None:
    """What a tap says while the answer at the cursor waits for a card; None where none does."""
    choice = _at_cursor(table)
    if choice is None or not choice.wants_card:
        return None
    return mended(table, with_card(table.playing, choice, cards))


def _at_cursor(table: Table) -> Choice | None:
    """What may wait for a card at the menu's cursor: one of the latest slips, or an answer in a further list."""
    question = table.question
    if question is None or question.asks != "menu" or not table.in_play:
        return None
    if question.path:
        return further(_offers(table), question.path)[question.cursor]
    return next((choice for choice in latest(table.playing) if choice.label == question.chosen), None)


def shut_down_pressed(table: Table, button: Button) -> Reply:
    """BACK goes on playing; OK must be held, from a press that was made here and not in the menu."""
    match button:
        case Button.BACK:
            return Reply(replace(table, overlay=None))
        case Button.OK:
            return Reply(replace(table, overlay=ShutDown(pressed=True)))
        case _:
            return Reply(table, cue=Cue.STALE)


def ok_held(table: Table, held: Holding | Held) -> Reply:
    """OK is held: that shuts down where it is asked for, and means nothing anywhere else."""
    if not isinstance(table.overlay, ShutDown) or not table.overlay.pressed:
        return Reply(table)
    if isinstance(held, Held):
        return Reply(replace(table, overlay=GoodNight(), held_eighths=0), cue=Cue.ACCEPTED)
    return Reply(replace(table, held_eighths=held.eighths))


def part_taken_back(table: Table) -> Reply:
    """The part of a play that lies there goes back; pressing OK again takes back the last statement."""
    back = TakenBack((_part(table),))
    return Reply(replace(table, gathered=(), named=None, interrupted=False, overlay=back), ("; dropped",), Cue.PART)


def _part(table: Table) -> Statement:
    """The part of a play that lies there, or of what a computer lays aside unseen, as if it were all of it."""
    said = table.tap or table.called
    assert said is not None, "cards lie there that nobody was asked for"
    return said.with_cards() if said.word in HIDDEN else said.with_cards(*table.gathered)


def undo(table: Table, statements: int) -> Reply:
    """Take back the last statements; pressing OK again takes back one more."""
    undo = Statement("undo", value=str(statements))
    said = table.playing.said
    before, answer = table.playing.say(undo)
    if isinstance(answer.verdict, Illegal):
        return refused(table, "", answer.verdict.rule)
    assert said is not None
    earlier = table.overlay.statements if isinstance(table.overlay, TakenBack) else ()
    undone = replace(at_moment(table, before), overlay=TakenBack((*earlier, as_seen(table.playing, said))))
    return Reply(undone, (before.header.language.write(undo),), Cue.PART)


def page_turned(table: Table, page: Page, button: Button) -> Reply:
    """DOWN turns the page of a long text, and from how it went to what is public; anything else puts it away."""
    turns = {Button.DOWN: 1, Button.UP: -1}
    if button in turns and page.name in {"rules", "history", "health"}:
        return Reply(replace(table, overlay=Page(page.name, page.number + turns[button])))
    further = Page("public") if page.name == PAGES[COURSE] and button is Button.DOWN else None
    return Reply(replace(table, overlay=further))


def last_words(match: Match) -> str:
    """The last statement as people say it: name and card, or the line of the record."""
    return _in_words(match, as_seen(match, match.said)) if match.said is not None else ""


def _in_words(match: Match, said: Statement) -> str:
    words = match.header.language.write(said)
    for card in said.cards:
        words = words.replace(str(card), card.sign)
    return words


def _entries(table: Table) -> tuple[str, ...]:
    """The last word to take back stands first; what ends the game or the evening stands last."""
    sound = "sound on" if table.muted else "sound off"
    if not table.in_play:
        return ("health", DECKS, sound, SHUT_DOWN)
    match = table.playing
    last = _in_words(match, _part(table)) if table.gathered else last_words(match)
    offers = tuple(choice.label for choice in _offers(table))
    mending = next((place + 1 for place, label in enumerate(offers) if label in {CORRECT, NO_READ}), 0)
    correct, own = offers[:mending], offers[mending:]
    if scanning := table.scanning():
        computers = {one.seat for one in match.header.computers}
        correct = correct if scanning[0] in computers else (SCAN_NO_HANDS,)
    park = (PARK, *(parked.entry for parked in table.parked)) if match.expects.words else ()
    course = () if match.expects.words else (COURSE,)
    advice = (ADVICE,) if may_advise(table) else ()
    read = (*advice, *course, "this deal", "rules", sound)
    return (f"undo {last}" if last else "undo: nothing", *correct, *read, *own, END, *park, "health", SHUT_DOWN)


def _parked_at(table: Table, question: Question) -> Parked | None:
    """The parked game that stands at the cursor; None where another entry does."""
    if PARK not in question.choices:
        return None
    place = question.cursor - question.choices.index(PARK) - 1
    return table.parked[place] if 0 <= place < len(table.parked) else None


def _offers(table: Table) -> tuple[Choice, ...]:
    """What to correct, the likeliest first, and what the game itself offers now."""
    match, dead = table.playing, dead_tag_now(table)
    said = tuple(moment.said for moment in match.story() if moment.said is not None)
    correct = corrections(match, dead)
    own = match.header.game.menu(match.moment, said) if match.expects.words else ()
    if dead is not None and rack_to_fill(table) is not None:
        return (dead, *own)
    return (*latest(match), correct, *own) if correct else own


def _game_chosen(table: Table, choice: Choice, path: tuple[int, ...]) -> Reply:
    if choice.then:
        return Reply(replace(table, question=_further(table, path)), cue=Cue.PART)
    if choice.note.startswith(UNREAD):
        return named(table, choice)
    return Reply(table, cue=Cue.STALE) if choice.wants_card else mended(table, choice)


def _further(table: Table, path: tuple[int, ...]) -> Question:
    """The list to which these places lead."""
    *before, place = path
    choice = further(_offers(table), tuple(before))[place]
    names = table.playing.header.names
    labels = tuple(one.label if one.seat is None else f"{names[one.seat]} {one.label}".rstrip() for one in choice.then)
    over = table.question.over if table.question is not None else None
    return Question("menu", choice.asks or choice.label, labels, path=path, over=over)
