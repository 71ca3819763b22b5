"""The simulated table for those who type."""
