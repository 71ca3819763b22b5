"""Bonehead."""
