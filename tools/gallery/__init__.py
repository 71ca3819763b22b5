"""The gallery: every screen by name, made by a table at play, for golden pictures and documents."""
