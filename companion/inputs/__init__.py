"""What readers and buttons say, and one model of questions."""
