"""What people do at the table, and what it means to the match: taps, presses, questions, set-up, menu, repairs."""
