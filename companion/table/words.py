"""What the table says to people, every sentence in one place, apart from when it is said.

A word in braces is a gap; "{0}" in a sentence of a rule stands for the name of the player in the first seat. What a
game says stands beside its rules, what a picture adds in `screens/words.py`, the lists of decks in
`enrolment/words.py`; the words of the record are no words for people.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from companion.rules.places import What
from companion.rules.referee.verdicts import CARD_USED, Rule
from companion.support.messages import Message, msg
from companion.table.choices import Entry, Page, Rematch, Remedy, Step

if TYPE_CHECKING:
    from companion.cards import Seat

# ---------------------------------------------------------------- why a tap is refused

NOT_OURS = Rule("not-in-deck", "This card does not belong to this deck.", "NOT OURS", "Use this deck's cards")
UNKNOWN_TAG = Rule("not-in-deck", "No deck of this house has this tag.", "UNKNOWN", "Use this deck's cards")
NOT_IN_GAME = Rule("not-in-deck", "This game is played without this card.", "NOT OURS", "Put it away, tap another")
ONE_AT_A_TIME = Rule("one-at-a-time", "Two cards at once.", "ONE CARD", "Tap one card at a time")
DEALT_TWICE = Rule("card-used", "This card was dealt already.", "AGAIN?", "Tap the next card")
LAID_TWICE = Rule("card-used", "This card is a part of this play already.", "AGAIN?", "Tap another card")
OTHER_HAND = Rule("one-hand", "These come from one hand.", "WHOSE?", "Tap the others, or BACK")
CALLED_TWICE = Rule("card-used", "This card is a part of this play already.", "AGAIN?", "Tap the next one")
NO_CARD_NOW = Rule("wrong-phase", "No card is asked for now.", "NOT NOW", "Answer what is asked")
NO_WORD_NOW = Rule("wrong-phase", "Nobody can say that now.", "NOT NOW", "Answer what is asked")
NO_PERSON_NOW = Rule("wrong-phase", "No player's card is waited for now.", "NOT NOW", "Answer what is asked")
NOT_SEATED = Rule("wrong-phase", "Nobody of that name plays in this game.", "NOT HERE", "Answer what is asked")
SEATED = Rule("wrong-phase", "This player has a seat already.", "SEATED", "Answer what is asked")
NOT_AT_TABLE = Rule("wrong-phase", "This player does not sit at this table.", "NOT HERE", "Answer what is asked")
UNFIT_NAME = Rule("wrong-phase", "No record can call a player so.", "BAD NAME", "Answer what is asked")
NOT_NOW_PLAYED = Rule("wrong-phase", "This card cannot be played now.", "NOT NOW", "Look at it again")
DRAWN_NO_MORE = Rule("wrong-phase", "This card cannot have been drawn.", "NOT NOW", "Look at it again")
DRAW_FIRST = Rule("draw-first", "A card was drawn: it comes first.", "DRAW", "Tap the drawn card")
COMPUTER_THINKS = Rule("wrong-phase", "The computer still thinks.", "WAIT", "Tap the slot it names")
COMPUTER_SPEAKS = Rule("wrong-phase", "The computer speaks now.", "WAIT", "Tap no card now")

TWIN = "Not it? Two tags alike"
"""What to think when another card was tapped: two tags stand for one card."""

CLOSED_TRICK = Rule(CARD_USED.name, "It was played in an earlier trick.", "PLAYED", TWIN)
LIES = {
    What.TRICK: Rule(CARD_USED.name, "It lies in this trick already.", "LIES THERE", "Tap another card"),
    What.TURNED_UP: Rule(CARD_USED.name, "It was turned up in this deal.", "TURNED UP", "Tap another card"),
    What.PILE: Rule(CARD_USED.name, "It lies in the pile already.", "IN PILE", "Tap another card"),
    What.CLEARED: Rule(CARD_USED.name, "It was cleared away with the pile.", "CLEARED", TWIN),
}
"""Where a card lies that is out already."""

MOST_LARGE = 10
"""So many letters fit in the large line."""


IN_RACK, NOT_CALLED = "in-rack", "not-called"
"""Names of rules whose sentences tell of a card's slot."""


