"""One table's story: its header, the match, the checker of whole records, the score chart."""
