"""Bonehead: everything the companion knows of this game."""
