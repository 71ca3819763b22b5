"""The service in a booted system: the boot, and the program inside."""
