"""State to picture, pure."""
