"""The scoreboard: a read-only page for the phones of the players."""
