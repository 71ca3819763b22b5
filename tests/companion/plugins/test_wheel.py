"""Which wheels are taken, and what is said of the others."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.plugins import wheel as wheels
from companion.plugins.wheel import UnfitWheelError, read_wheel
from tests.plugins import METADATA, MODULES, POINTS, WHEEL, wheel

INFO = "highcard-1.0.dist-info"
ABOUT = METADATA.format(name="highcard", version="1.0")


def reasons(path: Path) -> str:
    with pytest.raises(UnfitWheelError) as refused:
        read_wheel(path)
    assert refused.value.reasons
    assert all(reason and not reason.endswith(".") for reason in refused.value.reasons)
    return "\n".join(refused.value.reasons)


def test_a_wheel_with_one_game_is_taken(tmp_path: Path) -> None:
    found = read_wheel(wheel(tmp_path))
    assert (found.package, found.version, found.name) == ("highcard", "1.0", "highcard")
    assert found.entry == "highcard.entry:ENTRY"
    assert {name: content.decode() for name, content in found.files.items() if name in MODULES} == MODULES


@pytest.mark.parametrize(
    ("further", "why"),
    [
        ({"highcard.pth": "import os"}, "would change how every Python program starts"),
        ({"highcard/highcard.pth": "import os"}, "would change how every Python program starts"),
        ({"highcard-1.0.data/scripts/run": "#!/bin/sh"}, "would be installed outside its package"),
        ({"other/__init__.py": ""}, "“other/__init__.py” lies outside its package highcard"),
        ({"companion/games/registry.py": ""}, "lies outside its package highcard"),
        ({"highcard/fast.so": ""}, "is compiled"),
        ({"highcard/__pycache__/rules.cpython-311.pyc": ""}, "is compiled"),
        ({"../evil.py": ""}, "leads out of its directory"),
        ({"/etc/passwd": ""}, "leads out of its directory"),
        ({"highcard/../../evil.py": ""}, "leads out of its directory"),
        ({"highcard\\..\\evil.py": ""}, "leads out of its directory"),
        ({"C:evil.py": ""}, "leads out of its directory"),
        ({"highcard/a\nb.py": ""}, "leads out of its directory"),
        ({"highcard/Entry.py": ""}, "“highcard/entry.py” is in it twice"),
        ({"INFO/entry_points.txt": POINTS + "[console_scripts]\nrun = a:b\n"}, "it brings a program, “run”"),
        ({"INFO/entry_points.txt": POINTS + "[gui_scripts]\nrun = a:b\n"}, "it brings a program, “run”"),
        ({"INFO/entry_points.txt": ""}, "it brings no game"),
        ({"INFO/entry_points.txt": "nonsense"}, "its entry_points.txt cannot be read"),
        ({"INFO/entry_points.txt": f"{POINTS}two = highcard.two:ENTRY\n"}, "several games (highcard, two)"),
        ({"INFO/entry_points.txt": POINTS.replace(":ENTRY", "")}, "but must be MODULE:NAME"),
        ({"INFO/WHEEL": WHEEL.replace("true", "false")}, "not pure Python"),
        ({"INFO/WHEEL": WHEEL.replace("any", "linux_armv7l")}, "not pure Python"),
        ({"INFO/WHEEL": f"{WHEEL}Tag: cp311-cp311-linux_armv7l\n"}, "not pure Python"),
        ({"INFO/METADATA": f"{ABOUT}Requires-Dist: numpy>=1\n"}, "it needs another package, “numpy>=1”"),
        ({"INFO/METADATA": "Metadata-Version: 2.1\n"}, "no Name or no Version"),
        ({"INFO/METADATA": ABOUT.replace("highcard", "rich")}, "its METADATA names rich 1.0"),
        ({"INFO/METADATA": ABOUT.replace("1.0", "2.0")}, "its METADATA names highcard 2.0"),
    ],
)
def test_what_no_game_needs_is_refused_in_words(tmp_path: Path, further: dict[str, str], why: str) -> None:
    assert why in reasons(wheel(tmp_path, further=further))


@pytest.mark.parametrize("wanted", ["tabletop_companion>=0.1", "Tabletop-Companion", "pytest>=8; extra == 'test'"])
def test_the_companion_and_what_only_its_author_needs_may_be_wanted(tmp_path: Path, wanted: str) -> None:
    about = f"{ABOUT}Requires-Dist: {wanted}\n"
    assert read_wheel(wheel(tmp_path, further={"INFO/METADATA": about})).name == "highcard"


def test_all_reasons_are_told_at_once(tmp_path: Path) -> None:
    told = reasons(wheel(tmp_path, further={"a.pth": "", "b.data/x": "", "highcard/c.so": ""}))
    assert told.count("\n") == 2


def without_record(path: Path) -> Path:
    return wheel(path, record=False)


def with_an_endless_record(path: Path) -> Path:
    return wheel(path, further={"INFO/RECORD": "a" * 140_000}, record=False)


def with_another_file(path: Path) -> Path:
    made = wheel(path)
    with zipfile.ZipFile(made, "a") as written:
        written.writestr("highcard/more.py", "")
    return made


def with_another_content(path: Path) -> Path:
    record = zipfile.ZipFile(wheel(path)).read(f"{INFO}/RECORD").decode()
    return wheel(path, {**MODULES, "highcard/rules.py": "evil"}, further={"INFO/RECORD": record}, record=False)


def with_a_file_less(path: Path) -> Path:
    record = zipfile.ZipFile(wheel(path)).read(f"{INFO}/RECORD").decode()
    fewer = {name: text for name, text in MODULES.items() if name != "highcard/tags.py"}
    return wheel(path, fewer, further={"INFO/RECORD": record}, record=False)


def without_end(path: Path) -> Path:
    made = wheel(path)
    made.write_bytes(made.read_bytes()[:-40])
    return made


def with_a_flipped_bit(path: Path) -> Path:
    made = wheel(path)
    content = bytearray(made.read_bytes())
    content[content.index(b"class HighCard")] ^= 1
    made.write_bytes(content)
    return made


def with_a_link(path: Path) -> Path:
    made = wheel(path)
    link = zipfile.ZipInfo("highcard/link.py")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(made, "a") as written:
        written.writestr(link, "/etc/passwd")
    return made


def with_slow_packing(path: Path) -> Path:
    made = wheel(path)
    with zipfile.ZipFile(made, "a", zipfile.ZIP_LZMA) as written:
        written.writestr("highcard/more.py", "x" * 1000)
    return made


def with_a_bomb(path: Path) -> Path:
    made = wheel(path)
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as written:
        written.writestr("highcard/zeros.txt", bytes(wheels.MOST_BYTES + 1))
    return made


def with_many_files(path: Path) -> Path:
    return wheel(path, {**MODULES, **{f"highcard/f{number}.py": "" for number in range(wheels.MOST_FILES)}})


def of_another_name(path: Path) -> Path:
    return wheel(path).rename(path / "highcard-1.0.zip")


def of_another_version(path: Path) -> Path:
    return wheel(path).rename(path / "highcard-2.0-py3-none-any.whl")


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (without_record, "RECORD is missing"),
        (with_an_endless_record, "RECORD cannot be read"),
        (with_another_file, "“highcard/more.py” differs from its RECORD"),
        (with_another_content, "“highcard/rules.py” differs from its RECORD"),
        (with_a_file_less, "“highcard/tags.py” is in its RECORD, but not in the wheel"),
        (without_end, "it is damaged"),
        (with_a_flipped_bit, "it is damaged"),
        (with_a_link, "“highcard/link.py” is a link"),
        (with_slow_packing, "is compressed as in no wheel"),
        (with_a_bomb, "unpacks to more than 400 files or 8 MB"),
        (with_many_files, "unpacks to more than 400 files or 8 MB"),
        (of_another_name, "is not a pure-Python wheel"),
        (of_another_version, "highcard-2.0.dist-info/METADATA is missing"),
    ],
)
def test_a_wheel_that_is_not_what_it_says_is_refused(tmp_path: Path, made: Callable[[Path], Any], why: str) -> None:
    assert why in reasons(made(tmp_path))


def test_no_flipped_bit_of_a_wheel_gives_another_game(tmp_path: Path) -> None:
    path = wheel(tmp_path)
    right, whole = read_wheel(path), path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << place % 8)]) + whole[place + 1 :])
        try:
            found = read_wheel(path)
        except UnfitWheelError:
            continue
        assert found == right


def test_a_large_wheel_is_not_read(tmp_path: Path) -> None:
    path = wheel(tmp_path)
    with path.open("r+b") as written:
        written.truncate(wheels.MOST_BYTES + 1)
    assert "larger than 8 MB" in reasons(path)
    with pytest.raises(OSError, match="Invalid argument"):
        read_wheel(Path("/dev/zero"))
