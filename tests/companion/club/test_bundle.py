"""A bundle as a text: written, read, and refused in words."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.authority import Authority
from companion.club.bundle import MOST_BYTES, Bundle, UnfitBundleError, bundle_of, name_problem

NOW = datetime(2026, 11, 25, tzinfo=UTC)


@cache
def bundle() -> Bundle:
    authority = Authority.make("Club", NOW)
    signed = authority.client("table-4", NOW)
    return Bundle("table-4", "club.local", 8883, authority.pem, signed.certificate, signed.key)


def changed(old: str, new: str) -> bytes:
    text = bundle().to_text()
    assert old in text
    return text.replace(old, new).encode()


def archive(kind: str) -> bytes:
    """An archive with a path that leads elsewhere, as a tar or a zip."""
    content = io.BytesIO()
    if kind == "tar":
        with tarfile.open(fileobj=content, mode="w") as tar:
            tar.addfile(tarfile.TarInfo("../../etc/passwd"))
    else:
        with zipfile.ZipFile(content, "w") as packed:
            packed.writestr("../../etc/passwd", "")
    return content.getvalue()


def test_a_bundle_comes_back_as_it_was_written() -> None:
    assert bundle_of(bundle().to_text().encode()) == bundle()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (lambda: b"", "it has nothing"),
        (lambda: b"\xff\xfe", "it is not a bundle"),
        (lambda: b"box = " + b"[" * 9_000, "it is not a bundle"),
        (lambda: b"#" * (MOST_BYTES + 1), f"it has more than {MOST_BYTES} bytes"),
        (lambda: archive("tar"), "it is not a bundle"),
        (lambda: archive("zip"), "it is not a bundle"),
        (lambda: b'also = "this"\n' + bundle().to_text().encode(), "it has also, authority, "),
        (lambda: changed('box = "table-4"', 'box = "../../etc"'), "“../../etc” is not a name for a box"),
        (lambda: changed('box = "table-4"', 'box = "Table"'), "“Table” is not a name for a box"),
        (lambda: changed('box = "table-4"', 'box = "director"'), "“director” cannot be a box"),
        (lambda: changed('box = "table-4"', 'box = ["table-4"]'), "its box is not a text"),
        (lambda: changed("club.local", "club.local\\nlistener 1883"), "its broker is not a name"),
        (lambda: changed("port = 8883", "port = true"), "its port is not a whole number"),
        (lambda: changed("port = 8883", "port = 65536"), "its port is not a whole number"),
        (lambda: changed("BEGIN PRIVATE KEY", "BEGIN ENCRYPTED PRIVATE KEY"), "its key is not a PEM text"),
        (lambda: changed(bundle().certificate, bundle().certificate * 2), "its certificate is not a PEM text"),
        (lambda: changed(bundle().authority, ""), "its authority is not a PEM text"),
    ],
)
def test_what_is_no_bundle_is_refused_in_words(content: Callable[[], bytes], why: str) -> None:
    with pytest.raises(UnfitBundleError) as refusal:
        bundle_of(content())
    assert str(refusal.value).startswith(why)
    assert str(refusal.value).isprintable()


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_refused(content: bytes) -> None:
    with pytest.raises(UnfitBundleError):
        bundle_of(content)


@given(st.integers(0, 1_600), st.integers(0, 255))
def test_a_bundle_with_a_changed_byte_is_one_or_refused(at: int, byte: int) -> None:
    content = bytearray(bundle().to_text().encode())
    content[at] = byte
    try:
        name = bundle_of(bytes(content)).box
    except UnfitBundleError:
        return
    assert name_problem(name) == ""


@pytest.mark.parametrize("name", ["table-4", "4", "a" * 32])
def test_names_that_a_box_may_have(name: str) -> None:
    assert name_problem(name) == ""


@pytest.mark.parametrize(
    "name", ["", "-4", "Table", "a" * 33, "a/b", "a+", "#", "a\n", "tisch-ä", "broker", "club", "home-assistant"]
)
def test_names_that_no_box_has(name: str) -> None:
    assert name_problem(name)
