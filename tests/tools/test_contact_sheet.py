"""The contact sheet: one file for each size, with a picture for each state."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.companion.scoreboard.phases import PHASES
from tests.needs import with_chromium
from tests.torture import only_with_torture
from tools.contact_sheet import CAPTION, GAP, THUMBNAIL, main

pytestmark = [
    pytest.mark.no_cover,  # what runs here besides the tool is tested elsewhere
    with_chromium,
    only_with_torture,  # a tool that people run, of pages that are tested elsewhere
]


def test_one_game_at_one_size_has_a_picture_for_each_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--out", str(tmp_path), "--game", "euchre", "--size", "200-percent"])
    table, phones = capsys.readouterr().out.splitlines()
    # Start, two of the deal, games left, watching, two of the drawer, the end, what it leaves.
    assert table == f"{tmp_path / '200-percent.png'}: 9 pictures"
    phases = [name for name in PHASES if name.startswith("euchre-")]  # two tabs of each, a box that is off, evenings
    assert phones == f"{tmp_path / 'phones.png'}: {2 * len(phases) + 2} pictures"
    with Image.open(tmp_path / "200-percent.png") as sheet:
        assert sheet.size == (GAP + 5 * (THUMBNAIL + GAP), GAP + 2 * (250 + CAPTION + GAP))
