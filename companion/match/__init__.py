"""A match: its header, its statements, the checker of whole records, the score chart."""
