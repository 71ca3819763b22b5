"""What the servers of all pages are made of: a site with its guard, files and stream, and the types of views."""
