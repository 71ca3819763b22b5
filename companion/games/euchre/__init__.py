"""Spades: partners bid how many tricks they will take."""