def in_seat(seat: Seat | None) -> str:
    """The gap for the name of the player in this seat."""
    return f"{{{seat}}}"


def played_by(seat: Seat | None, trick: int) -> str:
    """Who played a card that lies open in a taken trick."""
    return msg("{who} played it in trick {trick}.", who=in_seat(seat), trick=trick)


def not_called(seat: Seat, wanted: str, slot: int) -> Rule:
    """Another card than those `wanted` of a computer; `slot` is that of its own rack (0: it stands in none)."""
    short = msg("NOT {card}", card=_large(wanted)) if len(wanted) <= MOST_LARGE - len("NOT ") else msg("NOT THIS")
    other = msg("{who} plays another card.", who=in_seat(seat))
    sentence = msg("That is slot {slot}: put it there.", slot=slot) if slot else other
    return Rule(NOT_CALLED, sentence, short, msg("Tap {cards}", cards=wanted))


def sits_at(table: int) -> Rule:
    """A person of a club sits at another table in this round."""
    sentence = msg("Sits at table {n} now.", n=table)
    return Rule(NOT_AT_TABLE.name, sentence, msg("TABLE {n}", n=table), "Tap the name tag there")


def _large(wanted: str) -> str:
    """A card or a slot in large letters; several have no room there."""
    match wanted:
        case Message(form="slot {slots}", values=values):
            return msg("SLOT {slots}", **values)
    return wanted.upper()


def no_deck(kind: str) -> Rule:
    """A game or its house rules need a deck of tags that is not enrolled."""
    return Rule("no-deck", msg("This needs a deck of {kind}.", kind=msg(kind)), "NO DECK", "Enrol, or other rules")


def in_rack(seat: Seat, slot: int) -> Rule:
    """A card that stands in a computer's rack."""
    return Rule(
        IN_RACK, msg("It is {who}'s, of slot {slot}.", who=in_seat(seat), slot=slot), "NOT YOURS", "Put it back"
    )


def slots(numbers: tuple[int, ...]) -> str:
    """Cards by the slots they stand in; empty for none."""
    which = " ".join(map(str, numbers))
    return msg("slots {slots}", slots=which) if len(numbers) > 1 else msg("slot {slots}", slots=which) if which else ""


# ---------------------------------------------------------------- what is asked instead

WHOSE_CARD, WHAT_WAS_MISSED, WAS_NEVER_READ = "Whose card is it?", "What was missed?", "never read?"
TAKE_IT_BACK, WHAT_FOLLOWS = "Take it back?", "What follows?"
NEXT_DEAL, NEXT_GAME, TAP_HANDS = "OK = next deal", "OK = next game", "tap the hands"
OK_ENROLS, OK_OR_BACK = "OK = enrol", "OK or BACK"
TAP_NAMES, TAKE_ENVELOPE = "tap name tags", "take the envelope"
NOW, TAP_IN_ALL = "Now: {asked}", "Tap {cards} in all"


# ---------------------------------------------------------------- questions and their answers

REVOKE, NEVER_READ, ACCEPT = "Revoke", "Never read", "OK"
WHICH_TWO, WHICH_ONE, WHICH_CARD, CARD_OF = "Which two?", "Which one?", "Which card?", "{name}'s card?"
AGAIN, OWN_SET, PLAYS_IT = "{cards} again", "{name}'s set", "{name} plays it"
"""A further card of the same rank, and the two players whose it may be."""
REMEDIES = {
    Remedy.TAKE_BACK: "take back",
    Remedy.LET_STAND: "play on",
    Remedy.SWAP: "swap",
    Remedy.PLAY_ON: "play on",
    Remedy.VOID_DEAL: "no deal",
    Remedy.PENALTY: "penalty",
}
SAME_TABLE, WITH_THESE_SCORES = "Same table again?", "go on: with these scores"
REMATCHES = {Rematch.SAME: "yes", Rematch.WITH_SCORES: "go on", Rematch.ANOTHER: "another"}


