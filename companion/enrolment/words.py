"""What the lists of decks and the entry of a name say, every sentence in one place.

What stands on the screens of a guided run is in `screens/words.py`.
"""

from __future__ import annotations

from companion.support.messages import joined, msg

DECKS, NEW_DECK, WHICH_CARD, WHICH_ONE = "Decks", "New deck", "Which card?", "Which one?"
NEW, NAME_TAG, GO_ON, KEEP = "new deck", "a name tag", "go on", "keep as it is"
VERIFY, REPLACE, REST, PLAY_WITH = "verify", "replace a tag", "enrol the rest", "play with this one"
NAME_TAGS, COMMAND_CARDS = "Name tags", "OK PASS NIL UNDO"
DECK_NAMES = ("french", "drinks", "persons", "commands")
"""The names of decks that nobody named, where they are words: those of their kinds."""
TAGGED_ALREADY, NO_NAME = "Tagged already.", "No name."


def deck_name(name: str) -> str:
    """A deck as people read it: the name that somebody gave it, or that of its kind with a number.

    >>> deck_name("french-2"), deck_name("club")
    ('french-2', 'club')
    """
    kind, dash, number = name.partition("-")
    return joined((msg(kind), f"{dash}{number}"), "") if kind in DECK_NAMES else name
