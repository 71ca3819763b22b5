"""The answers of a set-up: game, seats, house rules, computer seats, opener, whether hands are scanned.

A question with only one answer is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TypeAlias

from companion.cards import Luck, Seat, SeatAssignment
from companion.inputs.questions import Question
from companion.match.header import Computers, Header, computers_in, with_new_seeds
from companion.rules.game import Game, first_words
from companion.rules.partners import sides_of
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import UnreadableError
from companion.support.messages import N_, join, msg
from companion.support.names import name_problem, person, place_of
from companion.support.text import listing
from companion.support.values import dataclass, field, replace
from companion.table import words
from companion.table.choices import Parked, SetUpStep

LEVELS = (msg("gentle"), msg("easy"), msg("normal"), msg("strong"))
"""The weakest first."""
USUAL = LEVELS[2]
"""The level at which a computer sits down, which most tables take in one press."""
COMPUTER_NAMES = ("Tom", "James", "Kathy", "Nell", "Otto")
"""The names of computers, in the order in which they are seated."""

AMOUNTS, MOST_POINTS = (1, 10, 100, -1, -10, -100), 9999
"""The steps in which a score from before is given, and the largest one."""

PARTNERS_DIFFER = Rule("partners-differ", N_("Partners have one score."), N_("TWO SCORES"), N_("Change the scores"))

Answer: TypeAlias = "tuple[str, SetUp | Parked]"
"""A label, and what it leads to: the set-up after this answer, or a parked game to go on with."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """The answers given so far; `before` is the set-up one answer earlier, and `answered` the place of that answer.

    `people` is the number of seats, `seats` who sits in the first ones; `rules` are the house rules that differ from
    the book, final once they are `settled`; `opener` is the seat that opens, unless it is to be `drawn`; `scanned` says
    whether hands are scanned while they are dealt. `parked` are games to go on with, the latest first: it stands just
    above the games that can begin. `at_home` are the house rules to begin with, by game. `scores` are those with which
    the sides begin, in order of their first seats (empty: none), and `counting` is the score that is asked for now;
    None: none is. `given` are scores by name where nobody gives others.
    """

    games: Mapping[str, Game]
    regulars: tuple[str, ...]
    parked: tuple[Parked, ...] = ()
    at_home: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    game: Game | None = None
    people: int = 0
    seats: tuple[SeatAssignment, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    settled: bool = False
    opener: Seat | None = None
    drawn: bool = False
    scanned: bool | None = None
    before: SetUp | None = None
    answered: int | None = None
    scores: tuple[int, ...] = ()
    counting: int | None = None
    given: Mapping[str, int] = field(default_factory=dict)

    def again(self, header: Header, *, scanned: bool) -> SetUp:
        """A set-up that begins with the people and house rules of this header; BACK leads to other ones."""
        people, rules = len(header.names), dict(header.options)
        same = replace(self, game=header.game, people=people, seats=header.seats, rules=rules)
        return replace(same, settled=True, scanned=scanned, before=self)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits in the first seats."""
        return tuple(seat.name for seat in self.seats)

    @property
    def computers(self) -> Computers:
        """The seats that the computer plays."""
        return computers_in(self.seats)

    @property
    def level(self) -> str:
        """The level of its computers."""
        return next((seat.level for seat in self.seats if seat.level), USUAL)

    @property
    def step(self) -> SetUpStep | None:
        """The first question without an answer; None if everything is settled."""
        dealt = self.game is not None and any(word.name == "dealt" for word in self.game.words)
        unanswered = {
            SetUpStep.GAME: self.game is None,
            SetUpStep.PEOPLE: not self.people,
            SetUpStep.NAME: len(self.seats) < self.people,
            SetUpStep.SCORES: self.counting is not None,
            SetUpStep.RULES: not self.settled,
            SetUpStep.OPENER: self.opener is None and not self.drawn,
            SetUpStep.SCANNED: self.scanned is None and dealt,
        }
        return next((step for step, asked in unanswered.items() if asked), None)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers to the next question; empty if everything is settled."""
        return tuple(self._answers())

    def _answers(self) -> Iterator[Answer]:  # noqa: C901 - every step
        after = partial(replace, self, before=self)
        match self.step:
            case SetUpStep.GAME:
                yield from ((words.parked_label(match.record, match.title), match) for match in reversed(self.parked))
                for game in self.games.values():
                    yield game.title, after(game=game, rules=self.at_home.get(game.name, {}))
            case SetUpStep.PEOPLE:
                numbers = (number for number in self.chosen_game.players if number >= len(self.seats))
                yield from ((str(number), after(people=number)) for number in numbers)
            case SetUpStep.NAME:
                guests = (f"P{number}" for number in count(len(self.names) + 1))
                for name in filter(self._may_sit, self.regulars):
                    yield join([name]), after(seats=(*self.seats, SeatAssignment(name)))
                guest = next(filter(self._may_sit, guests))
                yield msg(words.GUEST, who=guest), after(seats=(*self.seats, SeatAssignment(guest)))
            case SetUpStep.SCORES:
                yield from self._amounts()
            case SetUpStep.RULES:
                yield self._rules_line(), self._seat_computers()
                yield from self._changes()
            case SetUpStep.OPENER:
                yield from ((join([name]), after(opener=seat)) for seat, name in enumerate(self.names))
                if not self.chosen_game.shown.opener_question(self.rules):
                    yield words.BY_CHANCE, after(drawn=True)
            case SetUpStep.SCANNED:
                yield words.NO, after(scanned=False)
                yield words.YES, after(scanned=True)

    @property
    def chosen_game(self) -> Game:
        """The game that is set up; it must be chosen."""
        assert self.game is not None
        return self.game

    def question(self) -> Question | None:
        """The next question; None if everything is settled."""
        step = self.step
        if step is None:
            return None
        labels, outcomes = zip(*self.answers, strict=True)
        below = tuple(map(self._told_of, outcomes))
        if step is SetUpStep.RULES:
            below = tuple(self._explanations())
        title, *text = self._titles(step)
        cursor = len(self.parked) if step is SetUpStep.GAME else 0
        return Question(title, labels, cursor, text=tuple(text), below=below)

    def _told_of(self, after: SetUp | Parked) -> str:
        """What stands below an answer: of a parked game, or that this game has no use for the scores given by name."""
        if isinstance(after, Parked):
            return after.detail
        lost = self.given and self.game is None and "score" not in after.chosen_game.brings
        return words.WITHOUT_SCORES if lost else ""

    def _titles(self, step: SetUpStep) -> tuple[str, ...]:
        """The question, and the lines that explain it."""
        match step:
            case SetUpStep.OPENER:
                game = self.chosen_game
                return game.shown.opener_question(self.rules) or (game.opener_asked or words.OPENERS[game.opener],)
            case SetUpStep.PEOPLE if self.names:
                return (*words.SET_UP[step], join(self.names))
            case SetUpStep.RULES:
                game = self.chosen_game
                return (msg(*words.SET_UP[step], game=msg(game.short_title or game.title)),)
            case _:
                return tuple(msg(line, number=len(self.names) + 1) for line in words.SET_UP[step])

    def skip_to_question(self) -> SetUp:
        """This set-up at its next question with more than one answer."""
        match self.answers:
            case ((_, SetUp() as only),):
                return replace(only, before=self.before, answered=self.answered).skip_to_question()
            case _:
                return self

    def header(self, luck: Luck) -> Header:
        """The header of the record that begins now."""
        assert self.step is None
        computers = with_new_seeds(self.computers, luck)
        opener = luck(len(self.names)) if self.drawn else self.opener
        return Header(self.chosen_game, self.names, opener, dict(self.rules), scores=self.brought, computers=computers)

    def with_scores(self, by_seat: Sequence[int]) -> SetUp:
        """The set-up with these starting scores by seat; partners have that of the first one. Empty: none."""
        return replace(self, scores=tuple(by_seat[side[0]] for side in self._sides) if by_seat else ())

    @property
    def brought(self) -> Mapping[Seat, int]:
        """The scores from before that are not 0, by the first seat of each side."""
        return {side[0]: points for side, points in zip(self._sides, self._scores_now, strict=False) if points}

    @property
    def _scores_now(self) -> tuple[int, ...]:
        """The starting score of each side: as answered here, or as given by name. Empty: none."""
        if self.scores or not self.given or "score" not in self.chosen_game.brings:
            return self.scores
        return tuple(next(iter(self._given_to(side)), 0) for side in self._sides)

    def _given_to(self, side: Sequence[Seat]) -> list[int]:
        """The scores given by name to this side."""
        names = {person(self.names[seat]) for seat in side}
        return [points for name, points in self.given.items() if person(name) in names]

    @property
    def wrong_scores(self) -> Rule | None:
        """Why the match cannot begin with the scores from before. None: it can."""
        if "score" in self.chosen_game.brings and not self.scores:
            if standing := [name for name in self.given if place_of(name, self.names) is None]:
                return words.not_seated(standing)
            if any(len({*self._given_to(side)}) > 1 for side in self._sides):
                return PARTNERS_DIFFER
        if not self.brought:
            return None
        header = Header(self.chosen_game, self.names, 0, dict(self.rules), scores=self.brought)
        try:
            header.game.begin(header.setup())
        except UnreadableError:
            return words.GAME_ENDED
        return None

    @property
    def _sides(self) -> tuple[tuple[Seat, ...], ...]:
        return sides_of(self.chosen_game, self.people)

    def _amounts(self) -> Iterator[Answer]:
        """The present score, which leads to the next side, and the steps that change it."""
        now, who = self.counting or 0, listing(self.names[seat] for seat in self._sides[len(self.scores)])
        done = replace(self, scores=(*self.scores, now), counting=0, before=self)
        all_done = len(done.scores) == len(self._sides)
        yield msg(words.SCORE_OF, who=who, n=now), replace(done, counting=None) if all_done else done
        for step in AMOUNTS:
            if abs(now + step) <= MOST_POINTS:
                yield f"{step:+}", replace(self, counting=now + step)

    @property
    def asks_name(self) -> bool:
        """Whether a name tag can take a seat now."""
        return self.step in {SetUpStep.PEOPLE, SetUpStep.NAME}

    def with_name(self, name: str) -> SetUp:
        """A name tag takes the next seat; the same set-up if no name is asked for, or this name is not allowed.

        Tags tapped before the number of players is settled give the number, too.
        """
        place = place_of(name, self.regulars)
        known = name if place is None else self.regulars[place]
        fits = self.asks_name and self._may_sit(known)
        return replace(self, seats=(*self.seats, SeatAssignment(known)), before=self) if fits else self

    def _may_sit(self, name: str) -> bool:
        """Whether the next player may have this name."""
        return not name_problem(name, first_words(self.chosen_game)) and place_of(name, self.names) is None

    def _rules_line(self) -> str:
        if not self.rules:
            return words.AS_IN_THE_BOOK
        return words.AS_AT_HOME if self.rules == self.at_home.get(self.chosen_game.name) else words.WITH_THESE

    def _changes(self) -> Iterator[Answer]:
        """The house rules and the seats of the computer; each answer is one more step through the values of a line."""
        for option in self.chosen_game.options:
            value = self.rules.get(option.name, option.values[0])
            following = _following(option.values, value)
            others = {name: kept for name, kept in self.rules.items() if name != option.name}
            rules = others if following == option.values[0] else {**others, option.name: following}
            yield words.option(*option.name_and_label(value)), replace(self, rules=rules)
        if "score" in self.chosen_game.brings:
            yield words.from_scores(self._scores_now), replace(self, scores=(), counting=0, before=self)
        number = len(self.computers)
        yield msg(words.COMPUTERS, seats=number), self._with_computers((number + 1) % self.people, self.level)
        if number:
            other_level = self._with_computers(number, _following(LEVELS, self.level))
            yield msg(words.LEVEL, level=msg(self.level)), other_level

    def _explanations(self) -> Iterator[str]:
        """What OK does at each line of the house rules, in their order, and what a rule is about."""
        yield words.play_so(self._rules_line())
        yield from (words.explained_rule(option.meaning) for option in self.chosen_game.options)
        if "score" in self.chosen_game.brings:
            given = zip(self._sides, self._scores_now, strict=False)
            whose = ", ".join(f"{listing(self.names[seat] for seat in side)} {points}" for side, points in given)
            yield words.explained_rule(whose, words.OK_GIVES) if whose else words.OK_GIVES
        yield from (words.OK_CHANGES,) * (2 if self.computers else 1)

    def _with_computers(self, number: int, level: str) -> SetUp:
        """The set-up with this number of computers of one level, in the last seats."""
        first = self.people - number
        levels = (level if seat >= first else "" for seat in range(self.people))
        return replace(self, seats=tuple(map(SeatAssignment, self.names, levels)))

    def _seat_computers(self) -> SetUp:
        """The set-up with settled rules; the last seats get the names of computers."""
        people = tuple(seat.name for seat in self.seats if not seat.level)
        free = iter(name for name in COMPUTER_NAMES if place_of(name, people) is None)
        seats = (replace(seat, name=next(free, seat.name)) if seat.level else seat for seat in self.seats)
        return replace(self, seats=tuple(seats), settled=True, before=self)


def _following(values: tuple[str, ...], now: str) -> str:
    """The next of these values, the first again after the last."""
    return values[(values.index(now) + 1) % len(values)]
