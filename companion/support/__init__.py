"""What every room uses: values that start fast, and text."""
