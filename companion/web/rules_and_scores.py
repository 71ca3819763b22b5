"""What can be read of a game, as the page tells it: its rules in short, and the score sheet of a match.

The sheet says what each deal brought, how it stands, and what was done in this deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.cards import Seat
from companion.enrolment.deck_transfer import RefusedError
from companion.http.views.answers import RulesTold, ScoreSheet
from companion.match.checker import guests_blamed
from companion.match.match import Match
from companion.match.score_chart import after_deals, score_chart_of
from companion.rules.game import Game, pieces_of
from companion.rules.glossary import words_of
from companion.rules.partners import sides_of
from companion.screens.spoken_sentences import capital
from companion.screens.to_person import in_sentences, names_to_person, points_in_words, to_person, unusual_in_words
from companion.support.messages import msg_as, msg_n, tr
from companion.support.text import listing
from companion.table.asked import only_person
from companion.table.state import Table
from companion.web.hands import Hands
from companion.web.narration import moment_of, story
from companion.web.orders import WrongOrderError


def rules_json(game: Game, options: Mapping[str, str]) -> RulesTold:
    """The aim, the pages, their words, and each house rule with what holds; `options` differ from the book's."""
    game = pieces_of(game).under(options)
    return {
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


def scores_at(table: Table) -> ScoreSheet:
    """The score sheet of the match in play. A game that is a single deal has only the row of how it stands.

    Raises WrongOrderError where no game is in play.
    """
    if not table.in_play:
        raise WrongOrderError("no game is in play")
    match = table.playing
    game, names = match.header.game, names_to_person(match)
    sides, now = sides_of(game, len(names)), game.shown.standing(match.moment)
    chart = score_chart_of(match) if game.keeps_score else None
    standings, corrected = (chart.points, chart.corrected) if chart else ((), ())
    return {
        "goal": _goal(match),
        "moment": f"{in_sentences(unusual_in_words(match))} {moment_of(match)}".strip(),
        "aloud": points_in_words(match),
        "leads": _leads(match, now),
        "heads": [capital(tr(listing(names[seat] for seat in side))) for side in sides],
        "deals": [
            [_with_sign(after[side[0]] - before[side[0]], corrected=deal in corrected) for side in sides]
            for deal, (before, after) in enumerate(pairwise(standings), start=1)
        ],
        "accounts": _accounts(match, sides) if game.keeps_score else [],
        "total": tr("Total") if game.keeps_score else tr("Now"),
        "stands": [str(now[side[0]]) for side in sides],
        "done": tr("What was done in this deal") if game.keeps_score else tr("What was done in this game"),
        "story": list(story(match)),
    }


def _accounts(match: Match, sides: Sequence[Sequence[Seat]]) -> list[list[str]]:
    """What each side did in every deal that was scored, the first one first; empty where points say all."""
    game = match.header.game
    *ends, _before = after_deals(match)
    return [[tr(game.shown.account(end.state, side)) for side in sides] for end in reversed(ends)]


def _with_sign(change: int, *, corrected: bool) -> str:
    """A change with its sign, and a star in a deal with a score that was corrected by hand."""
    return (f"{change:+}" if change else "0") + "*" * corrected


def _goal(match: Match) -> str:
    """What is counted, up to which total, and which is the best."""
    game = match.header.game
    wins = tr("The lowest wins.") if game.low_wins else tr("The highest wins.")
    counted = tr(game.counted)
    if target := match.header.target:
        to_points = tr("A match to {n} points.", n=target)
        return f"{to_points} {wins}"
    return f"{capital(counted)}. {wins}"


def _leads(match: Match, now: tuple[int, ...]) -> str:
    """Who is ahead, or has won. Empty: all are equal."""
    best = min(now) if match.header.game.low_wins else max(now)
    ahead = match.winners or [seat for seat, stands in enumerate(now) if stands == best]
    own, names = only_person(match), names_to_person(match)
    if len(ahead) == len(now):
        return ""
    if own in ahead and len(ahead) > 1:
        who = capital(tr(listing(names[seat] for seat in ahead)))
        if match.winners:
            return tr(msg_as("you among them", "{who} have won.", who=who))
        return tr(msg_as("you among them", "{who} are ahead.", who=who))
    who = listing(match.header.names[seat] for seat in ahead)
    if match.winners:
        return to_person(match, msg_n("{who} has won.", "{who} have won.", len(ahead), who=who))
    return to_person(match, msg_n("{who} is ahead.", "{who} are ahead.", len(ahead), who=who))
