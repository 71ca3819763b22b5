"""Rook."""
