"""The inputs of a table, and the model of questions."""
