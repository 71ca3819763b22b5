"""The check of a game's dealer: hands dealt by any shuffle explain what was played at a table that sees few hands."""

from __future__ import annotations

from companion.match.match import Match
from companion.rules.game import Game
from companion.rules.places import Place, What
from companion.rules.referee.verdicts import CARD_USED, NOT_IN_DECK, NOT_IN_HAND, Illegal
from companion.rules.statements import HAND
from companion.simulation.open_deal import open_deal, shuffle_deck
from companion.testing.evening import public
from companion.testing.stories import fair, telling

NOT_HELD = (NOT_IN_HAND, NOT_IN_DECK, CARD_USED)


def open_hands(game: Game, case: int) -> None:
    """Hands dealt by any shuffle explain whatever was played, and are what the rules make of them."""
    with telling(fair(game, case, "open-hands")) as evening:
        table = Match(evening.match.header)
        for number, match in enumerate(evening.plays(1)):
            shown = case % 2 and match.said and match.said.word == HAND.name and match.said.by % 2
            heard = match.said if shown else public(match)
            if heard is not None:
                table, _ = table.say(heard)
                _explains(table, f"{case}/{number}")


def _explains(match: Match, seed: str) -> None:
    """Whether everybody holds each card that they play or give, and at last what the dealer says."""
    game, deal = match.header.game, open_deal(match, shuffle_deck(match.header.game.deck, seed))
    if deal is None:
        return
    state = deal.begun
    for said in deal.story:
        verdict, told = game.judge(state, said), match.header.language.write(said)
        assert not isinstance(verdict, Illegal) or verdict.rule not in NOT_HELD, f"“{told}”: {verdict.rule.sentence}"
        state, _ = game.advance(state, said)
    for seat, (name, hand) in enumerate(zip(match.header.names, deal.hands, strict=True)):
        held = game.places(state).get(Place(What.HAND, seat, open=False), 0)
        other = " ".join(map(str, game.deck.cards(held ^ game.deck.set(hand))))
        assert not other, f"{other} of {name}: the dealer and `places` do not agree"
