"""Set-up dialogue: from the first question to the header of a new record, and from one game to the next."""

from __future__ import annotations

from companion.cards import Luck, Seat
from companion.enrolment.deck_menu import Dialogue, NoDeck
from companion.inputs.inputs import Button, NewGame
from companion.match.header import Header, with_new_seeds
from companion.match.match import Match
from companion.rules.game import rules_of_book
from companion.support.messages import join
from companion.support.names import place_of
from companion.support.values import replace
from companion.table import enrolling, modes, words
from companion.table.apply_statements import header_to_continue, not_now, refuse, rematch
from companion.table.choices import Parked, Rematch, SetUpStep
from companion.table.effects import AddLine, FinishRecord, OpenRecord, TakeUpRecord
from companion.table.notes import HandsScanned
from companion.table.reply import Outcome, Reply
from companion.table.setup import SetUp
from companion.table.state import House, Table, with_shelf
from companion.tags.tag_decks import Shelf


def open_table(house: House, last: Header | None = None) -> Table:
    """The table at power-on without a running game: "Same table again?", or the first question of the set-up."""
    table = Table(house)
    if last is None:
        return setting_up(table)
    return replace(table, mode=rematch((last.game.title, join(last.names))), match=Match(last))


def at_power_on(table: Table, shelf: Shelf, dialogue: Dialogue | None = None) -> Table:
    """The table with these decks, at this `dialogue` (None: the one that the decks need, if any).

    Unusable files are reported first.
    """
    table = with_shelf(table, shelf)
    if dialogue is None and not table.in_play:
        dialogue = enrolling.dialogue_before_play(table, shelf)
    base = modes.under(table.mode)
    mode = base if dialogue is None else modes.Enrolling(dialogue, base)
    unusable = (modes.Damaged("", why, name) for name, why in shelf.unusable.items())
    unheard = (modes.Damaged("", why, name, absent=True) for name, why in shelf.unheard.items())
    damaged = (*table.reported, *unusable, *unheard, *shelf.unreadable)
    return replace(table, mode=modes.Reporting(damaged, mode) if damaged else mode)


def setting_up(table: Table) -> Table:
    """A table at the first question of the set-up."""
    return _asking(table, _first_question(table.house))


def _asking(table: Table, setup: SetUp) -> Table:
    """The table at the question where this set-up stands."""
    return replace(table, match=None, mode=_mode_of(setup), overlay=None, scanned=())


def _mode_of(setup: SetUp, cursor: int | None = None) -> modes.SettingUp:
    question = setup.question()
    assert question is not None
    return modes.SettingUp(setup, question if cursor is None else replace(question, cursor=cursor))


def _first_question(house: House) -> SetUp:
    return SetUp(house.offered, house.regulars, house.parked, house.rules, given=house.brought).skip_to_question()


def with_parked(table: Table, parked: tuple[Parked, ...]) -> Table:
    """The table with these parked games; the menu and the set-up, which list others, are left or begin again."""
    house = replace(table.house, parked=parked)
    return replace(table, house=house, mode=_without_lists(table.mode, house))


def _without_lists(mode: modes.Mode, house: House) -> modes.Mode:
    match mode:
        case modes.SettingUp():
            return _mode_of(_first_question(house))
        case modes.Menu(over=over):
            return _without_lists(over, house)
        case modes.Enrolling(dialogue=NoDeck(), over=over) if house.shelf.decks:
            return _without_lists(over, house)
    return replace(mode, over=_without_lists(mode.over, house)) if isinstance(mode, modes.Over) else mode


def set_up_pressed(table: Table, mode: modes.SettingUp, button: Button, luck: Luck) -> Reply:
    """A press while the set-up asks."""
    match button:
        case Button.UP | Button.DOWN:
            return Reply(replace(table, mode=replace(mode, question=mode.question.move(button))))
        case Button.BACK:
            return Reply(replace(table, mode=_mode_of(mode.setup.before or mode.setup, mode.setup.answered)))
        case Button.OK:
            _, after = mode.setup.answers[mode.question.cursor]
            if isinstance(after, Parked):
                return Reply(table, effects=(TakeUpRecord(after.record),))
            return set_up_answered(table, mode, after, luck)


def set_up_answered(table: Table, mode: modes.SettingUp, after: SetUp, luck: Luck) -> Reply:
    """The next question, or a new record if none is left; the cursor stays on a house rule that was changed.

    House rules for which there is no deck are not settled: the table says which one they need.
    """
    if after.settled and (wanting := enrolling.lacking(table, after.chosen_game, after.rules)) is not None:
        return refuse(table, "", wanting)
    if after.settled and (wrong := after.wrong_scores) is not None:
        return refuse(table, "", wrong)
    answered = mode.question.cursor if after.before is mode.setup else mode.setup.answered
    setup = replace(after, regulars=table.house.regulars, answered=answered).skip_to_question()
    if setup.step is not None:
        stays = setup.step is mode.setup.step and (setup.step is SetUpStep.RULES or setup.scores == mode.setup.scores)
        cursor = mode.question.cursor if stays and setup.step in {SetUpStep.RULES, SetUpStep.SCORES} else None
        return Reply(replace(table, mode=_mode_of(setup, cursor), overlay=None))
    header = setup.header(luck)
    return begin(table, header, tuple(range(len(header.names))) if setup.scanned else ())


