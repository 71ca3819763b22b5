"""A box whose display, buttons and sound are a page in a browser; its readers are real."""
