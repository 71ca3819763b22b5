"""Import of a deck over another one while each call on the card fails once: the old deck or the new one."""

from __future__ import annotations

from companion.enrolment.deck_transfer import DeckCollection
from companion.games.registry import GAMES
from companion.storage.disk import StorageError
from companion.storage.records import Store
from companion.tags.tag_decks import TagDeck, decode, encode
from tests.storage.spoilt_card import FAULTS, KilledError, SpoiltCard, left_on
from tests.storage.stories import NEW, OLD
from tests.storage.witness import ROOT
from tests.torture import so_many


def imported(card: SpoiltCard, text: str) -> bool:
    """Whether the import was done."""
    store = Store(ROOT, card)
    try:
        with store.alone():
            DeckCollection(store.decks, GAMES).put(text, may_replace=True)
    except (StorageError, KilledError):
        return False
    return True


def test_an_import_that_is_cut_off_or_fails_leaves_the_old_deck_or_the_new_one() -> None:
    old, new = (decode(encode(deck).replace(str(deck.name), "sim")) for deck in (OLD, NEW))
    unspoilt = with_deck(SpoiltCard(), old)
    before = len(unspoilt.made)
    assert imported(unspoilt, encode(new))
    states = 0
    for at, call in enumerate(unspoilt.made[before:], before):
        for spoil in FAULTS[call]:
            card = with_deck(SpoiltCard(at, spoil), old)
            done = imported(card, encode(new))
            card.heal()
            for left in left_on(card, so_many(10, 100)):
                states += 1
                (found,) = Store(ROOT, left).decks.shelf().decks
                assert found in ([new] if done else [old, new]), f"call {at} ({call}), {spoil}"
    assert states > 200


def with_deck(card: SpoiltCard, deck: TagDeck) -> SpoiltCard:
    Store(ROOT, card).decks.save(deck)
    return card
