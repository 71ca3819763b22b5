"""Playing a deal to its end thousands of times: one mutable position of plain integers for each game."""
