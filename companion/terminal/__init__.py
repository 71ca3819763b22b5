"""`companion play` for those who type: the table on real wires, simulated in a terminal, or a demonstration of it."""
