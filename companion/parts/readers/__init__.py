"""One file a reader kind: its entry, `KIND`."""
