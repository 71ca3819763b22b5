"""The director of a club: collects the records of its boxes, and tells each box what is played at it.

`collection`, `movements/`, `event`, `results`, `standings`, `orders` and `exports` are pure. The games are handed in.
"""
