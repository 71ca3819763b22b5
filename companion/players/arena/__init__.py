"""Contests between levels of computer players, with the same cards in every seat: `companion arena`."""
