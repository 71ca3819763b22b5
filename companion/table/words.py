"""What the table says to people, every sentence in one place, apart from when it is said.

A word in braces is a gap; "{0}" in a sentence of a rule stands for the name of the player in the first seat. What a
game says stands beside its rules, what a picture adds in `screens/words.py`, the lists of decks in
`enrolment/words.py`; the words of the record are no words for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from companion.cards import Seat
from companion.rules.places import What
from companion.rules.referee.verdicts import CARD_USED, Rule
from companion.support.messages import N_, Message, msg
from companion.support.text import listing
from companion.support.values import replace
from companion.table.choices import MenuEntry, Page, Rematch, Remedy, SetUpStep

# ---------------------------------------------------------------- why a tap is refused


def _not_asked(sentence: str, large: str) -> Rule:
    return Rule("wrong-phase", sentence, large, N_("Answer what is asked"))


UNKNOWN_TAG = Rule("not-in-deck", N_("No deck of this house has this tag."), N_("UNKNOWN"), N_("Use this deck's cards"))
NOT_IN_GAME = Rule(
    "not-in-deck", N_("This game is played without this card."), N_("NOT OURS"), N_("Put it away, tap another")
)
ONE_AT_A_TIME = Rule("one-at-a-time", N_("Two cards at once."), N_("TWO CARDS"), N_("Tap one card at a time"))
DEALT_TWICE = Rule("card-used", N_("This card was dealt already."), N_("NOT AGAIN"), N_("Tap the next card"))
LAID_TWICE = Rule("card-used", N_("This card is a part of this play already."), N_("NOT AGAIN"), N_("Tap another card"))
OTHER_HAND = Rule("one-hand", N_("These come from one hand."), N_("WHOSE?"), N_("Tap the others, or BACK"))
CALLED_TWICE = Rule(
    "card-used", N_("This card is a part of this play already."), N_("NOT AGAIN"), N_("Tap the next one")
)
NO_CARD_NOW = _not_asked(N_("No card is asked for now."), N_("NOT NOW"))
NO_WORD_NOW = _not_asked(N_("Nobody can say that now."), N_("NOT NOW"))
NO_PERSON_NOW = _not_asked(N_("No player's card is waited for now."), N_("NOT NOW"))
NOT_SEATED = _not_asked(N_("Nobody of that name plays in this game."), N_("NOT HERE"))
SEATED = _not_asked(N_("This player has a seat already."), N_("SEATED"))
NOT_AT_TABLE = _not_asked(N_("This player does not sit at this table."), N_("NOT HERE"))
UNFIT_NAME = _not_asked(N_("This name is not allowed."), N_("BAD NAME"))
NOT_NOW_PLAYED = Rule("wrong-phase", N_("This card cannot be played now."), N_("NOT NOW"), N_("Look at it again"))
DRAWN_NO_MORE = Rule("wrong-phase", N_("This card cannot have been drawn."), N_("NOT NOW"), N_("Look at it again"))
DRAW_FIRST = Rule("draw-first", N_("The drawn card must be tapped first."), N_("NOT YET"), N_("Tap the drawn card"))
COMPUTER_THINKS = Rule("wrong-phase", N_("The computer still thinks."), N_("WAIT"), N_("Tap the slot it names"))
COMPUTER_SPEAKS = Rule("wrong-phase", N_("The computer speaks now."), N_("WAIT"), N_("Tap no card now"))

TWIN = N_("Not so? Hold BACK: menu")
"""What to do if another card was tapped: its tag stands for this one, and the menu has a list to name it by."""

CLOSED_TRICK = Rule(CARD_USED.name, N_("Played in an earlier trick. Tap another card."), N_("NOT AGAIN"), TWIN)
LIES = {
    What.TRICK: Rule(CARD_USED.name, N_("It lies in this trick already."), N_("ON TABLE"), N_("Tap another card")),
    What.TURNED_UP: Rule(CARD_USED.name, N_("It was turned up in this deal."), N_("TURNED UP"), N_("Tap another card")),
    What.PILE: Rule(CARD_USED.name, N_("It lies in the pile already."), N_("IN PILE"), N_("Tap another card")),
    What.CLEARED: Rule(CARD_USED.name, N_("It was cleared away. Tap another card."), N_("CLEARED"), TWIN),
}
"""Where a card lies that is out already."""

IN_RACK, NOT_CALLED = "in-rack", "not-called"
"""Names of rules whose sentences tell of a card's slot."""


