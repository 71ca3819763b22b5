"""A match: header, statements, who sits where, score chart, ending; the checker of whole records."""
