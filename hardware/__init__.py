"""Knows chips, not cards: drivers over injected wires, and the same wires simulated."""
