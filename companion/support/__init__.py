"""Values that start fast, text and text tables. Every room may use them."""
