"""What goes over byte lines, as arithmetic: bytes in, frames out; no port, no time."""
