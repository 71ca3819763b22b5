"""What is said of Oh Hell, and its screens: the bids so far; the trick above the tricks that are still to take."""

from companion import api
from companion.api import screens
from ohhell.rules import OH_HELL, OhHell, State


class OhHellShown(api.TrickShown[OhHell]):
    """The bids, and how many tricks they are together."""

    def trump(self, state: State) -> str:
        """The suit of the card that was turned up."""
        return state.now.opening.up.suit if state.deal else ""

    def beside(self, state: State, seat: api.Seat) -> tuple[str, ...]:
        """The bid."""
        bids = dict(state.now.opening.bids) if state.deal else {}
        return (f"bid {bids[seat]}",) if seat in bids else ()

    def second_line(self, state: State) -> str:
        """Trump, and the bids beside the tricks of the deal."""
        if not self.trump(state):
            return ""
        bids, size = dict(state.now.opening.bids), self.game.hand_size(state.setup, state.carried)
        return f"Trump {api.SUIT_SIGNS[self.trump(state)]}  bids {sum(bids.values())} of {size}"


def screen(table: screens.Table) -> screens.Screen | None:
    """The game's screen for this table. None: the one that comes by itself."""
    match = table.playing
    if table.page or match.expects.words.isdisjoint({"bid", api.PLAY}):
        return None
    if table.offered:
        return screens.at_place(screens.choosing(table), screens.memo(table))
    plays, bids = match.state.now.tricks[-1].plays, dict(match.state.now.opening.bids)
    cards = {play.seat: play.cards[0].sign for play in plays}
    wanted = tuple(str(bids[seat] - won) for seat, won in enumerate(OH_HELL.tricks_won(match.state)))
    led = api.SUIT_SIGNS[plays[0].cards[0].suit] if plays else ""
    player = screens.Fact(screens.large_name(match, match.expects.seats[0]), screens.FINGER, led, "lead")
    lines = (screens.AGAIN if table.begun.interrupted else "Tricks still to take:",)
    glance = screens.Glance(player, lines, screens.number_columns(match, wanted, cards))
    return screens.Screen("trick", screens.TopLines(memo=screens.memo(table)), glance)
