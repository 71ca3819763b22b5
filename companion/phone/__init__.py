"""A phone as the reader: its page over TLS, the pairing, and the reader that its taps come from."""
