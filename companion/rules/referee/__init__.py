"""The referee: legality, promises, proof."""
