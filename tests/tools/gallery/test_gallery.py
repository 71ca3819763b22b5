"""Golden pictures: every screen of the gallery, pixel for pixel, against tests/screens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from companion.screens import png
from companion.screens.layouts import draw
from companion.screens.picture import Picture
from tests.cases import for_each
from tests.panels import picture_in
from tools.gallery import gallery
from tools.gallery.__main__ import main

TOP = Path(__file__).parents[3]
GOLDENS = TOP / gallery.GOLDENS
RENEW = "look at it, and if it is right: make goldens"


def report(name: str, before: Picture, after: Picture, directory: Path) -> Path:
    """The actual picture and one of both, side by side; gives the path of the latter."""
    png.save(after, directory / f"{name}.png")
    path = directory / f"{name}-before-after.png"
    png.sheet([("before", before), ("after", after)], columns=2, scale=4).save(path)
    return path


@for_each("name", gallery.names())
def test_a_screen_looks_as_in_its_golden_picture(name: str, tmp_path: Path) -> None:
    after = draw(gallery.screen(name))
    golden = GOLDENS / f"{name}.png"
    assert golden.exists(), f"{name} has no golden picture; {RENEW}"
    before = picture_in(golden)
    if after != before:
        raise AssertionError(f"{name} has changed: {report(name, before, after, tmp_path)}; {RENEW}")


def test_every_golden_picture_has_its_screen() -> None:
    assert sorted(path.stem for path in GOLDENS.glob("*.png")) == sorted(gallery.names())


def test_golden_pictures_are_black_and_white_and_as_large_as_the_panel() -> None:
    for path in GOLDENS.glob("*.png"):
        with Image.open(path) as image:
            assert (image.mode, image.size) == ("1", (128, 64)), path.name


def test_no_screen_is_there_twice_but_the_question_that_ends_a_game_either_way() -> None:
    seen: dict[bytes, str] = {}
    for name, picture in gallery.pictures():
        other = seen.setdefault(picture.pages, name)
        assert (name, other) == ("ended", "game-over-again") or other == name, f"{name} is the same picture as {other}"


def test_a_changed_screen_is_reported_with_a_picture_of_before_and_after(tmp_path: Path) -> None:
    one, other = draw(gallery.screen("dealer")), draw(gallery.screen("menu"))
    path = report("dealer", one, other, tmp_path)
    assert picture_in(tmp_path / "dealer.png") == other
    with Image.open(path) as image:
        assert image.width > 2 * 4 * 128


def test_renewing_draws_every_screen_and_takes_away_what_has_none(tmp_path: Path) -> None:
    stray = tmp_path / "long-gone.png"
    png.save(draw(gallery.screen("dealer")), stray)
    gallery.renew(tmp_path)
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(gallery.names())
    assert picture_in(tmp_path / "menu.png") == draw(gallery.screen("menu"))


def test_the_command_tells_what_every_screen_shows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--told", "en"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told if not line.startswith(" ")] == list(gallery.names())
