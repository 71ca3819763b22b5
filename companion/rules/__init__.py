"""What every game is: statements, events, expectations, dealer, suggestions; the referee; the family of trick games."""
