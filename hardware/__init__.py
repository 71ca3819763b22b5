"""Drivers over injected wires, and the same wires simulated. Knows chips, not playing cards."""
