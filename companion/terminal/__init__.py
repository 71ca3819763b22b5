"""The simulated table in a terminal."""
