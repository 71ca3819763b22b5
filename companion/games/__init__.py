"""One folder a game, and nothing about that game anywhere else."""
