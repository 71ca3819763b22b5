"""The words of the card table that rules in short use and newcomers ask for, a sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.game import Game
from companion.support.messages import N_

GLOSSARY: Mapping[str, str] = {
    "trick": N_("Trick: everybody plays once in turn; who played best takes these cards."),
    "lead": N_("To lead: to play first to a trick."),
    "follow": N_("To follow: to play a card of the suit, or colour, that was led."),
    "trump": N_("Trump: the suit, or colour, that beats all others."),
    "declare": N_("To declare: to make the suit of the card turned up trump."),
    "bid": N_("Bid: how much one promises to win in the deal."),
    "set": N_("Set: said of a side that won less than it bid."),
    "maker": N_("Makers: who made trump, and the partner."),
    "counter": N_("Counter: a card that counts points for who wins it."),
    "nest": N_("Nest: the cards dealt to nobody; who bids most takes them."),
    "stack": N_("Stack: the cards that are still to be drawn, face down."),
    "pile": N_("Pile: the cards played in the middle; who cannot beat it takes it."),
    "head": N_("Heads: three open cards before each player, for when the hand is empty."),
    "bone": N_("Bones: three cards face down below the heads, unseen; they come last."),
    "revoke": N_("Revoke: a wrong card, though its player had one that followed."),
}


def words_of(game: Game) -> list[str]:
    """The sentences on the words that the rules of this game use."""
    return [told for word, told in GLOSSARY.items() if word in game.shown.terms]
