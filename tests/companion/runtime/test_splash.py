"""The first light: the same picture on the glass as the driver of the panel shows, and never any trouble."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.runtime.devices import picture_messages
from companion.runtime.splash import NAME, load, save, show
from companion.screens.layouts import draw
from companion.screens.templates import fill
from companion.screens.words import SPLASH
from companion.settings.schema import DEFAULTS, Panel
from hardware.bus import DeviceError, I2c
from hardware.sim.i2c import SimI2c
from tests.panels import PANELS
from tests.torture import TORTURE

SERVICE = {"NOTIFY_SOCKET": "/run/systemd/notify"}
PICTURE = draw(fill(SPLASH)).pages


def started(root: Path, *words: str) -> tuple[str, ...]:
    return (*(words or ("play",)), "--data", str(root))


@pytest.mark.parametrize("rotation", [0, 180])
@pytest.mark.parametrize("kind", PANELS)
def test_a_panel_fresh_from_the_plug_shows_the_splash(tmp_path: Path, kind: str, rotation: int) -> None:
    settings = replace(DEFAULTS, panel=Panel(kind=kind, rotation=rotation, address=0x3D, i2c_bus=3))
    save(tmp_path, settings.panel, picture_messages(PICTURE, settings))
    panel = PANELS[kind]()
    buses: dict[int, I2c] = {3: SimI2c({0x3D: panel})}
    show(started(tmp_path), SERVICE, buses.__getitem__)
    upright = panel.picture()
    assert (upright if rotation == 0 else turned(upright)) == PICTURE


def turned(picture: bytes) -> bytes:
    """Upside down: the last byte first, its lowest bit on top."""
    return bytes(int(f"{octet:08b}"[::-1], 2) for octet in reversed(picture))


def test_what_is_written_already_is_not_written_again(tmp_path: Path) -> None:
    save(tmp_path, DEFAULTS.panel, picture_messages(PICTURE, DEFAULTS))
    before = (tmp_path / NAME).stat()
    save(tmp_path, DEFAULTS.panel, picture_messages(PICTURE, DEFAULTS))
    assert (tmp_path / NAME).stat().st_ino == before.st_ino
    save(tmp_path, Panel(i2c_bus=0), picture_messages(PICTURE, DEFAULTS))
    assert (tmp_path / NAME).read_text("utf-8").startswith("0 3c ssd1306 0 usual ")


def test_another_environment_asks_its_own_luma(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = picture_messages(PICTURE, DEFAULTS)
    save(tmp_path, DEFAULTS.panel, messages)
    assert load(tmp_path, DEFAULTS.panel) == messages
    monkeypatch.setattr("sys.prefix", "/opt/companion/environment-later")
    assert load(tmp_path, DEFAULTS.panel) == ()
    show(started(tmp_path), SERVICE, lambda _: SimI2c({0x3C: PANELS["ssd1306"]()}))  # the light comes all the same


@pytest.mark.parametrize("rotation", [0, 180])
@pytest.mark.parametrize("kind", PANELS)
def test_the_messages_of_one_picture_give_those_of_any_other(kind: str, rotation: int) -> None:
    settings = replace(DEFAULTS, panel=Panel(kind=kind, rotation=rotation))
    dark = picture_messages(bytes(1024), settings)
    assert picture_messages(PICTURE, settings, dark) == picture_messages(PICTURE, settings) != dark


def test_a_card_that_refuses_costs_the_splash_only(tmp_path: Path) -> None:
    save(tmp_path / "not there", DEFAULTS.panel, picture_messages(PICTURE, DEFAULTS))


def untouched(_: int) -> I2c:
    raise AssertionError("no bus may be opened")


@pytest.mark.parametrize("text", ["", "1\n", "1 3c\nnothing", "one two\n", "1 3c 5\n"])
def test_a_damaged_splash_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text, "utf-8")
    show(started(tmp_path), SERVICE, untouched)


def test_no_flipped_bit_of_a_splash_reaches_any_address_of_the_bus(tmp_path: Path) -> None:
    save(tmp_path, DEFAULTS.panel, picture_messages(PICTURE, DEFAULTS))
    whole = (tmp_path / NAME).read_bytes()
    for bit in range(0, 8 * len(whole), 1 if TORTURE else 7):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        (tmp_path / NAME).write_bytes(flipped)
        show(started(tmp_path), SERVICE, untouched)
        assert load(tmp_path, DEFAULTS.panel) == ()


def test_without_a_file_or_a_panel_there_is_none(tmp_path: Path) -> None:
    def gone(_: int) -> I2c:
        raise DeviceError("no such bus", bus="i2c-1")

    show(started(tmp_path), SERVICE, gone)
    save(tmp_path, DEFAULTS.panel, picture_messages(PICTURE, DEFAULTS))
    show(started(tmp_path), SERVICE, gone)


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        (("play",), {}),  # somebody at a terminal, perhaps beside the service
        (("check",), SERVICE),
        ((), SERVICE),
    ],
)
def test_only_a_service_that_is_to_play_has_one(
    tmp_path: Path, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    save(tmp_path, DEFAULTS.panel, picture_messages(PICTURE, DEFAULTS))
    show(started(tmp_path, *words) if words else (), environment, untouched)
    show(("play", "--data"), environment, untouched)
