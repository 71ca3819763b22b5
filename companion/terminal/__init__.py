"""The simulated table for those who type, and for output that is no terminal."""
