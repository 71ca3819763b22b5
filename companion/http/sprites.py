"""What a sprite may be made of: flat shapes and nothing else. Games of other packages bring their own.

A sprite is an SVG of `<symbol>`s that pages draw with `<use>`. Anything else could run a script, load from
other places, link away, or expand without end; so it is refused here, and once more by the headers it is served with.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

LARGEST = 12 * 1024
"""Maximum size of a sprite, in bytes."""

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = frozenset(f"{SVG}{shape}" for shape in "svg symbol g path rect circle ellipse line polyline polygon".split())
ATTRIBUTES = frozenset(
    """
    id viewBox preserveAspectRatio x y width height r rx ry cx cy x1 y1 x2 y2 d points transform opacity fill
    fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray
""".split()
)

HEADERS = {"content-security-policy": "sandbox; default-src 'none'"}
"""Further headers of a sprite: opened by itself it is a document that neither runs nor asks for anything."""


def symbols(sprite: bytes) -> frozenset[str]:
    """The ids of its symbols. Raises ValueError with the reason if it is no sprite."""
    if len(sprite) > LARGEST:
        raise ValueError(f"it has {len(sprite)} bytes, and {LARGEST} are allowed")
    text = sprite.decode("utf-8")
    if "<!" in text or "<?" in text:
        raise ValueError("it has a comment, a declaration or an instruction, and only elements are allowed")
    try:
        root = ET.fromstring(text)  # noqa: S314 - it is small and declares no entities
    except ET.ParseError as why:
        raise ValueError(f"it is no XML: {why}") from None
    for part in root.iter():
        _refuse_no_shape(part)
    ids = [element.get("id", "") for element in root.iter() if "id" in element.attrib]
    if len(ids) != len(set(ids)):
        raise ValueError("an id occurs twice")
    return frozenset(element.get("id", "") for element in root.iter(f"{SVG}symbol"))


def _refuse_no_shape(element: ET.Element) -> None:
    """Raise ValueError for an element that is no shape, and for an attribute that no shape needs."""
    if element.tag not in SHAPES:
        raise ValueError(f"it has <{element.tag.removeprefix(SVG)}>, which is no shape")
    for name, value in element.attrib.items():
        if name not in ATTRIBUTES or "url(" in value:
            raise ValueError(f"it has {name}={value!r}, which no shape needs")