def begin_ordered(table: Table, ordered: NewGame, luck: Luck) -> Reply:
    """Begin this game at once where the set-up asks; elsewhere nothing happens. The first seat opens."""
    mode = modes.under(table.mode)
    if not isinstance(mode, modes.SettingUp | modes.SameTable) or ordered.game not in table.house.offered:
        return Reply(table)
    chosen, first = table.house.offered[ordered.game], _first_question(table.house)
    values = {**first.at_home.get(chosen.name, {}), **ordered.rules}
    rules = {name: value for name, value in values.items() if rules_of_book(chosen.options).get(name, value) != value}
    seated = replace(first, game=chosen, people=len(ordered.seats), seats=ordered.seats, rules=rules, settled=True)
    setup = replace(seated, opener=0, scanned=ordered.scanned, before=first).with_scores(ordered.scores)
    return set_up_answered(table, mode if isinstance(mode, modes.SettingUp) else _mode_of(first), setup, luck)


def seat_taken(table: Table, name: str, luck: Luck) -> Reply:
    """A name tag takes the next seat during set-up."""
    mode = modes.under(table.mode)
    if not isinstance(mode, modes.SettingUp) or not mode.setup.asks_name:
        return not_now(table, name, words.NO_PERSON_NOW)
    named = mode.setup.with_name(name)
    if named is mode.setup:
        return not_now(table, name, words.UNFIT_NAME if place_of(name, mode.setup.names) is None else words.SEATED)
    return set_up_answered(table, mode, named, luck)


def begin(table: Table, header: Header, scanned: tuple[Seat, ...], *notes: str) -> Reply:
    """Begin a record with this header; hands of these seats are scanned. The last line of the header completes it.

    The cards of computers are always scanned in games that deal. The `notes` stand before that last line.
    """
    if any(word.name == "dealt" for word in header.game.words):
        scanned = tuple(sorted({*scanned, *header.computers}))
    note = (HandsScanned(scanned, header.names).line,) if scanned else ()
    fresh = Table(replace(table.house, brought={}), Match(header), scanned=scanned, health=table.health)
    *lines, last = header.lines()
    opens = OpenRecord((*lines, *note, *notes, last))
    return Reply(fresh, Outcome.ACCEPTED, (opens,) if table.match is None else (FinishRecord(), opens))


def same_table_pressed(table: Table, asked: modes.SameTable, luck: Luck) -> Reply:
    """OK at "Same table again?"."""
    answer, last = asked.answers[asked.question.cursor], table.playing.header
    if answer is not Rematch.ANOTHER and (wanting := enrolling.lacking(table, last.game, last.options)) is not None:
        return refuse(table, "", wanting)
    match answer:
        case Rematch.SAME:
            return same_again(table, luck)
        case Rematch.WITH_SCORES:
            header = header_to_continue(table.playing)
            assert header is not None, "offered only where there is one"
            return begin(table, _new_chances(header, luck), table.scanned)
        case Rematch.ANOTHER:
            return Reply(setting_up(table), effects=(FinishRecord(),))


def same_again(table: Table, luck: Luck) -> Reply:
    """Begin a match like the last one; the next seat opens, unless the cards decide it."""
    header = table.playing.header
    if header.game.shown.opener_question(header.options):
        all_scanned = len(table.scanned) == len(header.names)
        setup = _first_question(table.house).again(header, scanned=all_scanned)
        return Reply(_asking(table, setup), effects=(FinishRecord(),))
    opener = luck(len(header.names)) if header.opener is None else (header.opener + 1) % len(header.names)
    game = table.house.games.get(header.game.name, header.game)  # a game from before may have had other drinks
    fresh = replace(header, game=game, opener=opener, scores={}, markers={})
    return begin(table, _new_chances(fresh, luck), table.scanned)


def stop_scanning(table: Table) -> Reply:
    """Scan only the hands of computers from now on: a hand of a person has a tag that does not read."""
    header = table.playing.header
    scanned = tuple(header.computers)
    return Reply(replace(table, scanned=scanned), Outcome.PART, (AddLine(HandsScanned(scanned, header.names).line),))


def _new_chances(header: Header, luck: Luck) -> Header:
    return replace(header, computers=with_new_seeds(header.computers, luck))
