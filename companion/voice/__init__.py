"""The voice of the box, a process of its own: hears sentences on a socket, and says them."""
