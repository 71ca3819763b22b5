"""A match: the last statement that was applied, and the match before it.

Every statement makes a new match and leaves the old one unchanged, so that undo returns to an earlier match. Rejected
statements are not part of a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, repeat, takewhile
from typing import Any

from companion.cards import Seat
from companion.match.header import Header
from companion.rules.claims import CONTINUES
from companion.rules.deal import Claim, TrickState, with_changed_totals
from companion.rules.events import DealScored, Event, GameOver, Redeal, ScoreWithdrawn, Sides
from companion.rules.game import Expectation, Game, deals
from companion.rules.partners import sides_of
from companion.rules.referee import verdicts
from companion.rules.statements import CORRECT, DEAL, SEATING_WORDS, Language, Statement, UnreadableError
from companion.support.caching import memoize
from companion.support.lazy_import import import_later, lazy_call
from companion.support.messages import N_
from companion.support.values import dataclass, field, replace

apply_seating = lazy_call("companion.match.seating:apply_seating")  # most evenings end with those who began them
correction = import_later("companion.rules.corrections:ScoreCorrected")  # and few scores are corrected by hand
NOTHING_MORE = Expectation(N_("The evening is over"), frozenset())


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on a statement, and its events. A rejected statement has no events."""

    verdict: verdicts.Verdict
    events: tuple[Event, ...] = ()

    @property
    def applied(self) -> bool:
        """Whether the statement is now part of the match."""
        return isinstance(self.verdict, verdicts.Right)


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment. `state` belongs to the game; None: before the first deal, where it `_begins`.

    `said` is the last statement, `applied` the number of statements so far. `earlier` is the match before the deal in
    play began; None: no deal has begun. `corrections` counts the scores that were corrected by hand.
    """

    header: Header
    state: Any = None
    said: Statement | None = None
    events: tuple[Event, ...] = ()
    before: Match | None = field(default=None, repr=False)  # a repr of all moments would be too long for error messages
    ended: bool = False
    applied: int = 0
    earlier: Match | None = field(default=None, repr=False, compare=False)
    corrections: int = 0
    _expects: Expectation | None = field(default=None, init=False, repr=False, compare=False)
    _begins: Any = field(default=None, init=False, repr=False, compare=False)
    _to_scan: tuple[tuple[Seat, int], ...] | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """The hash of the last statement and its number: the generated method would read every earlier moment."""
        return hash((self.applied, self.said))

    @memoize
    def say(self, statement: Statement) -> tuple[Match, Answer]:
        """The match after a statement, and the answer. The match is unchanged if the statement was rejected."""
        match statement.word:
            case "undo":
                return self._undo(int(statement.value))
            case _ if self.ended:
                return self, Answer(_no_place(self.header.game, statement, "the evening has ended"))
            case "end":
                return self.then(statement, self.state, (), ended=True), Answer(verdicts.LEGAL)
            case word if word in SEATING_WORDS:
                return self._seat(statement)
            case CORRECT.name:
                return self._correct(statement)
            case _:
                return self._advance(statement)

    @memoize
    def judge(self, statement: Statement) -> verdicts.Verdict:
        """The verdict of the game at this moment."""
        return self.header.game.judge(self.moment, statement)

    @property
    def statement(self) -> Statement:
        """The last statement, of a match in which one was made."""
        assert self.said is not None, "nothing was said yet"
        return self.said

    @property
    def expects(self) -> Expectation:
        """What the table waits for. Cached, since it is asked many times a second."""
        if self._expects is not None:
            return self._expects
        expected = NOTHING_MORE if self.ended else self.header.game.expects(self.moment)
        object.__setattr__(self, "_expects", expected)
        return expected

    @property
    def deal_due(self) -> bool:
        """Whether a deal comes next. Asks the game only if no card of a deal was just dealt: its answer is costly."""
        dealing = self.said is not None and deals(self.header.game, self.said.word)
        return not dealing and DEAL.name in self.expects.words

    @property
    def claim(self) -> Claim | None:
        """The claim that is to be answered. None: nobody has claimed, or the deal ended by it."""
        deal = self.state.deal if isinstance(self.state, TrickState) else None
        claim = deal.claim if deal else None
        return claim if claim and CONTINUES in self.expects.words else None  # what the next deal expects is costly

    @property
    def to_scan(self) -> tuple[tuple[Seat, int], ...]:
        """The seats with the number of cards that may still be scanned. Cached, like what is expected."""
        if self._to_scan is not None:
            return self._to_scan
        left = self.header.game.to_scan(self.moment)
        object.__setattr__(self, "_to_scan", left)
        return left

    @property
    def moment(self) -> Any:
        """The state of the game, also before the first deal. Raises UnreadableError if the header is incomplete."""
        if self.state is None and self._begins is None:
            object.__setattr__(self, "_begins", self.header.game.begin(self.header.setup()))
        return self._begins if self.state is None else self.state

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals by seat."""
        return self.header.brought if self.state is None else self.header.game.scores(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners. Empty while there are none."""
        return () if self.state is None else self.header.game.winners(self.state)

    @property
    def sides(self) -> Sides:
        """The seats that share a score, partners or each alone."""
        return sides_of(self.header.game, len(self.header.names))

    @property
    def scored(self) -> bool:
        """Whether the last statement scored a deal."""
        return bool(self.events) and any(map(isinstance, self.events, repeat(DealScored)))

    @property
    def remark(self) -> tuple[str, str]:
        """The game's remark on the score or end that the last statement made. Empty: none, or the deal is void."""
        kinds = {type(event) for event in self.events}
        told = GameOver in kinds or (DealScored in kinds and Redeal not in kinds)
        return self.header.game.shown.remark(self.state, self.header.names) if told else ("", "")

    @property
    def unusual(self) -> tuple[str, ...]:
        """What was unusual in the deal that the last statement scored."""
        shown = self.header.game.shown
        return tuple(shown.unusual(self.state, self.events, self.header.names)) if self.scored else ()

    @property
    def speaking(self) -> Language:
        """The language of the last statement. If it changed who plays, the names are those before it."""
        changes = self.said is not None and self.said.word in SEATING_WORDS and self.before is not None
        return (self.before if changes and self.before else self).header.language

    @property
    def played(self) -> Match:
        """This match before the last statements if they only changed who plays."""
        match = self
        while match.said is not None and match.said.word in SEATING_WORDS and match.before is not None:
            match = match.before
        return match

    def story(self) -> Iterator[Match]:
        """This match and all before it, the latest first."""
        match: Match | None = self
        while match is not None:
            yield match
            match = match.before

    def this_deal(self) -> Iterator[Match]:
        """The match after each statement since the deal in play began, the latest first."""
        return takewhile(lambda match: match.said is not None and match.said.word != DEAL.name, self.story())

    def said_so_far(self) -> Iterator[Statement]:
        """The statements of the story, the latest first."""
        return (moment.said for moment in self.story() if moment.said is not None)

    def said_in_deal(self) -> Iterator[Statement]:
        """The statements since the deal in play began, the latest first."""
        match: Match | None = self
        while match is not None and match.said is not None and match.said.word != DEAL.name:
            yield match.said
            match = match.before

    def after(self, statements: Iterable[Statement]) -> Match:
        """The match after these statements. Leaves out those that are refused."""
        match = self
        for statement in statements:
            match, _ = match.say(statement)
        return match

    @property
    def deals_begun(self) -> int:
        """How many deals have begun."""
        return sum(1 for _ in self.deals()) - 1

    def deals(self) -> Iterator[Match]:
        """This match and the one before each deal that has begun, the latest first. Skips what was said in a deal."""
        match: Match | None = self
        while match is not None:
            yield match
            match = match.earlier

    def _undo(self, statements: int) -> tuple[Match, Answer]:
        if statements > self.applied:
            return self, Answer(verdicts.Illegal(verdicts.NOTHING_TO_UNDO))
        return next(islice(self.story(), statements, None)), Answer(verdicts.LEGAL)

    def _seat(self, statement: Statement) -> tuple[Match, Answer]:
        try:
            header, state = apply_seating(self.header, self.state, statement)
        except UnreadableError as problem:
            return self, Answer(verdicts.Unreadable(str(problem)))
        except verdicts.BrokenRuleError as refused:
            return self, Answer(verdicts.Illegal(refused.rule))
        return replace(self.then(statement, state, ()), header=header), Answer(verdicts.LEGAL)

    def _advance(self, statement: Statement) -> tuple[Match, Answer]:
        try:
            state = self.moment
        except UnreadableError as problem:
            return self, Answer(_no_place(self.header.game, statement, str(problem)))
        verdict = self.judge(statement)
        if not isinstance(verdict, verdicts.Right):
            return self, Answer(verdict)
        state, events = self.header.game.advance(state, statement)
        return self.then(statement, state, events), Answer(verdict, events)

    def _correct(self, statement: Statement) -> tuple[Match, Answer]:
        """A score is corrected by hand, once a deal has begun; whether somebody has won is judged anew."""
        game, seats = self.header.game, len(self.header.names)
        corrected = correction().by(statement, self.sides)
        state = with_changed_totals(game, self.state, corrected.changes(seats))
        if state is None:
            return self, Answer(verdicts.Illegal(verdicts.WRONG_PHASE))
        winners = game.winners(state)
        events = (corrected, *((GameOver(winners),) if winners else ()))
        after = replace(self.then(statement, state, events), corrections=self.corrections + 1)
        return after, Answer(verdicts.LEGAL, events)

    def then(self, statement: Statement, state: Any, events: tuple[Event, ...], *, ended: bool = False) -> Match:
        """The match after a right statement that led the game to this state."""
        earlier = self if statement.word == DEAL.name else self.earlier
        return Match(self.header, state, statement, events, self, ended, self.applied + 1, earlier, self.corrections)


def _no_place(game: Game, statement: Statement, reason: str) -> verdicts.Verdict:
    """The verdict on an unexpected statement: illegal, but an error for dealt cards (rules/RULES.md 2)."""
    return verdicts.Unreadable(reason) if deals(game, statement.word) else verdicts.Illegal(verdicts.WRONG_PHASE)


_SETTLES = (DealScored, ScoreWithdrawn, Redeal)


def scored_deals(match: Match) -> Iterator[DealScored]:
    """The scores of the deals, the latest first, without deals that were dealt again or whose score was withdrawn."""
    settled = False
    for moment in match.story():
        if not settled:
            last = next((event for event in reversed(moment.events) if isinstance(event, _SETTLES)), None)
            settled = last is not None
            if isinstance(last, DealScored):
                yield last
        if moment.said is not None and moment.said.word == DEAL.name:
            settled = False
