"""The table in a browser: a small server on this computer and one page; what runs below is the simulated table."""
