"""The same wires, simulated: written from the datasheets, sharing nothing with the drivers."""
