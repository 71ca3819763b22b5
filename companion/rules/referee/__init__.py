"""What is legal, what is promised, what is proven."""
