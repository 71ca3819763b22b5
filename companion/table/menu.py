"""The menu, opened by holding BACK: undo, corrections, entries of the game, pages, parking and ending."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from companion.cards import signs
from companion.inputs.inputs import Button, Held, Holding
from companion.inputs.questions import Question
from companion.match.ending import ending_of
from companion.rules.game import Choice, deals
from companion.rules.referee.verdicts import Illegal
from companion.rules.statements import CORRECT, DEALT, HAND, SEATING_WORDS, UNSAID, Language, Statement, undo_of
from companion.support.lazy_import import lazy_call
from companion.support.messages import join, msg
from companion.support.values import replace
from companion.table import computer_seats, effects, enrolling, modes, repair_menu, setup_dialogue, words
from companion.table.apply_statements import as_seen, at_moment, beneath, browse, refuse, say
from companion.table.card_naming import dead_tag_now, name_card, rack_to_fill
from companion.table.choices import ListedMatch, MenuAnswer, MenuEntry, Page, Parked, ToRestore
from companion.table.club import leave
from companion.table.notes import PARKED, Dropped
from companion.table.repairs import corrections, late_repairs, latest
from companion.table.reply import Outcome, Reply
from companion.table.state import Advising, BackingUp, Begun, ReadingBackup, Table, TakenBack, put_away

CHANGE_SEATS: Callable[..., Reply] = lazy_call("companion.table.seats:change")
FOLLOW_PEOPLE = lazy_call("companion.table.seats:follow_people")
SEATS_OFFERED = lazy_call("companion.table.seats:offers")
TAKE_CARD: Callable[..., Reply] = lazy_call("companion.table.second_numbers:take_card")
CHOOSE_SETTING: Callable[..., Reply] = lazy_call("companion.table.settings_menu:choose")
MAY_CORRECT = lazy_call("companion.table.score_correction:may_correct")
CORRECT_SCORE: Callable[..., Reply] = lazy_call("companion.table.score_correction:correct_score")
SCORE_CORRECTIONS = lazy_call("companion.table.score_correction:score_corrections")


def open_menu(table: Table) -> Reply:
    """Open the menu; before play it is short."""
    in_dialogue = modes.nearest(table.mode, modes.Enrolling) is not None
    below = enrolling.leave(table).table.mode if in_dialogue else modes.under(table.mode)
    over = below if isinstance(below, modes.OutOfTurn) or not table.in_play else table.choosing
    answers = _entries(table)
    labels = tuple(_label(table, answer) for answer in answers)
    menu = modes.Menu(Question(words.MENU, labels, below=tuple(map(_explanation, answers))), answers, over)
    begun = table.begun if table.begun.gathered else replace(table.begun, named=None)
    looks = (effects.AtStick("look"),) if MenuEntry.BACK_UP in answers else ()
    return Reply(replace(table, mode=menu, overlay=None, begun=begun), Outcome.PART, looks)


def open_corrections(table: Table) -> Reply:
    """Open the list of corrections, after a card that cannot be this player's."""
    fresh, correct = replace(table, overlay=None), _correction(table)
    if correct is None:
        return Reply(fresh)
    menu = open_menu(fresh).table.mode
    assert isinstance(menu, modes.Menu)
    at_correct = replace(menu, question=replace(menu.question, cursor=menu.answers.index(correct)))
    return Reply(replace(fresh, mode=_further(table, correct, at_correct)), Outcome.PART)


def menu_pressed(table: Table, menu: modes.Menu, button: Button) -> Reply:
    """A press in the menu or in one of its lists."""
    match button:
        case Button.OK:
            return _choose(table, menu)
        case Button.BACK if menu.before is not None:
            return Reply(replace(table, mode=menu.before))
        case _:
            return browse(table, menu, button)


def _choose(table: Table, menu: modes.Menu) -> Reply:  # noqa: C901 - every answer
    match menu.answer:
        case Choice(says=(Statement(word=word) as said,)) if word in SEATING_WORDS:
            return CHANGE_SEATS(table, said)
        case Choice() as choice if choice.then:
            return Reply(replace(table, mode=_further(table, choice, menu)), Outcome.PART)
        case Choice(unread=True) as choice if menu.uid:
            return TAKE_CARD(table, choice.says[-1].cards[0], menu.uid)
        case Choice(unread=True) as choice:
            return name_card(table, choice)
        case Choice(says=(Statement(word=CORRECT.name) as correction,)):
            return CORRECT_SCORE(table, correction)
        case Choice() as choice:
            return refuse(table, "", words.WAITS_FOR_CARD) if choice.wants_card else repair_menu.repair(table, choice)
        case Parked(record=record):
            return Reply(table, Outcome.PART, (effects.AddLine(PARKED), effects.TakeUpRecord(record)))
        case ToRestore(file=file):
            restoring = replace(table, mode=modes.Restoring(menu.over))
            return Reply(restoring, Outcome.PART, (effects.AtStick("restore", file),))
        case ListedMatch(record=record, aside=aside):
            return Reply(table, Outcome.PART, (effects.BringBack(record) if aside else effects.ExcludeMatch(record),))
        case Page() as page:
            below = beneath(table)
            return Reply(replace(below, mode=modes.Reading(page, below.mode)))
        case MenuEntry() as entry:
            return _entry_chosen(table, menu, entry)
        case setting:
            return CHOOSE_SETTING(table, menu, setting)


