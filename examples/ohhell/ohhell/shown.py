"""What is said of Oh Hell wherever it is shown."""

from companion import api
from ohhell.rules import NOT_YET, OhHell, State


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
        if state.deal is None or state.now.opening.up == NOT_YET:
            return ""
        bids, size = dict(state.now.opening.bids), self.game.hand_size(state.setup, state.carried)
        return f"Trump {api.SUIT_SIGNS[state.now.opening.up.suit]}  bids {sum(bids.values())} of {size}"
