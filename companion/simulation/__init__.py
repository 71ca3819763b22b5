"""The table on simulated wires: the simulated box, its hands, hints, and the replay of records."""