def _entry_chosen(table: Table, menu: modes.Menu, entry: MenuEntry) -> Reply:  # noqa: C901, PLR0912 - every entry
    below = beneath(table)
    match entry:
        case MenuEntry.UNDO:
            return drop_part(below) if table.begun.gathered else undo(below, 1)
        case MenuEntry.SAY_AGAIN | MenuEntry.TELL_ALL:
            return Reply(below, effects=(effects.AskVoice(entry),))
        case MenuEntry.ADVICE:
            return Reply(replace(below, overlay=Advising()))
        case MenuEntry.SOUND:
            return Reply(replace(below, house=replace(table.house, muted=not table.house.muted)))
        case MenuEntry.DECKS:
            return enrolling.open_decks(below)
        case MenuEntry.PAST:
            return Reply(below, Outcome.PART, (effects.ListPast(),))
        case MenuEntry.BACK_UP:
            return Reply(replace(below, overlay=BackingUp()), Outcome.PART, (effects.AtStick("back-up"),))
        case MenuEntry.RESTORE:
            return Reply(replace(below, overlay=ReadingBackup()), Outcome.PART, (effects.AtStick("read"),))
        case MenuEntry.SETTINGS:
            return Reply(table, Outcome.PART, (effects.OfferSettings(),))
        case MenuEntry.SCAN_NO_HANDS:
            return setup_dialogue.stop_scanning(below)
        case MenuEntry.CORRECT_SCORE:
            return Reply(replace(table, mode=_further(table, SCORE_CORRECTIONS(table.playing), menu)), Outcome.PART)
        case MenuEntry.SEATS:
            return Reply(replace(table, mode=_further(table, SEATS_OFFERED(table), menu)), Outcome.PART)
        case MenuEntry.PARK:
            parks = (effects.AddLine(PARKED), effects.ParkRecord())
            return Reply(setup_dialogue.setting_up(table), Outcome.PART, parks)
        case MenuEntry.LEAVE_CLUB:
            return leave(table)
        case MenuEntry.SHUT_DOWN:
            return Reply(replace(below, mode=modes.ShuttingDown(below.mode)), Outcome.PART)
        case MenuEntry.END if below.playing.expects.words:
            return Reply(replace(below, mode=modes.EndingHere(below.mode)), Outcome.PART)
        case MenuEntry.END:
            return say(below, (Statement("end"),))
    assert_never(entry)


def say_of_menu(table: Table, said: Statement) -> Reply:
    """Say what a list behind the menu says, chosen elsewhere.

    Refused where the menu has no such list now, and while it is open, or anything else lies over the match.
    """
    corrects = said.word == CORRECT.name
    entry = MenuEntry.CORRECT_SCORE if corrects else MenuEntry.SEATS
    if isinstance(table.mode, modes.Over) or not table.in_play or entry not in _entries(table):
        return refuse(table, "", words.NO_WORD_NOW)
    return (CORRECT_SCORE if corrects else CHANGE_SEATS)(table, said)


def list_past(table: Table, past: tuple[ListedMatch, ...], cursor: int = 0) -> Table:
    """The table with the list of matches that can be put aside or brought back."""
    past = past or (ListedMatch("", words.NO_GAMES),)
    labels = tuple(_label(table, match) for match in past)
    below = tuple(
        words.aside_or_back(match.record, match.people, aside=match.aside) if match.record else msg("BACK")
        for match in past
    )
    question = Question(words.PAST_GAMES, labels, min(cursor, len(past) - 1), below=below)
    over = table.mode.over if isinstance(table.mode, modes.Menu) else table.mode
    return replace(table, mode=modes.Menu(question, past, over))


def end_pressed(table: Table, button: Button) -> Reply:
    """OK ends the game, BACK resumes play."""
    match button:
        case Button.OK:
            return say(put_away(table), (Statement("end"),))
        case Button.BACK:
            return Reply(put_away(table))
        case _:
            return Reply(table, Outcome.MEANINGLESS)


