"""The scoreboard: a page for the phones of those who play, on which they look and change nothing."""
