"""What the lists of decks and the entry of a name say, every sentence in one place.

What stands on the screens of a guided run is in `screens/words.py`. The texts about tags
that can be no card are used in play, too.
"""

from __future__ import annotations

from companion.rules.referee.verdicts import Rule
from companion.support.messages import N_, join, msg
from companion.tags.tag_decks import NoCard

DECKS, NEW_DECK, NEW_TAG_FOR = N_("Decks"), N_("New deck"), N_("New tag for?")
NEW, NAME_TAG, GO_ON, KEEP = N_("new deck"), N_("a name tag"), N_("go on"), N_("keep as it is")
VERIFY, REPLACE, REST = N_("check the tags"), N_("replace a tag"), N_("tag what is missing")
PLAY_WITH, OPENS, HELD = N_("play with this deck"), N_("OK = open   BACK"), N_("{deck}: {n} of {all}")
NAME_TAGS, COMMAND_CARDS = N_("Name tags"), N_("OK PASS NIL UNDO")
DECK_NAMES = (N_("french"), N_("drinks"), N_("persons"), N_("commands"))
"""The usual names of decks: their kinds, where these are words."""
_NO_CARD_OF_THE_DECK = join((msg("A bank card or phone is"), msg("no card of the deck.")))
NO_CARD = {
    NoCard.PHONE: Rule(
        "no-card",
        _NO_CARD_OF_THE_DECK,
        N_("A PHONE?"),
        N_("Lay it aside"),
        N_("A phone has a new number each time, so it is no card. Cards tapped with it are valid."),
    ),
    NoCard.CHIP_CARD: Rule(
        "no-card",
        _NO_CARD_OF_THE_DECK,
        N_("BANK CARD?"),
        N_("Lay it aside"),
        N_("A bank card or phone lay there: it is no card of the deck. Cards tapped with it are valid."),
    ),
}
"""Why a tag is refused that can be no card."""
WHICH_NUMBER = msg("Which number is on the tag?", brief=msg("On the tag?"))
CANNOT_TELL = N_("none is printed")
TAGGED_ALREADY, NO_NAME, UNFIT = N_("Tagged already."), N_("No name yet."), N_("This name is not allowed.")


def deck_name(name: str) -> str:
    """A deck as people read it: the name that somebody gave it, or that of its kind with a number.

    >>> deck_name("french-2"), deck_name("club")
    ('french-2', 'club')
    """
    kind, dash, number = name.partition("-")
    return join((msg(kind), f"{dash}{number}"), "") if kind in DECK_NAMES else name
