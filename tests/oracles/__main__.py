"""`make oracles`: the same deals in ours and in OpenSpiel's rules, 10,000 of each game. Any difference fails it.

Arguments: the number of deals, and the games.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count
from time import monotonic

from tests.oracles.both import Both, DifferenceError
from tests.oracles.peers import PEERS

DEALS = 10_000
SHOWN = 3
"""Records of differences that are printed, of each process."""


def compare(game: str, deals: int, first: int = 0, step: int = 1) -> tuple[int, list[str]]:
    """Play so many deals, in every `step`th match from the first on. Returns the moves compared and the differences."""
    moves, differences, number = 0, [], first
    while deals:
        both = Both(PEERS[game], number)
        try:
            while deals and not both.ends:
                deals -= 1
                both.deal()
        except DifferenceError as difference:
            differences.append(str(difference))
        moves += both.moves
        number += step
    return moves, differences


def main(deals: int = DEALS, *games: str) -> bool:
    """Compare on all processors. Returns whether there was no difference."""
    agree, processors = True, cpu_count() or 1
    with ProcessPoolExecutor(processors) as pool:
        for game in games or PEERS:
            began, shares = monotonic(), [(deals + at) // processors for at in range(processors)]
            done = pool.map(partial(compare, game, step=processors), shares, range(processors))
            moves, differences = zip(*done, strict=True)
            found, seconds = sum(map(len, differences)), monotonic() - began
            say(f"{game:10}{deals:8,} deals{sum(moves):12,} moves{found:6,} differences{seconds:7.0f} s")
            for difference in differences:
                say(*difference[:SHOWN])
            agree &= not found
    return agree


def say(*lines: str) -> None:
    print(*lines, sep="\n", end="\n" * bool(lines), flush=True)  # noqa: T201 - figures are to be read


if __name__ == "__main__":
    wanted, *of = sys.argv[1:] or [str(DEALS)]
    sys.exit(not main(int(wanted), *of))
