"""Tools that make pictures for people; the product never imports them."""
