"""The director of a club: collects the records of its boxes, and sends each box its order.

`collection`, `movements/`, `event`, `results`, `standings`, `orders` and `exports` are pure. The games are handed in.
"""
