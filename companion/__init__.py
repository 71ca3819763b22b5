"""Knows cards, not chips: the rules, the referee, the table and its screens."""
