"""Tags: from detections to taps, and which tag stands for which piece."""
