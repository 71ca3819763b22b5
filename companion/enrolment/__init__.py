"""Enrolment: which tag is which card; guided runs, a check of a whole deck, and the dialogue of the decks."""
