"""Frames of byte streams as arithmetic: bytes in, frames out; no port, no time."""
