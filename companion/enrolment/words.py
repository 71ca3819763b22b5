"""What the lists of decks and the entry of a name say, every sentence in one place.

What stands on the screens of a guided run is in `screens/words.py`.
"""

from __future__ import annotations

DECKS, NEW_DECK, WHICH_CARD, WHICH_ONE = "Decks", "New deck", "Which card?", "Which one?"
NEW, NAME_TAG, GO_ON, KEEP = "new deck", "a name tag", "go on", "keep as it is"
VERIFY, REPLACE, REST, PLAY_WITH = "verify", "replace a tag", "enrol the rest", "play with this one"
NAME_TAGS, COMMAND_CARDS = "Name tags", "OK PASS NIL UNDO"
TAGGED_ALREADY, NO_NAME = "Tagged already.", "No name."
