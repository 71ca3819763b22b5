"""Many tables: what goes over the wire between the boxes of a club and its director, and the box's end of it."""
