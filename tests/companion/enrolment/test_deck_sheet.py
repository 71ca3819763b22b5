"""The sheet to print: every piece with its place and its box, in three languages."""

from __future__ import annotations

import re

import pytest

from companion.enrolment.deck_kinds import DeckKind, kinds
from companion.enrolment.deck_sheet import sheet_of
from companion.games.registry import GAMES
from companion.support.messages import spoken_in
from companion.tags.tag_decks import CardCopy
from tests.cases import for_each

KNOWN = kinds(GAMES, ("Ann", "<b>Zoë</b>"))


@for_each("kind", KNOWN.values())
def test_every_piece_of_every_kind_has_a_box_and_its_place_in_the_order_of_enrolment(kind: DeckKind) -> None:
    lines = re.findall(r"<li><i></i><small>(\d+)</small><b>([^<]+)</b>", sheet_of(kind))
    assert [int(number) for number, _ in lines] == list(range(1, len(kind.pieces) + 1))


def test_a_sheet_says_where_the_stickers_go() -> None:
    where = {name: re.findall(r"<p>([^<]+)</p>", sheet_of(kind))[0] for name, kind in KNOWN.items()}
    assert "in the middle" in where["french"] == where["rook"]
    assert "under its base" in where["drinks"]
    assert "fob" in where["persons"] == where["commands"]


def test_what_has_its_tag_is_ticked_and_the_name_of_the_deck_stands_above() -> None:
    text = sheet_of(KNOWN["french"], {CardCopy("3S")}, "french-<red>")
    assert re.findall(r"<i>✓</i><small>(\d+)</small><b>(.*?)</b>", text) == [("2", "3♠")]
    assert "<h1>French 52: french-&lt;red&gt;</h1>" in text
    assert "&lt;b&gt;Zoë&lt;/b&gt;" in sheet_of(KNOWN["persons"])


@pytest.mark.parametrize(
    ("language", "queen"), [("en", "queen of spades"), ("de", "Pik Dame"), ("fr", "dame de pique")]
)
def test_a_sheet_speaks_the_language_of_the_house(language: str, queen: str) -> None:
    with spoken_in(language):
        text = sheet_of(KNOWN["french"])
    assert f'<html lang="{language}">' in text
    assert queen in text.replace("\u00a0", " ")
