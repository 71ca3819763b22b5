"""The doctor checks every part of the box in order and names a remedy for each fault."""
