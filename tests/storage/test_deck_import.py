"""Import of a deck over another one while each call on the card fails once: the old deck or the new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.decks import _import
from companion.storage.disk import StorageError
from companion.storage.records import Store
from companion.tags.tag_decks import decode, encode
from tests.storage.spoilt_card import FAULTS, KilledError, SpoiltCard, left_on
from tests.storage.stories import NEW, OLD
from tests.storage.witness import ROOT
from tests.torture import so_many

if TYPE_CHECKING:
    from pathlib import Path

    from companion.tags.tag_decks import TagDeck


def imported(card: SpoiltCard, file: Path) -> bool:
    """Whether the import said that it was done."""
    try:
        return _import(Store(ROOT, card), str(file), may_replace=True) == 0
    except (StorageError, KilledError):
        return False


def test_an_import_that_is_cut_off_or_fails_leaves_the_old_deck_or_the_new_one(tmp_path: Path) -> None:
    old, new = (decode(encode(deck).replace(str(deck.name), "sim")) for deck in (OLD, NEW))
    file = tmp_path / "new.json"
    file.write_text(encode(new), "utf-8")
    unspoilt = with_deck(SpoiltCard(), old)
    before = len(unspoilt.made)
    assert imported(unspoilt, file)
    states = 0
    for at, call in enumerate(unspoilt.made[before:], before):
        for spoil in FAULTS[call]:
            card = with_deck(SpoiltCard(at, spoil), old)
            done = imported(card, file)
            card.heal()
            for left in left_on(card, so_many(10, 100)):
                states += 1
                (found,) = Store(ROOT, left).decks.shelf().decks
                assert found in ([new] if done else [old, new]), f"call {at} ({call}), {spoil}"
    assert states > 200


def with_deck(card: SpoiltCard, deck: TagDeck) -> SpoiltCard:
    Store(ROOT, card).decks.save(deck)
    return card