def shut_down_pressed(table: Table, mode: modes.ShuttingDown, button: Button) -> Reply:
    """BACK resumes play; OK must be held, and pressed here first, not in the menu."""
    match button:
        case Button.BACK:
            return Reply(put_away(table))
        case Button.OK:
            return Reply(replace(table, mode=replace(mode, pressed=True)))
        case _:
            return Reply(table, Outcome.MEANINGLESS)


def ok_held(table: Table, held: Holding | Held) -> Reply:
    """Hold OK: shuts down if that is asked, otherwise means nothing."""
    if not isinstance(table.mode, modes.ShuttingDown) or not table.mode.pressed:
        return Reply(table)
    if isinstance(held, Held):
        return Reply(replace(table, mode=modes.SwitchedOff(table.mode.over), held_eighths=0), Outcome.ACCEPTED)
    return Reply(replace(table, held_eighths=held.eighths))


def drop_part(table: Table) -> Reply:
    """Undo the part of a play that was tapped; OK then takes back the last statement."""
    back = TakenBack((_part(table),))
    return Reply(replace(table, begun=Begun(), overlay=back), Outcome.PART, (effects.AddLine(Dropped().line),))


def _part(table: Table) -> Statement:
    """The part of a play that was tapped, as a statement; without cards if a computer lays them aside unseen."""
    said = table.tap or table.called
    assert said is not None, "cards lie there that nobody was asked for"
    secret = said.word in table.playing.header.game.secrets
    return said.with_cards() if secret else said.with_cards(*table.begun.gathered)


def undo(table: Table, statements: int) -> Reply:
    """Take back the last statements; OK then takes back one more."""
    undo = undo_of(statements)
    before, answer = table.playing.say(undo)
    if isinstance(answer.verdict, Illegal):
        return refuse(table, "", answer.verdict.rule)
    earlier = table.overlay.statements if isinstance(table.overlay, TakenBack) else ()
    taken_back = as_seen(table.playing, table.playing.statement)
    undone = replace(at_moment(table, before), overlay=TakenBack((*earlier, taken_back)))
    reply = Reply(undone, Outcome.PART, (effects.AddLine(before.header.language.write(undo)),))
    if before.header is not table.playing.header:
        reply = FOLLOW_PEOPLE(reply, table.playing)
    return reply


def page_turned(table: Table, mode: modes.Reading, button: Button) -> Reply:
    """UP and DOWN turn pages, DOWN leads from the ending to the score chart and on to what is public.

    Any other press ends reading.
    """
    turns = {Button.DOWN: 1, Button.UP: -1}
    match mode.page:
        case Page.RULES | Page.HISTORY | Page.HEALTH if button in turns:
            return Reply(replace(table, mode=replace(mode, number=mode.number + turns[button])))
        case Page.ENDING if button in turns and 0 <= mode.number + turns[button] < _ending_pages(table):
            return Reply(replace(table, mode=replace(mode, number=mode.number + turns[button])))
        case Page.ENDING if button is Button.DOWN:
            return Reply(replace(table, mode=modes.Reading(Page.COURSE, mode.over)))
        case Page.COURSE if button is Button.DOWN:
            return Reply(replace(table, mode=modes.Reading(Page.PUBLIC, mode.over)))
        case _:
            return Reply(put_away(table))


def _ending_pages(table: Table) -> int:
    ending = ending_of(table.playing, table.before)
    return len(ending.shown_fields) if ending else 0


def _label(table: Table, answer: MenuAnswer) -> str:
    match answer:
        case MenuEntry.UNDO:
            return _undo_label(table)
        case MenuEntry.SOUND:
            return words.sound(muted=table.house.muted)
        case Parked():
            return words.parked_label(answer.record, answer.title)
        case ListedMatch():
            return words.on_day(answer.record, answer.title)
        case Choice():
            return answer.label
        case MenuEntry() | Page() as entry:
            return words.ENTRIES[entry]
        case _:
            raise AssertionError("settings have a list of their own")


def _undo_label(table: Table) -> str:
    match = table.playing
    if table.begun.gathered:
        said = _part(table)
    elif match.said is not None:
        said = as_seen(match, match.said)
    else:
        return words.UNDO_NOTHING
    if said.word in {DEALT.name, HAND.name}:
        scanned = words.UNDO_HAND if said.word == HAND.name else words.UNDO_SCANNED
        return msg(scanned, name=match.header.names[said.by])
    if said.word in SEATING_WORDS:
        return words.undo(msg(words.ENTRIES[MenuEntry.SEATS]), "")
    last = _in_few_words(match.header.language, said)
    return (
        words.undo(last, signs(said.cards)) if said.seat is not None or said.cards else msg(words.UNDO_WORD, last=last)
    )


