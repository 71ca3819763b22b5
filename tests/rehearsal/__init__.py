"""The service in a booted system: what runs there, and how it is booted."""
