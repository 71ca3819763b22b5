"""The conformance kit: what any game must keep to (docs/adding-a-game.md).

`companion.testing.kit` has all checks; `pytest --companion-game NAME` runs them.
"""
