"""The screens of Oh Hell: the bids so far, and the trick above the tricks that everybody has still to take."""

from dataclasses import replace

from companion import api
from companion.api import screens
from ohhell.rules import OH_HELL


def screen(table: screens.Table) -> screens.Screen | None:
    """The game's screen for this table. None: the one that comes by itself."""
    match = table.playing
    if table.page or match.expects.words.isdisjoint({"bid", api.PLAY}):
        return None
    if table.offered:
        return replace(screens.choosing(table), place=screens.memo(table))
    plays, bids = match.state.now.tricks[-1].plays, dict(match.state.now.bidding.bids)
    cards = {play.seat: play.cards[0].sign for play in plays}
    wanted = tuple(str(bids[seat] - won) for seat, won in enumerate(OH_HELL.tricks_won(match.state)))
    led = api.SUIT_SIGNS[plays[0].cards[0].suit] if plays else ""
    line, columns = "Tricks still to take:", screens.seat_columns(match, cards, wanted)
    lines = (screens.AGAIN if table.begun.interrupted else line,)
    return replace(screens.waiting(table), name="trick", side=led, aside="lead", lines=lines, columns=columns)
