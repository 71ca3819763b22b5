"""What both web servers are made of: who may ask, and how files and news are served."""
