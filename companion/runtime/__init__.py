"""The box at work: loop, panel, gestures, part health, devices, recorder, splash, USB sticks, service."""
