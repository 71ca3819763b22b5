"""What the screens say, every sentence in one place, apart from when it is shown.

A form is a screen with gaps such as "{name}" in its texts; `forms.fill` fills them in the language in effect. "|"
separates ever shorter versions of a line, of which the first that fits is shown; a notice breaks its lines itself. The
sentences of rules, questions and answers stand in `table/words.py`, those of a game beside the game's screens.
"""

from __future__ import annotations

from companion.rules.statements import PLAY
from companion.screens.screen import Screen
from companion.support.messages import msg_n
from companion.support.values import replace
from companion.table.choices import Remedy

CHOOSE = "▲▼ choose   OK   BACK"
AFTER_THE_GAME = "▼ more   OK"
"""UP shows the totals, DOWN the ending and the score chart, OK what comes next."""
CHOOSE_OR_WHY = "▲▼ OK   BACK why?"
OK_WHY = "OK why?"
TURN_PAGES = "▲▼ page   BACK"
AGAIN = "Tap this play again"
LOGS = "journalctl -u companion"

# ---------------------------------------------------------------- notices: a title, a fact and three lines


def _notice(name: str, title: str, fact: str, text: str) -> Screen:
    return Screen(name, title=title, fact=fact, lines=(text,))


CLEAR_READER = _notice(
    "clear reader", "Reader", "CLEAR IT", "A card is lying there.\nTake it up, then tap\nthe next card."
)
CANNOT_READ = _notice(
    "cannot read", "Reader", "TAP AGAIN", "Cannot read: lift,\ntap again. It never\nreads? Hold BACK."
)
SHUT_DOWN = replace(
    _notice("shut down", "Shut down", "HOLD OK", "Hold OK to shut down.\nIt goes on from here.\nBACK = play on"),
    held_for="Shut down",
)
END_HERE = Screen("end here", place="OK = end", memo="BACK = play on", fact="END HERE?")
GOOD_NIGHT = _notice(
    "good night", "Saved.", "GOOD NIGHT", "The box switches off.\nUnplug it when the\ngreen light is out."
)
SPLASH = _notice("splash", "Tabletop", "COMPANION", "\nOne moment, the game\nis being opened.")
CANNOT_START = _notice(
    "cannot start", "Tabletop", "NOT YET", "Something is missing.\nWhat it is, tells\njournalctl -u companion"
)
OUTDATED = _notice("outdated", "Python", "NOT YET", "Installed for Python\n{version}: run\nsudo make install")
STOPPED = _notice("stopped", "Saved.", "STOPPED", "Nobody is keeping score.\nThe game goes on from\nhere at power-on.")
NOT_SAVED = _notice(
    "not saved", "Memory card", "NOT SAVED", "It cannot be written.\nStarting again from\nwhat was saved."
)
GONE = _notice("gone", "Memory card", "GONE", "Moved or deleted while\nin use: put it back,\nor OK = begin anew")
NO_DECK = _notice("no deck", "No deck yet", "ENROL", "Each card gets a tag,\nthe box learns them.\nOK = enrol")

CLUB_WAITS = Screen(
    "club",
    place="Club: {here}",
    memo="{who}",
    fact="TAP NAME",
    lines=("The director says", "where you play.", "OK = without the club"),
)
BEGIN_WITHOUT = Screen(
    "club begins",
    place="Table {n}: no tag of",
    memo="{who}",
    fact="BEGIN?",
    lines=("", "OK = begin", "BACK = wait for them"),
)
NEXT_BOARD = _notice(
    "next board", "Envelope", "BOARD {board}", "Take its envelope, deal\nits hands face down.\nOK = play it"
)

SAVING, THINKING = "Saving …", "Thinking …"
"""Replace the place during a slow write, and while a computer takes its time."""

ABSENT_GAME = "Its match is kept, and\noffered when it is back.\n\nOK = go on"
FAILED_GAME = "It is offered again\nafter the next start.\nOK = other games"
UNUSABLE_DECK = "cannot be used:\nimport the deck again\nor enrol it anew.\nOK = play on"
DOCTOR_KNOWS = "What mends it, says\nsudo companion doctor\nOK = play on"
HELP = "Help: README.md in\n/opt/companion"
"""Where systemd/install.sh puts the documents."""


# ---------------------------------------------------------------- forms: two small lines, a fact and the lines below


def _form(name: str, place: str = "", memo: str = "", fact: str = "", *lines: str) -> Screen:
    return Screen(name, place=place, memo=memo, fact=fact, lines=lines)


