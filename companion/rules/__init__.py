"""What every game is: the questions it answers, its statements and events, and the trick family."""
