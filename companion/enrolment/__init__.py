"""Enrolment of decks: which tag is which card. Guided runs, checks of a whole deck, import and export."""