# ---------------------------------------------------------------- what mends a slip at the reader

CORRECT, CORRECT_TITLE, TAP_IT_NOW = "correct", "Correct", "Tap it now"
SWAP_TWO, WAS_MISSED = "swap two cards", "a card was missed"
TOO_MANY, NO_READ = "a card too many", "a tag does not read"
SWAPPED, BEFORE, PUT_BEFORE = "swap {one}, {other}", "before {card}", "{cards} before {card}"
TAP_FIRST, TAP_BEFORE = "tap {name}'s first", "tap {name}'s {before}"
NOT_PLAYED, CARD_IS, IT_IS = "{card} not played", "{cards} is {name}'s", "it is {name}'s"


# ---------------------------------------------------------------- the menu

MENU = "Menu"
ENTRIES = {
    Entry.SAY_AGAIN: "say again",
    Entry.TELL_ALL: "tell all",
    Entry.ADVICE: "what to play?",
    Entry.DECKS: "decks",
    Entry.SCAN_NO_HANDS: "scan no hands",
    Entry.END: "end here",
    Entry.PARK: "park this game",
    Entry.LEAVE_CLUB: "leave the club's table",
    Entry.SHUT_DOWN: "shut down",
    Page.COURSE: "how it went",
    Page.HISTORY: "this deal",
    Page.RULES: "rules",
    Page.HEALTH: "health",
}


def undo(last: str) -> str:
    """The last word to take back (empty: there is none)."""
    return msg("undo {last}", last=last) if last else msg("undo: nothing")


def sound(*, muted: bool) -> str:
    """What the entry switches to."""
    return msg("sound on") if muted else msg("sound off")


BEGUN = r"\d{4}-(0[1-9]|1[0-2])-(\d\d)-(\d\d)(\d\d)\d\d-"
"""Year, month, day and time at the beginning of a record's name."""
MONTHS = (
    *(msg("Jan"), msg("Feb"), msg("Mar"), msg("Apr"), msg("May"), msg("Jun")),
    *(msg("Jul"), msg("Aug"), msg("Sep"), msg("Oct"), msg("Nov"), msg("Dec")),
)


def parked(record: str, title: str) -> str:
    """A game that is on as a list offers it: several of the same people differ in when they were begun."""
    begun = re.match(BEGUN, record)
    if begun is None:
        return msg("go on: {title}", title=title)
    month, day, hour, minute = begun.groups()
    day, named = day.lstrip("0"), MONTHS[int(month) - 1]
    return msg("{day} {month} {time} {title}", day=day, month=named, time=f"{hour}:{minute}", title=title)


# ---------------------------------------------------------------- the set-up

SET_UP = {
    Step.GAME: ("Which game?",),
    Step.PEOPLE: ("How many?",),
    Step.NAME: ("Seat {number}: who?", "clockwise"),
    Step.RULES: ("House rules", "OK on a rule changes it"),
    Step.SCANNED: ("Scan hands?", "each hand is tapped", "while it is dealt"),
}
"""The question of each step, and the lines that explain it."""
OPENERS = {"dealer": "Who deals?", "start": "Who starts?"}
"""By the word of the header for the seat that opens."""
YES, NO, BY_CHANCE = "yes", "no", "by lot"
COMPUTERS, LEVEL = "computers: {seats}", "level: {level}"
AS_IN_THE_BOOK, AS_AT_HOME, WITH_THESE = "as in the book", "as at home", "with these"
THE_SET_UP = "the set-up"
"""What was saved last before the first deal."""


def option(name: str, value: str) -> str:
    """A house rule and its value, which records and settings write with hyphens."""
    rule, now = (msg(word.replace("-", " ")) for word in (name, value))
    return msg("{option}: {value}", option=rule, value=now)
