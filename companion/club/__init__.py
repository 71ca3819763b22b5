"""The tables of a club: messages between boxes and their director, certificates, the box's end of the connection."""
