"""The command `companion`: one file a command, and the console."""
