"""Every part of the box looked at in order, each with what was found and what mends it."""
