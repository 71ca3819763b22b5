"""The rules of a game in short, as the page tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.enrolment.deck_transfer import RefusedError
from companion.match.checker import guests_blamed
from companion.rules.game import Game, pieces_of
from companion.rules.glossary import words_of
from companion.support.messages import tr

if TYPE_CHECKING:
    from companion.http.views.answers import RulesTold
    from companion.web.hands import Hands


def rules_json(game: Game, options: Mapping[str, str]) -> RulesTold:
    """The aim, the pages, their words, and each house rule with what holds; `options` differ from the book's."""
    game = pieces_of(game).under(options)
    return {
        "title": tr(game.title),
        "aim": tr(game.entry.line),
        "pages": [tr(page) for page in game.pages],
        "words": [tr(word) for word in words_of(game)],
        "house": [{**option.view(), "value": options.get(option.name, option.values[0])} for option in game.options],
    }


def rules_at(hands: Hands, name: str, chosen: Mapping[str, str]) -> RulesTold:
    """The rules of a game as it is played now, or else as it would begin at this table.

    With house rules that were `chosen` for the next game those hold; what is no rule or value of the game is ignored.
    Raises RefusedError where a game of another package fails.
    """
    match, equipment = hands.table.match, hands.setup.equipment
    game = equipment.games[name]
    with guests_blamed(game, RefusedError):
        if known := {rule.name: chosen[rule.name] for rule in game.options if chosen.get(rule.name) in rule.values}:
            return rules_json(game, known)
        if match is not None and match.header.game.name == name:
            return rules_json(match.header.game, match.header.options)
        return rules_json(game, equipment.settings.rules.get(name, {}))
