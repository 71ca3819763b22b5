"""Checks of what a game makes of statements: deals end, pieces stay whole, records and undo lead back, seats equal.

And of its dealer: hands dealt by any shuffle explain what was played at a table that sees few hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import fields, is_dataclass
from itertools import islice
from operator import attrgetter
from typing import Any, Protocol, TypeVar

from companion.match.checker import LineAnswer, answers
from companion.match.match import Match
from companion.players.arena.contest import in_brief
from companion.players.seat_view import SeatView
from companion.rules.corrections import ScoreCorrected
from companion.rules.deal import place_of
from companion.rules.events import DealScored, GameOver, Impossible, Revoked, ScoreWithdrawn
from companion.rules.game import Game
from companion.rules.places import Place, What
from companion.rules.referee import verdicts
from companion.rules.referee.verdicts import Illegal, Legal, OnTrust, Unreadable
from companion.rules.statements import CORRECT, HAND, UNDO
from companion.simulation.open_deal import open_deal, shuffle_deck
from companion.testing.evening import AnyEvening, FairEvening, chance_of, lines_of, over, public, reread

ASKED = (
    "expects places scores winners to_scan menu standing_revokes continuation"
    " shown.standing shown.middle shown.headline shown.second_line"
).split()
"""Methods of a game that the table calls between two statements."""

DEALS = 2
"""Deals of a fair evening; the second begins with what the first has left."""

RECORD = "The record up to there:"

MOVES = 0.1
"""How often somebody comes, goes or changes seats, where that is tried."""

SAID = 150
"""Statements of an evening at which anything is said."""


class HasMatch(Protocol):
    """Anything that has a match now."""

    @property
    def match(self) -> Match:
        """The match now."""


Evening = TypeVar("Evening", bound=HasMatch)


@contextmanager
def telling(evening: Evening) -> Iterator[Evening]:
    """Add the record of this evening to whatever goes wrong."""
    try:
        yield evening
    except Exception as problem:
        lines = evening.lines if isinstance(evening, AnyEvening) else lines_of(evening.match)
        problem.add_note("\n".join((f"The last line was “{lines[-1]}”.", RECORD, *lines)))
        raise


def fair(game: Game, case: int, name: str) -> FairEvening:
    """The fair evening of this case of a check."""
    return FairEvening(game, chance_of(game.name, name, case))


def ends(game: Game, case: int) -> None:
    """Legal play by chance ends: every deal is scored or dealt again, nobody is accused, and scores add up."""
    with telling(fair(game, case, "ends")) as evening:
        for match in evening.plays(DEALS):
            accused = [event for event in match.events if isinstance(event, Revoked | Impossible)]
            assert not accused, f"nobody broke a rule, but {accused}"
            _is_consistent(match)


def _is_consistent(match: Match) -> None:
    """Whether scores, winners and what is waited for fit together after a statement."""
    game, state, expected = match.header.game, match.moment, match.expects
    total = _total(match)
    over = [event.winners for event in match.events if isinstance(event, GameOver)]
    assert match.scores == total, f"the scores are {match.scores}, and those of the deals add up to {total}"
    assert over in ([], [match.winners]), f"{over} won by the events, {match.winners} by `winners`"
    assert bool(match.winners) == (not expected.words), f"{match.winners} won, and the table waits for {expected.words}"
    assert len(game.shown.standing(state)) == len(match.header.names), "`standing` has a number for each seat"
    least, most = expected.pieces
    assert 0 <= least <= most, f"from {least} to {most} pieces"
    going_on = game.continuation(state)
    if going_on and not match.winners and expected.words:
        assert going_on.scores == match.scores, f"a match that goes on begins with {going_on.scores}"


def _total(match: Match) -> tuple[int, ...]:
    """What the events of the last statement make of the scores."""
    assert match.before is not None
    before = match.earlier.scores if match.earlier else match.before.scores
    for moment in match.this_deal():
        before = _correct(before, moment)
    for event in reversed(match.events):
        match event:
            case DealScored(scores=points):
                return tuple(map(sum, zip(before, points, strict=True)))
            case ScoreWithdrawn():
                return before
            case ScoreCorrected():
                return _correct(match.before.scores, match)
    return match.before.scores if over(match) else match.scores  # some games score while a deal is played


def _correct(scores: tuple[int, ...], match: Match) -> tuple[int, ...]:
    """These scores after what the last statement has corrected."""
    for event in match.events:
        if isinstance(event, ScoreCorrected):
            scores = tuple(map(sum, zip(scores, event.changes(len(scores)), strict=True)))
    return scores


IN_THE_MIDDLE = frozenset({What.PILE, What.CENTRE})
"""Places whose cards a page draws as `middle` says, since a set of cards has no order; pieces with crates it draws."""


def places(game: Game, case: int) -> None:
    """Every piece is in one place at every moment, whatever is said."""
    with telling(fair(game, case, "places")) as evening:
        for match in evening.plays(DEALS):
            _is_whole(match)
    with telling(AnyEvening(game, chance_of(game.name, "places", case))) as anything:
        for match, _, _ in anything.says(SAID):
            _is_whole(match)


def _is_whole(match: Match) -> None:
    game, deck, together = match.header.game, match.header.game.deck, 0
    for place, cards in game.places(match.moment).items():
        assert cards, f"{place} is empty: leave it out"
        twice = " ".join(map(str, deck.cards(cards & together)))
        assert not twice, f"{twice} in {place}, and in another place"
        together |= cards
        drawn = place.what not in IN_THE_MIDDLE or game.crate or game.shown.middle(match.moment)
        assert drawn, f"{place} has cards, and people see none of them: `middle` of `shown` says which lie there"
    missing = " ".join(map(str, deck.cards(deck.all & ~together)))
    assert together == deck.all, f"nowhere: {missing}"
    card = next(deck.cards(cards))
    found = place_of(game, match.moment, card)
    alone = deck.copies(card.face) == deck.bit(card)
    assert found == place or (found is None and not alone), f"`place_of` finds {card} in {found}, and it is in {place}"


def comings_and_goings(game: Game, case: int) -> None:
    """People come, go and change seats at any moment: pieces, scores and views stay whole, and a record leads there."""
    with telling(AnyEvening(game, chance_of(game.name, "seats", case), moves=MOVES)) as evening:
        kept = [evening.match]
        for _, said, answer in evening.says(SAID):
            if answer.applied:
                kept += [evening.match] if said.word != UNDO.name else []
                _is_whole(evening.match)
                for seat in range(len(evening.match.header.names)) if evening.match.state is not None else ():
                    SeatView.of(evening.match, seat)  # of a seat that was just taken, too
        for match in kept[1:]:
            assert match.before is not None
            assert match.before.say(match.statement)[0].state == match.state, (
                f"“{_line(match)}” leads elsewhere when said again"
            )
        *_, last = answers("\n".join(evening.lines), {game.name: game})
        told = last.known_match
        assert told.header.seats == evening.match.header.seats
        assert told.state == evening.match.state, f"read back {unlike(evening.match.state, told.state)}"


def replay(game: Game, case: int) -> None:
    """A record read back gives the same states and events as the play that wrote it."""
    with telling(fair(game, case, "replay")) as evening:
        live = list(evening.plays(DEALS))
        events, last = reread(lines_of(evening.match), game)
        for match, then in zip(live, events[-len(live) :], strict=True):
            assert then == match.events, f"{_line(match)} leads to {then} when it is read back, not to {match.events}"
        assert last.state == evening.match.state, f"read back {unlike(evening.match.state, last.state)}"
    with telling(AnyEvening(game, chance_of(game.name, "replay", case))) as anything:
        said = [(answer.verdict.word, answer.events) for _, _, answer in anything.says(SAID)]
        told = list(answers("\n".join(anything.lines), {game.name: game}))
        for line, (verdict, consequences) in zip(told[-len(said) :], said, strict=True):
            again = line.answer
            assert (again.verdict.word, again.events) == (verdict, consequences), (
                f"“{line.text}” is {again}, not {verdict}"
            )
        state = told[-1].known_match.state
        assert state == anything.match.state, f"read back {unlike(anything.match.state, state)}"


def undo(game: Game, case: int) -> None:
    """Undo of each statement restores: states never change, and what is said again has the same consequences."""
    for evening in (fair(game, case, "undo"), AnyEvening(game, chance_of(game.name, "undo", case))):
        with telling(evening):
            kept: list[tuple[Match, Any]] = []
            for match in _moments(evening):
                kept.append((match, deepcopy(match.moment)))
                _changes_nothing(match, kept[-1][1])
            for match, state in kept:
                if match.said is not None and match.before is not None:
                    _is_said_again(match, match.before, state)


def _is_said_again(match: Match, before: Match, state: Any) -> None:
    """Whether a match still has the state that it had, and its last statement leads there again."""
    game, said = match.header.game, match.statement
    written = match.header.language.write(said)
    assert state == match.moment, f"the state after “{written}” has changed: {unlike(state, match.moment)}"
    if said.word == CORRECT.name:  # not of the game's own words
        assert before.say(said)[0].state == state, f"“{written}” leads to another state after an undo"
        return
    verdict = game.judge(before.moment, said)
    assert isinstance(verdict, Legal | OnTrust), f"“{written}” was right, and after an undo it is {in_brief(verdict)}"
    again = game.advance(before.moment, said)
    assert again[1] == match.events, f"“{written}” leads to {again[1]} after an undo, not to {match.events}"
    assert again[0] == match.state, f"“{written}” leads elsewhere after an undo: {unlike(match.state, again[0])}"


def _moments(evening: FairEvening | AnyEvening) -> Iterable[Match]:
    if isinstance(evening, FairEvening):
        return evening.plays(1)
    return (evening.match for _ in evening.says(SAID // 2))


def _changes_nothing(match: Match, before: Any) -> None:
    """Call all ASKED methods: none may change the state, which was `before`."""
    for ask in ASKED:
        _ask(match, ask, match.moment)
    if before != match.moment:
        changed = next((ask for ask in ASKED if _changes(match, ask, deepcopy(before))), "one of its methods")
        raise AssertionError(f"`{changed}` changes the state: {unlike(before, match.moment)}")


def _changes(match: Match, ask: str, state: Any) -> bool:
    before = deepcopy(state)
    _ask(match, ask, state)
    return bool(before != state)


def _ask(match: Match, ask: str, state: Any) -> None:
    """Ask one of the methods of the game of this match."""
    said = [moment.said for moment in match.this_deal() if moment.said]
    attrgetter(ask)(match.header.game)(state, *([said] if ask == "menu" else []))


def _line(match: Match) -> str:
    """The last statement of a match, as a record has it."""
    return f"“{match.header.language.write(match.statement)}”"


def unlike(one: Any, other: Any) -> str:
    """Which field of two states differs, and how: "totals is (0, 2), not (0, 0)"."""
    if is_dataclass(one) and type(one) is type(other):
        for part in fields(one):
            before, after = getattr(one, part.name), getattr(other, part.name)
            if before != after:
                deeper = f".{unlike(before, after)}" if is_dataclass(before) and type(before) is type(after) else ""
                return part.name + (deeper or f" is {after!r:.80}, not {before!r:.80}")
    return f"the state is {other!r:.80}, not {one!r:.80}"


def rotation(game: Game, case: int) -> None:
    """With everybody moved one seat on, a deal has the same consequences for each person."""
    with telling(fair(game, case, "rotation")) as evening:
        *_, last = evening.plays(DEALS)
        _is_the_same_turned(lines_of(last), game)
    with telling(AnyEvening(game, chance_of(game.name, "rotation", case))) as anything:
        for _ in anything.says(SAID):
            pass
        _is_the_same_turned(anything.lines, game)


def _is_the_same_turned(lines: list[str], game: Game) -> None:
    """Whether a record has the same answers when the last of its players is named first."""
    _, *seated = lines[1].split()
    turned = " ".join(("players", seated[-1], *seated[:-1]))
    ours = answers("\n".join(lines), {game.name: game})
    theirs = answers("\n".join((lines[0], turned, *lines[2:])), {game.name: game})
    for line_answer, other in islice(zip(ours, theirs, strict=True), 2, None):
        here, there = _with_names(line_answer), _with_names(other)
        assert here == there, f"with “{turned}” the line “{line_answer.text}” leads to {there}, not to {here}"


def _with_names(answer: LineAnswer) -> dict[str, Any]:
    """An answer with names instead of seats; who won together is told in one order."""
    row = answer.as_json()
    for event in row["events"]:
        if "winners" in event:
            event["winners"] = sorted(event["winners"])
    assert answer.match is not None
    return row | {"scores": dict(zip(answer.match.header.names, answer.match.scores, strict=True))}


def anything(game: Game, case: int) -> None:
    """Whatever is said is answered: a rule of the game that is broken, or a reason; and a refusal changes nothing."""
    with telling(AnyEvening(game, chance_of(game.name, "anything", case))) as evening:
        for before, said, answer in evening.says(2 * SAID):
            match answer.verdict:
                case Illegal(rule=rule):
                    known = rule in evening.game.rules or rule in verdicts.COMMON_RULES
                    assert known, f"{rule.name} is not among the rules of {game.title}"
                case Unreadable(reason=reason):
                    assert reason, f"{evening.lines[-1]}: an error without a reason"
            assert answer.applied or evening.match is before, "what was refused has changed the match"
            assert answer.applied or not answer.events, f"what was refused has consequences: {answer.events}"
            if answer.applied and said.word != UNDO.name:
                _is_consistent(evening.match)


NOT_HELD = (verdicts.NOT_IN_HAND, verdicts.NOT_IN_DECK, verdicts.CARD_USED)


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