def _in_few_words(language: Language, said: Statement) -> str:
    """A statement in the words of its record that people say, its cards with their signs."""
    signs_of = {str(card): card.sign for card in said.cards}
    known = language.words.values()
    terms = {term: msg(term.replace("-", " ")) for word in known for term in (word.name, *word.values, *word.then)}
    said_of = {**terms, **signs_of}
    return join(said_of.get(part, part) for part in language.write(said).split(" ") if part not in UNSAID)


def _explanation(answer: MenuAnswer) -> str:
    """The line below an answer: of a parked game, or what it waits for."""
    if isinstance(answer, Choice):
        return words.MISSED if answer.wants_card else ""
    return answer.detail if isinstance(answer, Parked) else ""


def _entries(table: Table) -> tuple[MenuAnswer, ...]:
    """The entries: undo first, what ends the game or shuts down last."""
    voice = (MenuEntry.SAY_AGAIN, MenuEntry.TELL_ALL) if table.house.speaks else ()
    settings = (MenuEntry.SETTINGS,) if table.house.adjusts else ()
    club = (MenuEntry.LEAVE_CLUB,) if isinstance(modes.under(table.mode), modes.AtClub) else ()
    if not table.in_play:
        restore = (MenuEntry.RESTORE,) if table.house.restores else ()
        keep = (MenuEntry.PAST, MenuEntry.BACK_UP, *restore) if table.house.club is None else ()
        return (*voice, *club, Page.HEALTH, MenuEntry.DECKS, *keep, *settings, MenuEntry.SOUND, MenuEntry.SHUT_DOWN)
    goes_on = bool(table.playing.expects.words)
    park = (MenuEntry.PARK, *table.house.parked) if goes_on else ()
    course = () if goes_on else (Page.COURSE,)
    advice = (MenuEntry.ADVICE,) if computer_seats.may_advise(table) else ()
    read = (*advice, *course, Page.HISTORY, Page.RULES, MenuEntry.SOUND)
    mends = (*voice, *_mending(table))
    scores = (MenuEntry.CORRECT_SCORE,) if MAY_CORRECT(table) else ()
    seats = (MenuEntry.SEATS,) if goes_on and table.club is None else ()
    last = (*seats, *scores, MenuEntry.END, *park, *club, Page.HEALTH, *settings, MenuEntry.SHUT_DOWN)
    return (MenuEntry.UNDO, *mends, *read, *_own(table), *last)


def _mending(table: Table) -> tuple[MenuAnswer, ...]:
    """The corrections, the likeliest first; while hands of people are scanned only the end of scanning."""
    scanning, late = table.scanning(), _late(table)
    if scanning and scanning[0] not in table.playing.header.computers:
        return (*late, MenuEntry.SCAN_NO_HANDS)
    if rack_to_fill(table) is not None:
        return (*filter(None, (dead_tag_now(table),)), *late)
    correct = _correction(table)
    if late:
        return (*late, correct) if correct else late
    return (*latest(table.playing), correct) if correct else ()


def _late(table: Table) -> tuple[Choice, ...]:
    """What mends a slip that is seen while hands are scanned, or right after."""
    said = table.playing.said
    return () if said is None or not deals(table.playing.header.game, said.word) else late_repairs(table.playing)


def _correction(table: Table) -> Choice | None:
    """The list of all corrections; None if nothing can be corrected, or while a rack is filled."""
    return None if rack_to_fill(table) is not None else corrections(table.playing, dead_tag_now(table))


def _own(table: Table) -> tuple[Choice, ...]:
    """The entries of the game itself."""
    match = table.playing
    said = tuple(match.said_in_deal())
    return match.header.game.menu(match.moment, said) if match.expects.words else ()


def _further(table: Table, choice: Choice, before: modes.Menu) -> modes.Menu:
    """The list that a choice opens."""
    names = table.playing.header.names
    labels = tuple(
        further.label if further.seat is None else join(filter(None, (names[further.seat], msg(further.label))))
        for further in choice.then
    )
    named = (choice.then[0].then or choice.then)[0]  # a card, or the first of a suit
    text = (words.UNREAD_TAG,) if named.unread else ()
    cursor = next((at for at, further in enumerate(choice.then) if further.usual), 0)
    below = tuple(map(_explanation, choice.then))
    question = Question(choice.asks or choice.label, labels, cursor, text=text, below=below)
    return replace(before, question=question, answers=choice.then, before=before)
