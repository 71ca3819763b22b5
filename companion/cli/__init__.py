"""The command `companion`: a file a command, with what a long one does beside it, and the console."""
