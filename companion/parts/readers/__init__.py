"""One file a reader kind: its entry, `KIND`; and what several of them share: buses, typed numbers."""
