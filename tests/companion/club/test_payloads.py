"""The payloads of a club: round trips, their JSON Schemas, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.club import payloads
from companion.club.limits import MOST_ANSWERED, MOST_BYTES, MOST_LINE_BYTES
from companion.club.payloads import (
    PAYLOADS,
    AskForLines,
    Assignment,
    Lines,
    MatchHead,
    Order,
    Presence,
    PublicView,
    ShownPlayer,
    State,
    decode,
    encode,
    pack,
)
from companion.support.decoding import RefusedMessage
from tests.club.lines import as_sent
from tools.write_types import schemas

ROOT = Path(__file__).parents[3]
SCHEMAS = {path.stem: json.loads(path.read_bytes()) for path in Path(payloads.__file__).parent.glob("schemas/*.json")}
DECODERS: dict[str, Callable[[bytes], object]] = {name: partial(decode, kind) for name, kind in PAYLOADS.items()}

MATCH = "2026-11-25-201503-spades"
PARTNERS = ("Ann", "Bob", "Cid", "Dee")
TABLE_4 = Assignment("2026-11-25-club", 2, 4, "spades", PARTNERS, "Cid", {"nil": "100"}, 2, (5, 6), duplicate=True)
VALUES = {
    "presence": (Presence(on=True, instance="0a1b2c3d", program="0.1.0"), Presence(on=False)),
    "state": (
        State(),
        State(3, ("Ann", "Zoë"), {MATCH: MatchHead.at(120, 0x9AB3C1F0, finished=True)}, ("no deck",)),
        State(4, ("Ann", "Bob", "Zoë"), seated=("Zoë", "Ann")),
    ),
    "ask": (AskForLines(MATCH, 17),),
    "order": (Order(1), Order(3, TABLE_4, ("2026-11-25-club:5",), {"Ann": 4, "Zoë": 12})),
}
EACH = [(kind, value) for kind, values in VALUES.items() for value in values]


def fits(kind: str, found: object) -> bool:
    return bool(Draft202012Validator(SCHEMAS[kind]).is_valid(found))


def accepted(kind: str, found: object) -> bool:
    try:
        DECODERS[kind](json.dumps(found).encode())
    except RefusedMessage:
        return False
    return True


def test_every_payload_has_a_schema_that_is_one() -> None:
    assert set(SCHEMAS) == set(DECODERS)
    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(("kind", "value"), EACH)
def test_a_value_survives_the_wire_and_fits_its_schema(kind: str, value: Any) -> None:
    payload = encode(value)
    assert DECODERS[kind](payload) == value
    assert fits(kind, json.loads(payload))


def test_of_the_view_that_phones_get_the_director_reads_what_it_shows() -> None:
    view = {"on": True, "says": ["Ann leads"], "players": [{"name": "Ann", "stands": 3, "open": []}], "turn": [0]}
    assert decode(PublicView, json.dumps(view).encode()) == PublicView(
        on=True, says=("Ann leads",), players=(ShownPlayer("Ann", 3),), turn=(0,)
    )
    assert fits("view", view)
    assert not fits("view", {"says": []})


def test_the_schemas_are_those_of_the_types() -> None:
    """`make goldens` writes them."""
    assert {name: json.loads(text) for name, text in schemas().items()} == {
        f"{name}.json": schema for name, schema in SCHEMAS.items()
    }


def test_a_newer_version_may_say_more() -> None:
    assert decode(AskForLines, b'{"match": "m", "from": 1, "why": {"it": "wants"}}') == AskForLines("m", 1)


def test_the_examples_of_the_document_fit_program_and_schemas() -> None:
    found = re.findall(
        r"### (\w+)\n\n```json\n(.*?)\n```", (ROOT / "docs/club-protocol.md").read_text("utf-8"), re.DOTALL
    )
    assert {kind for kind, _ in found} == set(DECODERS)
    for kind, example in found:
        DECODERS[kind](example.encode())
        assert fits(kind, json.loads(example))


WRONG = [
    ("presence", {"on": 1}, "on: found 1; allowed: true or false"),
    ("presence", {}, "allowed: an object with the key `on`"),
    ("presence", {"on": True, "instance": "xyz"}, 'instance: found "xyz"; allowed: 8 hex digits, or nothing'),
    ("state", {"order": True}, "order: found true; allowed: a whole number"),
    ("state", {"matches": {"../x": {}}}, 'matches: found {"../x": {}}; allowed: 1 to 64 of a-z, 0-9 and -'),
    ("state", {"matches": {"m": 3}}, 'matches: found {"m": 3}; allowed: an object'),
    ("state", {"here": ["\ud800"]}, 'here: found ["\\ud800"]; allowed: JSON in UTF-8'),
    ("ask", {"match": MATCH, "from": 0}, "from: found 0; allowed: a whole number >= 1"),
    ("ask", {"match": MATCH, "from": 1.0}, "from: found 1.0; allowed: a whole number"),
    ("ask", {"match": "A" * 99, "from": 1}, 'match: found "AAAAAAAAAA'),
    ("ask", {"match": "m\n", "from": 1}, 'match: found "m\\n"; allowed: 1 to 64 of a-z, 0-9 and -'),
    ("ask", [], "allowed: an object"),
    ("order", {"number": 1, "released": ["x"]}, 'released: found ["x"]; allowed: EVENT:BOARD'),
    ("order", {"number": 1, "assignment": 4}, "assignment: found 4; allowed: an object or null"),
    ("order", {"number": 1, "places": ["Ann"]}, 'places: found ["Ann"]; allowed: an object'),
    ("order", {"number": 1, "places": {"Ann": 0}}, 'places: found {"Ann": 0}; allowed: a whole number >= 1'),
    ("view", {"on": "yes"}, 'on: found "yes"; allowed: true or false'),
    ("view", {"on": True, "players": [{"name": ["Ann"]}]}, 'players: found [{"name": ["Ann"]}]; allowed: a text'),
    ("view", {"on": True, "where": {}}, "where: found {}; allowed: a text"),
]


@pytest.mark.parametrize(("kind", "found", "sentence"), WRONG)
def test_a_wrong_payload_is_refused_with_what_was_found_and_what_is_allowed(
    kind: str, found: object, sentence: str
) -> None:
    with pytest.raises(RefusedMessage) as refused:
        DECODERS[kind](json.dumps(found).encode())
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("key", "found", "sentence"),
    [
        ("players", ["Ann"], "a list of length >= 2"),
        ("players", ["Ann", "Ann"], "2 to 8 different players"),
        ("players", ["Ann", "ANN "], "2 to 8 different players"),
        (
            "players",
            ["Ann", "Zo\u200bë"],
            "U+200B, as emoji joined of several have: type it again, without that emoji or with a simpler one",
        ),
        ("players", ["Ann", 'B"b'], "names of 1 to 64 bytes"),
        ("dealer", "Eve", "a dealer who is one of the players, or null"),
        ("dealer", [], "a text or null"),
        ("options", {"a b": "c"}, "words of 1 to 40 characters"),
        ("options", {"nil": 100}, "a text"),
        ("boards", [5], "2 different boards"),
        ("boards", [5, 5], "2 different boards"),
        ("boards", [0, 5], "a whole number >= 1"),
        ("duplicate", False, "no boards without duplicate"),
        ("table", 101, "a whole number <= 100"),
        ("game", "../../x", "the name of a game"),
    ],
)
def test_a_wrong_assignment_is_refused(key: str, found: object, sentence: str) -> None:
    order = json.loads(encode(Order(3, TABLE_4)))
    order["assignment"][key] = found
    with pytest.raises(RefusedMessage) as refused:
        decode(Order, json.dumps(order).encode())
    assert str(refused.value).startswith("assignment: found {")
    assert str(refused.value).endswith(sentence)


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        (b"", "not JSON in UTF-8"),
        (b"\xff\xfe{\x00}\x00", "not JSON in UTF-8"),
        (b'{"match": "\xff", "from": 1}', "not JSON in UTF-8"),
        (b'{"why": ' + b"[" * 60_000, "not JSON in UTF-8"),
        (b'{"match": "m", "from": ' + b"9" * 5_000 + b"}", "from: found 999999"),
        (b'{"match": ' + b"[" * 9_000 + b"]" * 9_000 + b"}", "match: found what cannot be shown; allowed: a text"),
        (b'{"from": NaN}', "from: found NaN; allowed: JSON in UTF-8"),
        (b'{"match": "m", "from": 1, "match": "n"}', "match: found twice; allowed: once"),
        (b'{"match": "m", "from": 1, "more": {"a": 1, "a": 2}}', "a: found twice; allowed: once"),
        (b" " * (MOST_BYTES + 1), "a message of 65537 bytes; allowed: at most 65536"),
        (b'{"match": "\\ud800", "from": 1}', 'match: found "\\ud800"; allowed: JSON in UTF-8'),
    ],
)
def test_bytes_that_are_no_json_of_ours_are_refused(payload: bytes, sentence: str) -> None:
    with pytest.raises(RefusedMessage) as refused:
        decode(AskForLines, payload)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("line", ["", "x" * (MOST_LINE_BYTES + 1), "é" * (MOST_LINE_BYTES // 2 + 1), "a\nb", "a\r"])
def test_a_line_has_the_size_and_the_form_of_one(line: str) -> None:
    whole = Lines("m", ("x" * MOST_LINE_BYTES,), 1)
    assert decode(Lines, encode(whole)) == whole
    with pytest.raises(RefusedMessage, match="lines of"):
        decode(Lines, as_sent("m", 1, line.encode()))


def test_lines_are_packed_into_few_payloads_and_each_fits() -> None:
    long = '"' * MOST_LINE_BYTES
    for lines in (("Ann 9H",) * MOST_ANSWERED, (long,) * 10, ("a", long, "b" * 8_000, "\x01" * MOST_LINE_BYTES)):
        parts = list(pack("m" * 64, 999_000, lines))
        assert [line for part in parts for line in part.lines] == list(lines)
        assert [part.start for part in parts] == [
            999_000 + sum(len(p.lines) for p in parts[:at]) for at in range(len(parts))
        ]
        assert all(decode(Lines, encode(part)) == part for part in parts)
    assert len(list(pack("m", 1, ("Ann 9H",) * MOST_ANSWERED))) == 1


@given(
    kind=st.sampled_from(sorted(DECODERS)), payload=st.binary(max_size=200).filter(lambda some: b"{" not in some[:1])
)
def test_hostile_bytes_are_refused_in_words(kind: str, payload: bytes) -> None:
    with pytest.raises(RefusedMessage) as refused:
        DECODERS[kind](payload)
    assert 0 < len(str(refused.value)) < 300


ANY = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-2, 10_001),
        st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: not number.is_integer()),
        st.text(st.characters(exclude_characters="\n"), max_size=8),
        st.sampled_from(["Ann", "Bob", MATCH, "e:5", "e:0", "9ab3c1f0", "nil"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["on", "lines", "crc", "finished", "m"]), inner)
    ),
    max_leaves=5,
)


@given(example=st.sampled_from(EACH), data=st.data())
def test_the_schemas_and_the_program_accept_the_same(example: tuple[str, Any], data: st.DataObject) -> None:
    """But for three rules of an assignment that no schema can say."""
    kind, value = example
    found = json.loads(encode(value))
    inside = found.get("assignment") or found
    key = data.draw(st.sampled_from(sorted({*found, *inside})))
    holder = inside if key in inside else found
    holder[key] = data.draw(ANY)
    if kind == "order" and key in {"players", "dealer", "deals", "boards", "duplicate"}:
        assert fits(kind, found) or not accepted(kind, found)
    else:
        assert fits(kind, found) == accepted(kind, found)
