"""From the table state to a picture, pure."""
