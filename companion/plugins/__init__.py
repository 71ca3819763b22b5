"""Plug-in games: wheels are judged, tried, installed and removed."""
