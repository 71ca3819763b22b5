"""What the servers of the three pages are made of: a site with its guard, files and stream, and the types of views."""
