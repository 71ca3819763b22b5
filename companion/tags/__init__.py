"""From tags in the field to taps, and which tag stands for which piece."""
