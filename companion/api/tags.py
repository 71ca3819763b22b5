"""What decks of tags are described with: `GameEntry.deck_kinds` opens a function of the game that gives `DeckKind`s."""

from companion.enrolment.deck_kinds import DeckKind as DeckKind

__all__ = [name for name in dir() if not name.startswith("_")]
