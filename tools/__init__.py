"""What makes pictures for people; nothing of the product imports it."""
