"""Oh Hell, a game for the Tabletop Companion."""
