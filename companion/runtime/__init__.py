"""The box at work: the loop, its panel and devices, the recorder, the service."""
