"""What is on the card, written in the order that survives a power cut."""
