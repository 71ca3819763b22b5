"""The director of a club: collects the records of its boxes, and tells each box what is played at it."""