def in_seat(seat: Seat | None) -> str:
    """The gap for the name of the player in this seat."""
    return f"{{{seat}}}"


def played_by(seat: Seat | None, trick: int) -> str:
    """Who played a card that lies open in a taken trick."""
    return msg("Trick {trick}: {who} played it. Tap another card.", who=in_seat(seat), trick=trick)


def not_called(seat: Seat, wanted: str, slot: int) -> Rule:
    """Another card than those `wanted` of a computer; `slot` is that of its own rack (0: it stands in none)."""
    other = msg("Put it back. {who} plays another card.", who=in_seat(seat))
    sentence = msg("It is from rack slot {slot}: put it back.", slot=slot) if slot else other
    values = wanted.values if isinstance(wanted, Message) and wanted.form == "slot {slots}" else {}
    tap = msg("Now tap rack slot {slots}", **values) if values else msg("Tap {cards}", cards=wanted)
    return Rule(NOT_CALLED, sentence, N_("NOT THIS"), tap)


def sits_at(table: int) -> Rule:
    """A person of a club sits at another table in this round."""
    sentence = msg("Sits at table {n} now.", n=table)
    return Rule(NOT_AT_TABLE.name, sentence, msg("TABLE {n}", n=table), N_("To leave it: tap there"))


HALF_TAGGED = Rule("not-in-deck", N_("Its deck is not finished."), N_("NOT YET"), N_("Between games: decks"))
DECK_NOT_FINISHED = Rule("no-deck", N_("The deck for this is not finished."), N_("NO DECK"), N_("Hold BACK: decks"))


def no_deck(kind: str) -> Rule:
    """A game or its house rules need a deck of tags that is not enrolled."""
    told = msg("This needs a deck of {kind}.", kind=msg(kind))
    return replace(DECK_NOT_FINISHED, sentence=told)


def in_rack(seat: Seat, slot: int) -> Rule:
    """A card that stands in a computer's rack."""
    told = msg("It is {who}'s (computer), rack slot {slot}.", who=in_seat(seat), slot=slot)
    return Rule(IN_RACK, told, N_("NOT YOURS"), N_("Put it back, tap another"))


def slots(numbers: tuple[int, ...]) -> str:
    """Cards by the slots they stand in; empty for none."""
    which = " ".join(map(str, numbers))
    return msg("slots {slots}", slots=which) if len(numbers) > 1 else msg("slot {slots}", slots=which) if which else ""


# ---------------------------------------------------------------- what is asked instead

WHOSE_CARD, WHAT_WAS_MISSED, WAS_NEVER_READ = N_("Whose card is it?"), N_("What was missed?"), N_("never read?")
TAKE_IT_BACK, WHAT_FOLLOWS = N_("Take it back?"), N_("What follows?")
NEXT_DEAL, NEXT_GAME, TAP_HANDS = N_("OK = next deal"), N_("OK = next game"), N_("tap the hands")
OK_ENROLS, OK_OR_BACK = N_("OK = enrol"), N_("OK or BACK")
TAP_NAMES, TAKE_ENVELOPE = N_("tap your name tag"), N_("take the envelope")
NOW, TAP_IN_ALL = N_("Now: {asked}"), N_("Tap {cards} in all")


# ---------------------------------------------------------------- questions and their answers

REVOKE, NEVER_READ, ACCEPT = N_("Revoke"), N_("Never read"), N_("OK")
WHICH_TWO, TOO_MANY_CARD, WHICH_CARD = N_("Swap which?"), N_("Which card?"), N_("Which card was it?")
AGAIN, OWN_SET, PLAYS_IT = N_("Another {cards}"), N_("{name}'s set"), N_("{name} plays")
"""A further card of the same rank, and the two players whose it may be."""
REMEDIES = {
    Remedy.TAKE_BACK: N_("undo"),
    Remedy.SWAP: N_("wrong seat"),
    Remedy.PLAY_ON: N_("play on"),
    Remedy.VOID_DEAL: N_("redeal"),
    Remedy.PENALTY: N_("penalty"),
}
SAME_TABLE, WITH_THESE_SCORES = N_("Same table again?"), N_("go on: with these scores")
REMATCHES = {Rematch.SAME: N_("play again"), Rematch.WITH_SCORES: N_("go on"), Rematch.ANOTHER: N_("new game")}


