"""The games: one folder each. Nothing outside a game's folder knows that game."""
