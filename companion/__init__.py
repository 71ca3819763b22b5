"""Knows cards, not chips: the rules, the referee, the table and its screens."""

VERSION = "0.1.0"
"""The only place where it stands: pyproject.toml reads it; the panel shows it under “health”."""
