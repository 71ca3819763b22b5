"""The interface of a game: its statements, events and expectations; the referee; the family of trick-taking games."""
