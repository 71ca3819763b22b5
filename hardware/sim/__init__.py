"""The wires, simulated: written from the datasheets, independent of the drivers."""
