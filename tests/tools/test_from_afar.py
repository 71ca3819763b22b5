"""Blurred pictures: nearer and larger panels are seen sharper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screens.screen import draw
from tests.slots import slots
from tools.from_afar import MM_WIDE, blurred, main
from tools.gallery import gallery
from tools.specimen import main as specimen

if TYPE_CHECKING:
    from pathlib import Path


def test_a_larger_or_nearer_panel_shows_more_contrast() -> None:
    picture = draw(gallery.screen("trick-one-card"))

    def contrast(inches: str, cm: float) -> int:
        seen = blurred(picture, MM_WIDE[inches], cm).tobytes()
        return sum(abs(a - b) for a, b in zip(seen, seen[3:], strict=False))

    assert contrast("0.96", 140) < contrast("0.96", 70) < contrast("2.42", 70)


def test_pictures_are_numbered_and_the_key_lies_beside_them(tmp_path: Path) -> None:
    main(["--out", str(tmp_path / "seen"), "trick-one-card", "game-over"])
    assert sorted(file.name for file in (tmp_path / "seen").iterdir()) == ["01.png", "02.png"]
    first = (tmp_path / "seen.txt").read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("01 trick-one-card: ")
    assert first.endswith(slots(gallery.screen("trick-one-card")).fact)


def test_a_specimen_is_drawn_without_any_other_face(tmp_path: Path) -> None:
    specimen(["--out", str(tmp_path / "sheet.png"), "--every"])
    assert (tmp_path / "sheet.png").stat().st_size
