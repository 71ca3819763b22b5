"""The kinds of readers and displays: what the rest of the house knows of each is an entry."""
