"""A change of settings on the page while each call on the card fails once: the old settings or the new ones."""

from __future__ import annotations

import json

from companion.settings.settings_file import CannotChangeError
from companion.web.preferences import Preferences
from tests.storage.spoilt_card import FAULTS, KilledError, SpoiltCard, left_on
from tests.storage.witness import ROOT
from tests.torture import so_many

FILE = ROOT / "config.toml"
OLD = '# ours\n[sounds]\non = true\n[people]\nregulars = ["Ann"]\n'
CHOICE = json.dumps({"key": ["sounds", "on"], "value": False}).encode()


def changed(card: SpoiltCard) -> bool:
    """Whether the page was told that it is kept."""
    try:
        Preferences(FILE, card).choose(CHOICE)
    except (CannotChangeError, KilledError):
        return False
    return True


def with_settings(card: SpoiltCard) -> SpoiltCard:
    card.make(ROOT, ROOT)
    card.replace_whole(FILE, OLD.encode())
    return card


def test_a_change_that_is_cut_off_or_fails_leaves_the_old_settings_or_the_new_ones() -> None:
    unspoilt = with_settings(SpoiltCard())
    before = len(unspoilt.made)
    assert changed(unspoilt)
    new = unspoilt.read(FILE)
    assert new.decode() == OLD.replace("on = true", "on = false")
    states = 0
    for at, call in enumerate(unspoilt.made[before:-1], before):
        for spoil in FAULTS[call]:
            card = with_settings(SpoiltCard(at, spoil))
            done = changed(card)
            card.heal()
            for left in left_on(card, so_many(10, 100)):
                states += 1
                assert left.read(FILE) in ({new} if done else {OLD.encode(), new}), f"call {at} ({call}), {spoil}"
    assert states > 200
