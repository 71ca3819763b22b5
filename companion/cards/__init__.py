"""The values of the card table: cards, decks, card sets, seats."""
