"""The checkpoint: believed as it was written, by the program that wrote it, and not otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.storage import checkpoint as module
from companion.storage.checkpoint import Checkpoint, CheckpointFile
from companion.storage.disk import DISK
from tests.companion.storage.test_parked_titles import Full

KEPT = Checkpoint("2026-11-20-rook", 512, 2, 0x9AB3C1F0, ("game rook", 'players "Zoë M" Bob'), 17, ((1, 2), None))


@pytest.fixture
def file(tmp_path: Path) -> CheckpointFile:
    return CheckpointFile(tmp_path / "checkpoint", DISK)


def test_it_comes_back_and_a_missing_file_has_none(file: CheckpointFile) -> None:
    assert file.load() is None
    file.save(KEPT)
    assert file.load() == KEPT


def test_another_program_has_none(file: CheckpointFile, monkeypatch: pytest.MonkeyPatch) -> None:
    file.save(KEPT)
    monkeypatch.setattr(module, "_PROGRAM", "0.2.0 '/opt/companion/later'")
    assert file.load() is None


def test_no_flipped_bit_and_no_cut_is_believed(file: CheckpointFile, tmp_path: Path) -> None:
    file.save(KEPT)
    path = tmp_path / "checkpoint"
    whole = path.read_bytes()
    spoilt = [whole[:length] for length in range(len(whole))]
    spoilt += [whole[:at] + bytes((whole[at] ^ 1 << at % 8,)) + whole[at + 1 :] for at in range(len(whole))]
    for content in spoilt:
        path.write_bytes(content)
        with pytest.raises(ValueError, match="does not fit"):
            file.load()


def test_a_card_that_refuses_costs_the_checkpoint_only(tmp_path: Path) -> None:
    full = CheckpointFile(tmp_path / "checkpoint", Full())
    full.save(KEPT)
    assert full.load() is None
