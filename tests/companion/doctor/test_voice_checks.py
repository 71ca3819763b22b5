"""What the doctor says of the voice: nothing of a silent box, and what mends one that cannot be heard."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.doctor.findings import PartState
from companion.doctor.voice_checks import check_hearing
from companion.settings.schema import DEFAULTS
from tests.companion.doctor.boxes import findings, simulated_box
from tests.companion.voice.loudspeaker import Loudspeaker, loudspeaker
from tests.needs import with_voice

__all__ = ["loudspeaker"]

ON = '[voice]\nverbosity = "all"\n'


def test_of_a_silent_box_with_four_buttons_nothing_is_said(tmp_path: Path) -> None:
    assert not {"voice", "sentence", "button SAY"} & set(findings(simulated_box(tmp_path)))


def test_the_fifth_button_is_asked_for(tmp_path: Path) -> None:
    assert findings(simulated_box(tmp_path, settings="[pins]\nsay = 13\n"))["button SAY"].state is PartState.OK


@with_voice
def test_a_voice_that_is_well_says_a_sentence(
    loudspeaker: Loudspeaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path / "cache"))
    with ThreadPoolExecutor() as others:
        heard = others.submit(loudspeaker.listen_until_a_pause)
        found = findings(simulated_box(tmp_path, settings=ON))
        assert any(heard.result())
    assert (found["voice"].state, found["sentence"].state) == (PartState.OK, PartState.OK)


def test_a_sentence_is_judged_by_those_who_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.doctor.voice_checks.Voice", Mock())
    for said, state in ((True, PartState.OK), (False, PartState.FAILURE), (None, PartState.SKIPPED)):
        assert check_hearing(Mock(settings=DEFAULTS, ask=Mock(return_value=said))).state is state


def test_missing_programs_are_named_with_their_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = simulated_box(tmp_path, settings=ON)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = findings(box)
    assert found["voice"].state is PartState.FAILURE
    assert found["voice"].remedy == "sudo apt install espeak-ng alsa-utils"
    assert found["sentence"].state is PartState.SKIPPED


@with_voice
def test_a_wrong_voice_and_a_wrong_sound_card_are_named_with_line_and_key(
    loudspeaker: Loudspeaker, tmp_path: Path
) -> None:
    del loudspeaker
    found = findings(simulated_box(tmp_path, settings=f'{ON}voice = "englsh"\ndevice = "unplugged"\n'))["voice"]
    assert found.state is PartState.FAILURE
    assert 'voice.voice: found "englsh"; allowed: ' in found.found
    assert 'voice.device: found "unplugged", which takes no sound (' in found.found
    assert found.remedy.startswith("correct that line")


def test_a_loudspeaker_on_bluetooth_is_refused_with_what_works(tmp_path: Path) -> None:
    found = findings(simulated_box(tmp_path, settings=f'{ON}device = "bluealsa:DEV=00:11:22:33:44:55"\n'))["voice"]
    assert found.state is PartState.FAILURE
    assert "reaches no sound server" in found.found
    assert "USB sound card" in found.remedy
