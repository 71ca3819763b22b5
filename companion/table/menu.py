"""The menu behind a held BACK: taking back, what the game itself offers, pages to read, parking and ending."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.referee.verdicts import Illegal
from companion.statements import Statement
from companion.table.beginning import setting_up
from companion.table.inputs import Button, Cue
from companion.table.questions import Question, further
from companion.table.speaking import as_seen, at_moment, beneath, refused, say
from companion.table.table import Page, Reply, Table, TakenBack

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.games.game import Choice
    from companion.match import Match
    from companion.table.setup import Luck

PAGES = {"this deal": "history", "rules": "rules", "health": "health"}
"""Entries that open something to read."""

PARKED = "; parked"
"""The last note of a game that is put aside."""

PARK, END = "park this game", "end here"


def menu_opened(table: Table) -> Reply:
    """Everything that is not a move in the game."""
    if table.match is None or table.before_play:
        return Reply(table, cue=Cue.STALE)
    question = Question("menu", "Menu", _entries(table, table.match))
    return Reply(replace(table, question=question, overlay=None), cue=Cue.PART)


def menu_chosen(table: Table, question: Question, luck: Luck) -> Reply:
    """What the menu was opened for."""
    if question.path:
        choice = further(_of_game(table.playing), question.path)[question.cursor]
        return _game_chosen(table, choice, (*question.path, question.cursor))
    match question.chosen:
        case chosen if question.cursor == 0:
            return undo(beneath(table), 1)
        case "this deal" | "rules" | "health" as chosen:
            return Reply(replace(beneath(table), overlay=Page(PAGES[chosen])))
        case "sound on" | "sound off":
            return Reply(replace(beneath(table), muted=not table.muted))
        case chosen if chosen == PARK:
            return Reply(setting_up(table, luck), (PARKED,), Cue.PART, parks=True)
        case chosen if chosen == END:
            return say(beneath(table), (Statement("end"),))
        case chosen:
            offers = _of_game(table.playing)
            place = next(place for place, choice in enumerate(offers) if choice.label == chosen)
            return _game_chosen(table, offers[place], (place,))


def menu_left(table: Table, question: Question) -> Reply:
    """Back from a further list to the one before."""
    *before, place = question.path
    if before:
        return Reply(replace(table, question=replace(_further(table, tuple(before)), cursor=place)))
    menu = menu_opened(table).table
    entry = _entries(table, table.playing).index(_of_game(table.playing)[place].label)
    return Reply(replace(menu, question=replace(menu.question, cursor=entry) if menu.question else None))


def menu_tapped(table: Table, cards: tuple[Card, ...]) -> Reply | None:
    """What a tap says while the answer at the cursor waits for a card; None where none does."""
    question = table.question
    if question is None or question.asks != "menu" or not question.path:
        return None
    choice = further(_of_game(table.playing), question.path)[question.cursor]
    if not choice.wants_card:
        return None
    words = table.playing.header.language.words
    place = next(place for place, said in enumerate(choice.says) if words[said.word].cards and not said.cards)
    said = choice.says[place].with_cards(*cards)
    return say(beneath(table), (*choice.says[:place], said, *choice.says[place + 1 :]))


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
    """DOWN turns the page of a long text; anything else puts it away."""
    turns = {Button.DOWN: 1, Button.UP: -1}
    if button in turns and page.name in {"rules", "history"}:
        return Reply(replace(table, overlay=Page(page.name, page.number + turns[button])))
    return Reply(replace(table, overlay=None))


def last_words(match: Match) -> str:
    """The last statement as people say it: name and card, or the line of the record."""
    if match.said is None:
        return ""
    said = as_seen(match, match.said)
    words = match.header.language.write(said)
    for card in said.cards:
        words = words.replace(str(card), card.sign)
    return words


def _entries(table: Table, match: Match) -> tuple[str, ...]:
    """The last word to take back stands first, the end of the game last."""
    last = last_words(match)
    sound = "sound on" if table.muted else "sound off"
    own = tuple(choice.label for choice in _of_game(match))
    park = (PARK,) if match.expects.words else ()
    return (f"undo {last}" if last else "undo: nothing", "this deal", "rules", sound, *own, "health", *park, END)


def _of_game(match: Match) -> tuple[Choice, ...]:
    """What the game itself offers now."""
    said = tuple(moment.said for moment in match.story() if moment.said is not None)
    return match.header.game.menu(match.moment, said) if match.expects.words else ()


def _game_chosen(table: Table, choice: Choice, path: tuple[int, ...]) -> Reply:
    if choice.then:
        return Reply(replace(table, question=_further(table, path)), cue=Cue.PART)
    return Reply(table, cue=Cue.STALE) if choice.wants_card else say(beneath(table), choice.says)


def _further(table: Table, path: tuple[int, ...]) -> Question:
    """The list to which these places lead."""
    *before, place = path
    choice = further(_of_game(table.playing), tuple(before))[place]
    names = table.playing.header.names
    labels = tuple(one.label if one.seat is None else f"{names[one.seat]} {one.label}".rstrip() for one in choice.then)
    return Question("menu", choice.asks or choice.label, labels, path=path)
