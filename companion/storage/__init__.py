"""Files on the SD card, written in an order that survives a power cut."""
