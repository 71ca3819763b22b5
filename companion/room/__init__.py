"""The box without wires of its own: a page in the room is display, buttons and sound, and the readers are real."""