# ---------------------------------------------------------------- what mends a slip at the reader

CORRECT, CORRECT_TITLE, TAP_IT_NOW = N_("other mistakes"), N_("Mistake?"), N_("Tap it now")
WHOSE_MISSED, MISSED = N_("Missed card?"), N_("tap the missed card")
"""The title of a list of places of a missed card; what stands below an answer that waits for one."""
WAITS_FOR_CARD = Rule("wrong-phase", N_("The missed card must be tapped first."), N_("TAP A CARD"), TAP_IT_NOW)
SWAP_TWO, WAS_MISSED = N_("two in wrong order"), N_("a card was missed")
TOO_MANY, NO_READ, UNREAD_TAG = N_("a card too many"), N_("a tag does not read"), N_("Its tag does not read.")
SWAPPED, CAME_BEFORE = N_("swap {one} and {other}"), N_("put {cards} before {card}")
SWAPPED_IN, LAID_IN = N_("swap {one} trick {n}, {other} {m}"), N_("played in trick {n}")
"""Cards in closed tricks, which are not named: by player and trick."""
LAID_BEFORE, PUT_BEFORE = N_("played before {card}"), N_("{cards} before {card}")
TAP_FIRST = N_("box missed {name}'s card")
HAND_AGAIN, THE_NEST_AGAIN = N_("tap {name}'s hand again"), N_("tap the nest again")
ANOTHER_HAND = N_("tap another hand again")
WHOSE_HAND = msg("Tap whose hand again?", brief=msg("Whose cards?"))
CORRECT_LAST_DEAL, BACK_TO_LAST_DEAL = N_("correct the last deal"), N_("back to the last deal")
NOT_PLAYED = N_("{card} was not played")
PLAYS_NOW, PLAYED = N_("{name} plays {cards} now"), N_("{name} played {cards}")


# ---------------------------------------------------------------- the menu

MENU = N_("Menu")
ENTRIES = {
    MenuEntry.SAY_AGAIN: N_("say again"),
    MenuEntry.TELL_ALL: N_("tell all"),
    MenuEntry.ADVICE: N_("what to play?"),
    MenuEntry.DECKS: N_("decks"),
    MenuEntry.PAST: N_("past games"),
    MenuEntry.BACK_UP: N_("back up to USB stick"),
    MenuEntry.RESTORE: N_("restore from USB stick"),
    MenuEntry.SETTINGS: N_("settings"),
    MenuEntry.SCAN_NO_HANDS: N_("stop tapping hands"),
    MenuEntry.CORRECT_SCORE: N_("correct a score"),
    MenuEntry.SEATS: N_("seats"),
    MenuEntry.END: N_("end here"),
    MenuEntry.PARK: N_("park this game"),
    MenuEntry.LEAVE_CLUB: N_("leave the club's table"),
    MenuEntry.SHUT_DOWN: N_("shut down"),
    Page.COURSE: N_("points deal by deal"),
    Page.HISTORY: N_("show this deal"),
    Page.RULES: N_("rules"),
    Page.HEALTH: N_("health of the box"),
}

UNDO_NOTHING, UNDO_WORD = N_("undo: nothing"), N_("undo: {last}")
UNDO_HAND, UNDO_SCANNED = N_("undo {name}'s hand"), N_("undo {name}'s last card")


def card_of(name: str) -> str:
    """Asks which card it was."""
    return msg("{name}'s card?", name=name, brief=msg(WHICH_CARD))


def from_slot(name: str) -> str:
    """Asks where in a computer's rack a card stood whose tag does not read."""
    return msg("{name}'s card: rack slot?", name=name, brief=msg("Rack slot?"))


def undo(last: str, cards: str) -> str:
    """The menu entry "undo" with the last statement, in brief with its cards alone (empty: it has none)."""
    brief = {"brief": msg("undo {last}", last=cards)} if cards else {}
    return msg("undo {last}", last=last, **brief)


def sound(*, muted: bool) -> str:
    """What the entry switches to."""
    return msg("turn sound on") if muted else msg("turn sound off")


SEATS, GUEST, SETTINGS = N_("Seats"), N_("guest, called {who}"), N_("Settings")


def setting(title: str, value: str) -> str:
    """A setting and its value, in the list; in brief its title alone."""
    return msg("{option}: {value}", option=title, value=value, brief=title)


