"""What there is to know of the computer without touching a wire, gathered once into a value."""

from __future__ import annotations

import getpass
import grp
import importlib.util
import os
import shutil
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from companion.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PACKAGES: Mapping[str, str] = {
    "gpiozero": "gpiozero",
    "luma.oled": "luma.oled",
    "serial": "pyserial",
    "smbus2": "smbus2",
    "PIL": "pillow",
    "rich": "rich",
    "mfrc522": "mfrc522",
    "lgpio": "lgpio",
    "spidev": "spidev",
}
"""The packages of a box: as it is imported, and as it is called where packages are kept."""


@dataclass(frozen=True, slots=True)
class Node:
    """A file below /dev: whether this process may read and write it, and the group that may (empty: unknown)."""

    usable: bool
    group: str


@dataclass(frozen=True, slots=True)
class Machine:
    """One computer at one moment.

    `packages` holds versions by package name, those that are not installed are missing (empty: no version told);
    `model` is empty where there is no device tree, `boot` and `kernel` are config.txt and cmdline.txt of a Pi;
    `nodes` has those of the devices asked for that are there. `clock_is_set`: the network has told the time.
    """

    python: tuple[int, int, int]
    packages: Mapping[str, str]
    model: str
    boot: str
    kernel: str
    nodes: Mapping[str, Node]
    user: str
    free_bytes: int
    clock_is_set: bool


def looked_at(nodes: Iterable[str], kept_in: Path, root: Path = Path("/")) -> Machine:
    """This computer, its system files below `root`, and the disk that `kept_in` is or will be on."""
    there = {node: _node(root / node.lstrip("/")) for node in nodes}
    return Machine(
        python=sys.version_info[:3],
        packages=_packages(),
        model=_text(root, "proc/device-tree/model").rstrip("\0\n"),
        boot=_text(root, "boot/firmware/config.txt", "boot/config.txt"),
        kernel=_text(root, "proc/cmdline"),
        nodes={node: found for node, found in there.items() if found is not None},
        user=_user(),
        free_bytes=shutil.disk_usage(_nearest(kept_in)).free,
        clock_is_set=(root / "run/systemd/timesync/synchronized").exists(),
    )


def _packages() -> dict[str, str]:
    return {name: _version(name) for module, name in PACKAGES.items() if _is_there(module)}


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # of a package of which not even the parent is there
        return False


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _text(root: Path, *places: str) -> str:
    """The first of these files that can be read; empty for none."""
    for place in places:
        try:
            return (root / place).read_text("utf-8", errors="replace")
        except OSError:
            continue
    return ""


def _node(pattern: Path) -> Node | None:
    """A device, or the first that fits a pattern as `/dev/serial/by-id/usb-*`."""
    node = next(iter(sorted(pattern.parent.glob(pattern.name))), None)
    if node is None or not node.exists():
        return None
    return Node(os.access(node, os.R_OK | os.W_OK), _group(node.stat().st_gid))


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return ""


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return "$USER"


def _nearest(place: Path) -> Path:
    return next(one for one in (place, *place.parents) if one.exists())
