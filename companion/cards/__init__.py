"""The values of the card table: cards, decks, sets of cards, seats."""
