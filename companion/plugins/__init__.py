"""Games of other packages: wheels judged, installed and removed."""
