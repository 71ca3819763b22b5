"""The voice of the box, a process of its own: receives sentences on a socket, and speaks them."""
