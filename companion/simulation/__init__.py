"""The same table without wires: the simulated box, dealers, hints, and records played on it."""