BEGUN = r"\d{4}-(0[1-9]|1[0-2])-(\d\d)-(\d\d)(\d\d)\d\d-"
"""Year, month, day and time at the beginning of a record's name."""
MONTHS = (
    *(msg("Jan"), msg("Feb"), msg("Mar"), msg("Apr"), msg("May"), msg("Jun")),
    *(msg("Jul"), msg("Aug"), msg("Sep"), msg("Oct"), msg("Nov"), msg("Dec")),
)


PAST_GAMES, NO_GAMES = N_("Past games"), N_("no game yet")


def on_day(record: str, title: str) -> str:
    """A game with the day when it was begun, if the name of its record says so."""
    begun = re.match(BEGUN, record)
    if begun is None:
        return title
    return msg("{day} {month} {title}", day=begun[2].lstrip("0"), month=MONTHS[int(begun[1]) - 1], title=title)


def aside_or_back(record: str, people: Iterable[str], *, aside: bool) -> str:
    """When a game was begun and who played, whether statistics count it, and what OK does."""
    begun, who = re.match(BEGUN, record), " ".join(people)
    played = msg("{hour}:{minute} {who}", hour=begun[3], minute=begun[4], who=who) if begun else who
    if aside:
        return msg("{played}: not in the statistics   OK = count it   BACK", played=played)
    return msg("{played}: in the statistics   OK = leave it out   BACK", played=played)


def parked_label(record: str, title: str) -> str:
    """A parked game in a list: games of the same people differ by the day on which they began."""
    begun = re.match(BEGUN, record)
    if begun is None:
        return msg("go on: {title}", title=title)
    month, day, hour, minute = begun.groups()
    day, named, time = day.lstrip("0"), MONTHS[int(month) - 1], f"{hour}:{minute}"
    return msg("{day} {month} {time} {title}", day=day, month=named, time=time, title=title)


# ---------------------------------------------------------------- the set-up

SET_UP = {
    SetUpStep.GAME: (N_("Which game?"),),
    SetUpStep.PEOPLE: (N_("How many?"),),
    SetUpStep.NAME: (N_("Seat {number}: who?"), N_("clockwise")),
    SetUpStep.SCORES: (N_("Score so far?"),),
    SetUpStep.RULES: (N_("{game}: rules"),),
    SetUpStep.SCANNED: (N_("Tap all hands?"), N_("yes: errors show at once")),
}
"""The question of each step, and the lines that explain it."""
OPENERS = {"dealer": N_("Who deals?"), "start": N_("Who starts?")}
"""By the word of the header for the seat that opens."""
YES, NO, BY_CHANCE = N_("yes"), N_("no"), N_("by lot")
FROM_SCORES, SCORE_OF = N_("start scores: all 0"), N_("{who} {n}: done")
WITHOUT_SCORES = N_("begins without scores")
"""A game that keeps no points, where scores were given to begin with."""
GAME_ENDED = Rule("game-ended", N_("These scores end the game already."), N_("TOO MANY"), N_("Change the scores"))


def not_seated(people: Sequence[str]) -> Rule:
    """Scores were given by name to people who take no seat."""
    told = msg("With points, but not seated: {who}.", who=listing(people))
    return Rule("not-seated", told, N_("NOT SEATED"), N_("Change the scores"))


COMPUTERS, LEVEL = N_("computer players: {seats}"), N_("computer level: {level}")
AS_IN_THE_BOOK, AS_AT_HOME, WITH_THESE = N_("as in the book"), N_("as usual here"), N_("with these")
OK_CHANGES, OK_GIVES = N_("OK = change it"), N_("OK = enter the scores")


def play_so(how: str) -> str:
    """What buttons do at the line that accepts all house rules as they stand."""
    return msg("▼ explains each rule   {ok}", ok=msg("OK = play {how}", how=msg(how)))


def explained_rule(meaning: str, ok: str = OK_CHANGES) -> str:
    """Below a house rule: what it is about, and what OK does."""
    return msg("{meaning}   {ok}", meaning=msg(meaning), ok=msg(ok))


def from_scores(scores: tuple[int, ...]) -> str:
    """The line that asks for scores from an earlier match, with those given so far (empty: none)."""
    return msg("start scores: {scores}", scores=" ".join(map(str, scores))) if any(scores) else FROM_SCORES


def option(title: str, value: str) -> str:
    """A house rule and its value."""
    return msg("{option}: {value}", option=msg(title), value=msg(value))
