"""One driver a device, each written against the seams of `hardware.bus`."""
