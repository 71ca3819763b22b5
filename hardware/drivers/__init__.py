"""One driver for each device, written against the interfaces of `hardware.bus`."""
