"""Toriatama."""
