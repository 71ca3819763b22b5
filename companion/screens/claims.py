"""The screen of a claim: who claims the rest, that the hand may be shown, and how all answer."""

from __future__ import annotations

from companion.rules.claims import pending
from companion.screens.parts import large_name, options
from companion.screens.screen import FINGER, Fact, Glance, Screen, TopLines
from companion.screens.words import AGAIN
from companion.support.messages import tr, tr_n
from companion.table.state import Table


def claimed(table: Table) -> Screen | None:
    """The question whether all agree to a claim. None: nobody has claimed."""
    match = table.playing
    claim = pending(match.state)
    if claim is None:
        return None
    shown, cards = len(table.begun.gathered), match.expects.pieces[1]
    show = tr_n("show it: tap {n} card", "show them: tap {n}", cards - shown) if cards else ""
    who = Fact(large_name(match, claim.seat), FINGER, side=f"{shown}/{cards}" if shown else "", aside=tr("claims"))
    show = tr(AGAIN) if table.begun.interrupted else show
    return Screen(
        "claim",
        TopLines(memo=tr("all tricks that are left")),
        options(table, who, show) if table.offered else Glance(who, (show,)),
    )
