"""A step and a playout of the trick games beside OpenSpiel's: `make bench-peers`.

OpenSpiel's games are C++. A step is: all right plays, one of them by chance, and playing it; a playout is: a copy of
the position, playing it to its end by chance, and its scores. Both sides take turns in one process, round by round;
told is the processor time of each side's best round. Ours are played by their own rules of thumb in one run.
OpenSpiel's are driven step by step, as its Python users do, and again by its own loop in C++ (`evaluate_bots`, with
bots that play by chance): nobody has to beat that with Python, but it is told. Bids are out of the count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

from companion.games.birddog.playout import BirdDogPosition
from companion.games.birddog.rules import BIRD_DOG
from companion.games.birdhead.playout import BirdHeadPosition
from companion.games.birdhead.rules import BIRD_HEAD
from companion.games.euchre.playout import EuchrePosition
from companion.games.euchre.rules import EUCHRE
from companion.games.hearts.playout import HeartsPosition
from companion.games.hearts.rules import HEARTS
from companion.games.rook.playout import RookPosition
from companion.games.rook.rules import ROOK
from companion.games.spades.playout import SpadesPosition
from companion.games.spades.rules import SPADES
from companion.players.strategy import OVER
from companion.rules.game import Option, Setup
from companion.rules.statements import Statement
from companion.rules.tricks import TrickGame
from companion.support.values import replace

DEALS, ROUNDS = 300, 9
NO_PASSING = tuple(
    Option("passing", ("none",), "") if option.name == "passing" else option for option in HEARTS.options
)
CHANCE = Random(1)
SHAPES = {
    "oh_hell 3x7": "oh_hell(players=3,num_suits=4,num_cards_per_suit=6,num_tricks_fixed=7)",
    "oh_hell 4x9": "oh_hell(players=4,num_suits=4,num_cards_per_suit=10,num_tricks_fixed=9)",
    "hearts 4x13": "hearts(pass_cards=False)",
    "euchre": "euchre",
    "spades 4x13": "spades",
}


class Figures(NamedTuple):
    """Microseconds of a step, of a playout, and of one without a step in Python."""

    step: float
    playout: float
    fused: float


# ---------------------------------------------------------------- ours


def bird_dog() -> BirdDogPosition:
    """Trump is forced, nobody says nil."""
    cards = shuffled(BIRD_DOG)
    passes = [Statement("pass", seat) for seat in (1, 2, 0)]
    ups = [Statement("up", None, (cards.pop(),)) for _ in range(3)]
    state = told(BIRD_DOG, 3, [Statement("deal"), ups[0], *passes, ups[1], *passes, ups[2], *passes])
    return BirdDogPosition.of(state, dealt(BIRD_DOG, cards, 7))


def rook() -> RookPosition:
    """The first bidder has it for 70; black is trump."""
    bids = [Statement("bid", 1, value="70"), *(Statement("pass", seat) for seat in (2, 3, 0))]
    state = told(ROOK, 4, [Statement("deal"), *bids, Statement("lays", 1), Statement("trump", 1, value="black")])
    return RookPosition.of(state, dealt(ROOK, shuffled(ROOK)[5:], 9))


def bird_head() -> BirdHeadPosition:
    """Ten cards each."""
    state = told(BIRD_HEAD, 4, [Statement("deal")])
    return BirdHeadPosition.of(state, dealt(BIRD_HEAD, shuffled(BIRD_HEAD)[10:], 10))


def hearts() -> HeartsPosition:
    """Nobody passes, as with the peer."""
    state = told(replace(HEARTS, options=NO_PASSING), 4, [Statement("deal")])
    return HeartsPosition.of(state, dealt(HEARTS, shuffled(HEARTS), 13))


def euchre() -> EuchrePosition:
    """Left of the dealer orders and plays with the partner; the dealer discards any other card."""
    discarded, *cards = shuffled(EUCHRE)
    hands, up = [[*cards[4 * seat : 4 * seat + 4]] for seat in range(4)], cards[16]
    for hand, card in zip(hands, cards[16:], strict=False):
        hand.append(card)
    words = [Statement("up", None, (up,)), Statement("orders", 1), Statement("discards", 0, (discarded,))]
    state = told(EUCHRE, 4, [Statement("deal"), *words, Statement("pass", 1)])
    return EuchrePosition.of(state, [EUCHRE.deck.set(hand) for hand in hands])


def spades() -> SpadesPosition:
    """Everybody bids three."""
    bids = [Statement("bid", seat, value="3") for seat in (1, 2, 3, 0)]
    return SpadesPosition.of(told(SPADES, 4, [Statement("deal"), *bids]), dealt(SPADES, shuffled(SPADES), 13))


def told(game: TrickGame[Any], seats: int, story: list[Statement]) -> Any:
    state = game.begin(Setup(seats, 0, (0,) * seats, {option.name: option.values[0] for option in game.options}))
    for statement in story:
        state, _ = game.advance(state, statement)
    return state


def shuffled(game: TrickGame[Any]) -> list[Any]:
    return CHANCE.sample(game.deck.cards_in_order, len(game.deck))


def dealt(game: TrickGame[Any], cards: list[Any], size: int) -> list[int]:
    return [game.deck.set(cards[at : at + size]) for at in range(0, len(cards), size)]


def our_figures(deal: Callable[[], Any]) -> Iterator[Figures]:
    """Of one round after the other."""
    choice, luck = CHANCE.choice, CHANCE.randrange
    deals = [deal() for _ in range(DEALS)]
    while True:
        copies, steps, began = [position.copy() for position in deals], 0, process_time()
        for position in copies:
            while position.turn != OVER:
                position.play(choice(position.plays()))
                steps += 1
        stepped = process_time()
        for position in deals:
            playout = position.copy()
            playout.playout(luck)
            playout.scores()
        playout_us = (process_time() - stepped) / DEALS * 1e6
        yield Figures((stepped - began) / steps * 1e6, playout_us, playout_us)


# ---------------------------------------------------------------- OpenSpiel's


def their_deal(game: Any) -> Any:
    """A state with all cards dealt and all bids made."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(CHANCE.choices(actions, weights)[0])
    match game.get_type().short_name:
        case "oh_hell" | "spades":
            for _ in range(game.num_players()):
                state.apply_action(CHANCE.choice(state.legal_actions()))
        case "euchre":
            state.apply_action(state.legal_actions()[-1])  # orders
            state.apply_action(CHANCE.choice(state.legal_actions()))  # the dealer discards
            state.apply_action(state.legal_actions()[-1])  # with the partner
    return state


