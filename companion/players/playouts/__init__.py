"""Plays deals to their end thousands of times: one mutable position of plain integers for each game."""
