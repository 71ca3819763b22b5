"""Spades."""