def their_figures(shape: str) -> Iterator[Figures]:
    """Of one round after the other."""
    import pyspiel  # noqa: PLC0415 - in an environment of its own only

    choice, game = CHANCE.choice, pyspiel.load_game(shape)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    deals = [their_deal(game) for _ in range(DEALS)]
    while True:
        copies, steps, began = [state.clone() for state in deals], 0, process_time()
        for state in copies:
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
                steps += 1
        stepped = process_time()
        for state in deals:
            rollout = state.clone()
            while not rollout.is_terminal():
                rollout.apply_action(choice(rollout.legal_actions()))
            rollout.returns()
        driven = process_time()
        for seed, state in enumerate(deals):
            pyspiel.evaluate_bots(state.clone(), bots, seed)
        costs_s = (stepped - began) / steps, (driven - stepped) / DEALS, (process_time() - driven) / DEALS
        yield Figures(*(cost * 1e6 for cost in costs_s))


# ---------------------------------------------------------------- side by side


def best(rounds: list[Figures]) -> Figures:
    return Figures(*map(min, zip(*rounds, strict=True)))


def compared(name: str, deal: Callable[[], Any], *peers: str) -> Iterator[str]:
    """Lines of a table: ours, then each peer with the ratio of ours to it."""
    sides = [our_figures(deal), *(their_figures(SHAPES[peer]) for peer in peers)]
    rounds = [[next(side) for side in sides] for _ in range(ROUNDS)]
    ours, *theirs = (best([row[at] for row in rounds]) for at in range(len(sides)))
    yield f"{name:12} {'ours':12} {ours.step:8.2f} {'':6} {ours.playout:8.1f} {'':6} {ours.fused:8.1f}"
    for peer, figures in zip(peers, theirs, strict=True):
        beside = (
            f"{their:8.{digits}f} {our / their:6.2f}"
            for our, their, digits in zip(ours, figures, (2, 1, 1), strict=True)
        )
        yield f"{'':12} {peer:12} {' '.join(beside)}"


def say(figures: str) -> None:
    print(figures, flush=True)  # noqa: T201 - figures are to be read


def main() -> None:
    """The whole table."""
    say(f"{'':25}  step us  ratio  playout  ratio   in C++  ratio   (ours to theirs; below 1: ours is faster)")
    for table in (
        compared("Bird Dog", bird_dog, "oh_hell 3x7"),
        compared("Rook", rook, "oh_hell 4x9"),
        compared("Hearts", hearts, "hearts 4x13"),
        compared("Euchre", euchre, "euchre"),
        compared("Spades", spades, "spades 4x13"),
        compared("BirdHead", bird_head),
    ):
        for line in table:
            say(line)


if __name__ == "__main__":
    main()
