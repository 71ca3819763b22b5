"""What the screens say, every sentence in one place, apart from when it is shown.

`templates.fill` fills the gaps of a `Template` in the language in effect; a notice breaks its lines itself. The
sentences of rules, questions and answers stand in `table/words.py`, those of a game beside the game's screens, those of
screens that a start seldom needs (a club's, decks, damaged files, slips, revokes, backups) beside these.
"""

from __future__ import annotations

from companion.screens.layouts import Heading, TopLines
from companion.screens.templates import Template
from companion.support.messages import N_, msg_as

CHOOSE = N_("▲▼ choose   OK   BACK")
HOW, AGAIN_OR = N_("▼ stats"), msg_as("after a game", "OK = new game")
"""After a game: UP shows the totals, DOWN the ending and the score chart, OK what comes next."""
OTHERS_OR_WHY, OTHERS_OR_LATER = N_("▲▼ others   BACK = why"), N_("▲▼ others  BACK = later")
OK_WHY = N_("OK = why")
TURN_PAGES = N_("▲▼ page   BACK")
AGAIN = N_("Half done: tap all again")
TAG_AGAIN, TAG_AGAIN_IN_WORDS = N_("Half done: tag and cards"), N_("Tap the name tag and the cards again")
LOGS = "journalctl -u companion"
STARTS_AGAIN = N_("Wait: it starts again.\nLast card lost? Tap it.")

# ---------------------------------------------------------------- notices: a title, a fact and three lines


def notice_template(name: str, title: str, fact: str, text: str, *, keys: str = "") -> Template:
    """A notice: a title, what buttons do, a fact, and up to three lines of text."""
    return Template(name, Heading(title, keys=keys), fact, (text,))


CLEAR_READER = notice_template(
    "clear reader", N_("Reader"), N_("CLEAR IT"), N_("A card is lying there.\nTake it up, then tap\nthe next card.")
)
CANNOT_READ = notice_template(
    "cannot read", N_("Reader"), N_("TAP AGAIN"), N_("Cannot read: lift,\ntap again. It never\nreads? Hold BACK.")
)
SHUT_DOWN = notice_template(
    "shut down", N_("Shut down"), N_("HOLD OK"), N_("Hold OK to shut down.\nNothing is lost.\nBACK = play on")
)
END_HERE = Template("end here", TopLines(N_("OK = end"), N_("BACK = play on")), N_("END HERE?"))
GOOD_NIGHT = notice_template(
    "good night", N_("Saved."), N_("GOOD NIGHT"), N_("The box switches off.\nUnplug it when the\ngreen light is out.")
)
GOING_TO_SLEEP = notice_template(
    "going to sleep", N_("In 1 minute:"), N_("GOOD NIGHT"), N_("The box switches off.\nA press or a tap\nkeeps it on.")
)
TRYING_GAINS = notice_template(
    "trying gains", N_("Reader"), N_("LAY A CARD"), N_("Lay one card on the\nreader and leave it.\nBACK = end")
)
SPLASH = notice_template("splash", N_("Tabletop"), N_("COMPANION"), N_("\nOne moment, the game\nis being opened."))
CANNOT_START = notice_template(
    "cannot start",
    N_("Tabletop"),
    N_("CANNOT START"),
    N_("Call the owner, who\nreads why by typing\njournalctl -u companion"),
)
OUTDATED = notice_template(
    "outdated", N_("Python"), N_("NOT YET"), N_("Installed for Python\n{version}: run\nsudo make install")
)
STOPPED = notice_template(
    "stopped", N_("Saved."), N_("STOPPED"), N_("Play no card now.\nSwitched on again, the\ngame goes on from here.")
)
NOT_SAVED = notice_template(
    "not saved",
    N_("Memory card"),
    N_("NOT SAVED"),
    N_("The box starts again.\nThen tap the last card\nor answer once more."),
)
GONE = notice_template(
    "gone", N_("Saved games"), N_("GONE"), N_("The box can't find them:\ncall its owner.\nOK = begin without them")
)
NO_DECK = notice_template(
    "no deck", N_("No deck yet"), N_("ENROL"), N_("Each card gets a tag,\nthe box learns them.\nOK = enrol")
)

SAVING, THINKING = N_("Saving …"), N_("Thinking …")
"""Replace the place during a slow write, and while a computer takes its time."""


# -------------------------------------------------------------- templates: two small lines, a fact and the lines below


def fact_template(name: str, place: str, memo: str, fact: str, *lines: str) -> Template:
    """A screen of two small lines, a fact, and lines below."""
    return Template(name, TopLines(place, memo), fact, lines)


SCORE_WITHDRAWN = fact_template(
    "score withdrawn", N_("The deal goes on."), "{turn}", N_("PLAY ON"), N_("No longer counts:"), "{first}", "{second}"
)
NEVER_READ = fact_template("never read", N_("Scores are provisional."), N_("Never read:"), "{fact}", "{tap}", "{cards}")
SO = N_("{shown}, so")
IMPOSSIBLE = fact_template("impossible", SO, "{wrong}", "{fact}", "{first}", "{second}", "{then}")
ONE_IS_A_REVOKE, NOT_ALL_RIGHT = N_("one play was a revoke:"), N_("these can't all be right:")
IN_EACH_LINE = N_("in each line one is wrong:")
HAD, NOT_POSSIBLE = N_("{who} had the {card}"), N_("This cannot be")
"""What shows that one of several plays was wrong: a card that was just played, or something else that was said."""
REVOKE, NO_PENALTY = N_("REVOKE?"), N_("NO PENALTY")
"""The fact where each of several players is to blame, and where nobody in particular is."""
ADVICE = fact_template("advice", N_("What to play?"), "{who}", "{fact}")
