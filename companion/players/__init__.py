"""Computer players: what a seat may know (`view`), and how it chooses by game and level."""
