"""Files with the rights that they need from their first byte on: no key is readable by others, and every game is."""

from __future__ import annotations

import os
from pathlib import Path

from companion.storage.disk import Disk


class ModeDisk(Disk):
    """The system calls of `Disk`; new files and directories have these modes, whatever the umask."""

    def __init__(self, file: int, directory: int) -> None:
        self._file = file
        self._directory = directory

    def open(self, path: Path, flags: int) -> int:
        """Open a file and return its descriptor. One that is opened to be replaced gets the mode, too."""
        descriptor = os.open(path, flags, self._file)
        if flags & os.O_CREAT:
            os.fchmod(descriptor, self._file)
        return descriptor

    def mkdir(self, path: Path) -> None:
        """Create one directory."""
        path.mkdir(self._directory)
        path.chmod(self._directory)


OWNERS = ModeDisk(0o600, 0o700)
"""What only its owner can read."""
EVERYBODYS = ModeDisk(0o644, 0o755)
"""What everybody can read, and its owner change."""
