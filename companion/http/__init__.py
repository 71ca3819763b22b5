"""Shared parts of both web servers: request checks, static files, server-sent events."""
