"""BirdHead."""
