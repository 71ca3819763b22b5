"""Bird Dog: everything the companion knows of this game."""
