"""Computer players: what a seat may know (`seat_view`), and how it chooses by game and level."""
