"""Bird Dog."""
