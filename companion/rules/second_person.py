"""Sentences on a player as they are said to that player: "You take the trick"."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.game import Game
from companion.support.messages import N_, Message, msg_n

TO_YOU: Mapping[str, str] = {
    "{who} plays {cards}": N_("You play {cards}"),
    "{who} leads {cards}": N_("You lead {cards}"),
    "{who} bids {value}": N_("You bid {value}"),
    "{who} passes": N_("You pass"),
    "{who} claims all tricks that are left": N_("You claim all tricks that are left"),
    "{who} shows the hand": N_("You show your hand"),
    "{who} agrees": N_("You agree"),
    "{who} wants to play on": N_("You want to play on"),
    "{who} takes the trick": N_("You take the trick"),
    "{who} took the trick": N_("You took the trick"),
    "{who} takes the trick with {cards}": N_("You take the trick with {cards}"),
    "{who} takes the last {n} trick": msg_n("You take the last {n} trick", "You take the last {n} tricks"),
    "{who} wins the auction with {bid}": N_("You win the auction with {bid}"),
    "{who} makes {suit} trump": N_("You make {suit} trump"),
    "{who}'s nil is broken": N_("Your nil is broken"),
    "{who}'s nil is made": N_("Your nil is made"),
    "{who}'s nil is lost": N_("Your nil is lost"),
    "{who} and {partner} missed their bid": N_("You and {partner} missed your bid"),
    "{who} broke a rule": N_("You broke a rule"),
    "{who} broke a rule in trick {n} with {card}": N_("You broke a rule in trick {n} with {card}"),
    "{who} wins the game": N_("You win the game"),
    "{who} has {n} and ends the game; the lowest total wins": N_(
        "You have {n} and end the game; the lowest total wins"
    ),
    "{who} is ahead.": N_("You are ahead."),
    "{who} has won.": N_("You have won."),
    "{who} is the dealer.": N_("You are the dealer."),
    "{who} turns {cards}: too low, and takes {n} cards.": N_("You turn {cards}: too low, and take {n} cards."),
}
"""By the English form of a sentence with the gap {who}: what is said to the player who stands there."""


def forms_to_you(game: Game) -> Mapping[str, str]:
    """The common forms, and those of a game."""
    return {**TO_YOU, **game.shown.to_you}


def to_player(sentence: str, who: str, forms: Mapping[str, str]) -> str:
    """A message on this player, said to the player; any other text, or one without such a form, stays as it is."""
    if not isinstance(sentence, Message) or who not in (sentence.values.get("who"), sentence.values.get("partner")):
        return sentence
    values = sentence.values
    if values.get("partner") == who:
        values = {**values, "who": who, "partner": values["who"]}
    form = forms.get(sentence.form)
    return sentence if form is None else Message(form, getattr(form, "several", ""), values)