WHOSE_CARD = _form("whose card", "Whose card is it?", "", "{cards}", "", "OK = {own}", "DOWN = {following}")
SCORE_WITHDRAWN = _form(
    "score withdrawn", "The score is withdrawn,", "the deal goes on.", "PLAY ON", "{first}", "{second}", "{turn}"
)
NEVER_READ = _form("never read", "Scores are provisional.", "Never read:", "{fact}", "{tap}", "{cards}")
IMPOSSIBLE = _form("impossible", "{one} was", "wrong. Which is open.", "{fact}", "{first}", "{second}", "{then}")
ONE_OF = {2: "One of two plays", 3: "One of three plays", 4: "One of four plays"}
ONE_OF_THESE, ONE_IN_EACH, REVOKE = "One of these plays", "One in each line", "REVOKE?"
MEANINGS = {
    Remedy.TAKE_BACK: "It and all after it.",
    Remedy.LET_STAND: "The deal goes on.",
    Remedy.PLAY_ON: "The deal goes on.",
    Remedy.VOID_DEAL: "No points, deal again.",
    Remedy.PENALTY: "It costs {price}.",
    Remedy.SWAP: "Not {name}'s card?",
}
"""The meaning of each answer to a revoke."""
UNDONE = {
    "end": "The game goes on.",
    "play-on": "The revoke is open.",
    "penalty": "No penalty.",
    "void-deal": "The deal counts again.",
}
"""The effect of undoing these words."""
EVERY_CARD = "Every card after it\nwent to its own seat."
ADVICE = _form("advice", "What to play?", "{who}", "{fact}")
WITH_CARDS = {
    PLAY: "plays {}:",
    "heads": "heads: {}",
    "lays": "nest: {}",
    "takes": "takes {}:",
    "bone": "turns a bone:",
}
"""What a computer seat does with cards, by the word of the record."""
WITHOUT_CARDS = {
    "bid": "bids {}",
    "pass": "passes",
    "declare": "declares",
    "nil": "says nil",
    "trump": "trump is {}",
    "takes": "takes the pile",
    "moves": "moves the drinks",
    "alone": "plays alone",
    "claims": "claims {} hand|claims {}",
}
"""What it says, likewise."""


def has_the_nest(cards: int) -> str:
    """How many cards a computer seat has to take up from the nest."""
    return msg_n("has the nest, {n}: tap it,", "has the nest, {n}: tap one,", cards)


def draws(cards: int) -> str:
    """How many it has to draw."""
    return msg_n("draws {n}: tap it,", "draws {n}: tap one,", cards)


def gets(cards: int) -> str:
    """How many it is given."""
    return msg_n("gets {n}: tap it,", "gets {n}: tap one,", cards)


# ---------------------------------------------------------------- decks of tags

NAMING = _form("name tag", "Name tag", "▲▼ letter, ▲ from A: end", "{fact}", "{so_far}", "{ok}", "{back}")
DUE, DUE_IN_CHECK = "Now: another for {due}|Now: {due}", "Tap the next card."
HELD_ELSEWHERE = "It is {held} of {other}.|Of {other}."
ENROL = _form("enrol", "{deck}", "Next: {piece}", "{fact}", "Tap its tag.", "DOWN skip     UP back", "BACK pause")
REPLACE = _form("enrol", "{deck}", "New tag for: {piece}", "{fact}", "Tap its tag.", "BACK = leave it")
CLASH = _form("enrol clash", "{deck}", "Next: {due}", "{fact}", "This tag is {held}.|{held}", "One tag, one card.", DUE)
ELSEWHERE = _form(
    "enrol elsewhere", "{deck}", "Next: {due}", "{fact}", HELD_ELSEWHERE, "OK = {due} here, too", "BACK = no"
)
REFUSED = _form("enrol refused", "{deck}", "Next: {due}", "{fact}", "{why}", "{what}", DUE)
REFUSED_IN_CHECK = _form("verify refused", "{deck}", "This does not count", "{fact}", "{why}", "{what}", DUE_IN_CHECK)
OTHER_DECK = _form(
    "verify refused", "{deck}", "Another deck's card", "{fact}", HELD_ELSEWHERE, "Not of this deck.", DUE_IN_CHECK
)
SEVERAL_TAGS = ("ONE TAG", "Two tags at once.", "Lay one at a time.")
NO_DECKS_TAG = ("UNKNOWN", "No deck of this house", "has this tag.")
"""Fact, reason and advice for a tag that no deck takes."""
REPLACED = _form("replaced", "{deck}", "It has a new tag:", "{fact}", "", "{weak}", "BACK = done")
SOME_LEFT = _form(
    "enrolled", "{deck}", "The run is over", "{count} LEFT", "{missing}", "{weak}", "OK those   BACK done"
)
ENROLLED = _form("enrolled", "{deck}", "Every card has a tag", "ALL IN", "{weak}", "{advice}", "OK verify   BACK done")
VERIFIED = _form("verified", "{deck}", "{seen} of {all} seen", "ALL IN", "{weak}", "", "BACK = done")
VERIFY = _form("verify", "{deck}", "{seen} of {all} seen", "{fact}", "{missing}", "{weak}", "BACK = done")
NONE_WEAK = "No tag reads badly."
