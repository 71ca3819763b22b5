"""The inputs of a table, its cues, and the model of questions."""
