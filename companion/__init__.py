"""Knows cards, not chips: the rules, the referee, the table and its screens."""

VERSION = "0.1.0"
"""As in pyproject.toml; the panel tells it under “health”."""
