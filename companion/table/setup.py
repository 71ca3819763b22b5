"""Set-up: which game, who sits where, house rules, seats for the computer, who opens, whether hands are scanned.

A question with one answer only is not asked. BACK goes to the question before.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from companion.inputs.questions import Question
from companion.match.header import Computer, Header, name_problem
from companion.rules.game import Game, Option
from companion.support.values import dataclass, field, replace
from companion.table import words
from companion.table.choices import Line, Step
from companion.table.parked_games import Parked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.cards import Seat

    Luck = Callable[[int], int]

LEVELS = ("normal", "strong", "easy")
COMPUTER_NAMES = ("Tom", "James", "Kathy", "Nell", "Otto")
"""In the order in which they are seated, clockwise."""
MOST_SEED = 10**6


Answer: TypeAlias = "Game | Parked | int | str | Option | Line | bool | None"
"""By step: a game or one to go on with, how many, who, what to change or that all is settled, the seat that opens
(None: by chance), whether hands are scanned."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """The answers given so far; `before` is the set-up one answer earlier.

    `people` of a table are seats in number; `rules` is None until the house rules are settled; `opener` is the
    seat that opens; `scanned` says whether hands are scanned while they are dealt. `computers` are the seats that the
    computer plays at this `level`, with chances that begin at `seed`. `parked` are games to go on with;
    `at_home` are the house rules to begin with, by game.
    """

    games: Mapping[str, Game]
    regulars: tuple[str, ...]
    parked: tuple[Parked, ...] = ()
    at_home: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    game: Game | None = None
    people: int = 0
    names: tuple[str, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    settled: bool = False
    opener: int | None = None
    scanned: bool | None = None
    computers: tuple[Seat, ...] = ()
    level: str = LEVELS[0]
    seed: int = 0
    before: SetUp | None = None

    def again(self, header: Header, luck: Luck, *, scanned: bool) -> SetUp:
        """The same people and house rules as in this header; BACK leads to other ones."""
        people, rules = len(header.names), dict(header.options)
        same = replace(self, game=header.game, people=people, names=header.names, rules=rules)
        seats = tuple(one.seat for one in header.computers)
        level = header.computers[0].level if seats else self.level
        same = replace(same, computers=seats, level=level, seed=luck(MOST_SEED) if seats else 0)
        return replace(same, settled=True, scanned=scanned, before=self)

    @property
    def step(self) -> Step | None:
        """What is asked next; None when everything is settled."""
        if self.game is None:
            return Step.GAME
        if not self.people:
            return Step.PEOPLE
        if len(self.names) < self.people:
            return Step.NAME
        if not self.settled:
            return Step.RULES
        if self.opener is None:
            return Step.OPENER
        dealt = any(word.name == "dealt" for word in self.game.words)
        return Step.SCANNED if self.scanned is None and dealt else None

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What may be answered now, in the order of the choices."""
        match self.step:
            case Step.GAME:
                return (*self.games.values(), *self.parked)
            case Step.PEOPLE:
                return tuple(number for number in self.chosen_game.players if number >= len(self.names))
            case Step.NAME:
                return self._who_may_sit(len(self.names) + 1)
            case Step.RULES:
                level = (Line.LEVEL,) if self.computers else ()
                return (Line.SETTLED, *self.chosen_game.options, Line.COMPUTERS, *level)
            case Step.OPENER:
                by_chance = () if self.chosen_game.finds_opener(self.rules) else (None,)
                return (*range(len(self.names)), *by_chance)
            case Step.SCANNED:
                return (False, True)
            case None:
                return ()

    @property
    def chosen_game(self) -> Game:
        """The game that is set up; it must be chosen."""
        assert self.game is not None
        return self.game

    def question(self) -> Question | None:
        """The next question; None when everything is settled."""
        step = self.step
        if step is None:
            return None
        choices = tuple(self._label(answer) for answer in self.answers)
        below = tuple(answer.detail if isinstance(answer, Parked) else "" for answer in self.answers)
        title, *text = self._titles(step)
        return Question(step.value, title, choices, text=tuple(text), below=below)

    def _titles(self, step: Step) -> tuple[str, ...]:
        """What is asked, and what explains it."""
        explained = words.EXPLAINED.get(step, ())
        match step:
            case Step.OPENER:
                return self._who_opens(self.chosen_game)
            case Step.NAME:
                return (words.seat(len(self.names) + 1), *explained)
            case Step.PEOPLE if self.names:
                return (words.TITLES[step], " ".join(self.names))
            case _:
                return (words.TITLES[step], *explained)

    def _label(self, answer: Answer) -> str:
        match answer:
            case None:
                return words.BY_CHANCE
            case bool():
                return words.YES if answer else words.NO
            case int():
                return self.names[answer] if self.step is Step.OPENER else str(answer)
            case str():
                return answer
            case Parked():
                return words.parked(answer.record, answer.title)
            case Option(name=name, values=values):
                return f"{name}: {self.rules.get(name, values[0])}"
            case Line.SETTLED:
                return self._rules_line()
            case Line.COMPUTERS:
                return words.line(answer, len(self.computers))
            case Line.LEVEL:
                return words.line(answer, self.level)
            case game:
                return game.title

    def answered(self, place: int, luck: Luck) -> SetUp:
        """The set-up after the answer at this place of the question; questions with one answer answer themselves."""
        return self._answered(place, luck).begun(luck)

    def begun(self, luck: Luck) -> SetUp:
        """The same at the next question that has more than one answer."""
        if len(self.answers) != 1:
            return self
        return replace(self._answered(0, luck), before=self.before).begun(luck)

    def header(self) -> Header:
        """The header of the record that begins now."""
        assert self.step is None
        computers = tuple(Computer(seat, self.level, self.seed + seat) for seat in self.computers)
        return Header(self.chosen_game, self.names, self.opener, dict(self.rules), computers=computers)

    @property
    def asks_name(self) -> bool:
        """Whether a person's own tag can take a seat now."""
        return self.step in {Step.PEOPLE, Step.NAME}

    def with_name(self, name: str) -> SetUp:
        """A person's own tag names the next seat; the same set-up where none is asked for or it cannot sit there.

        Tapped before the number is settled, the tags give number and names at once.
        """
        fits = self.asks_name and self._may_sit(name)
        return replace(self, names=(*self.names, name), before=self) if fits else self

    def _answered(self, place: int, luck: Luck) -> SetUp:
        match self.step, self.answers[place]:
            case Step.GAME, Game() as game:
                return replace(self, game=game, rules=self.at_home.get(game.name, {}), before=self)
            case Step.PEOPLE, int(people):
                return replace(self, people=people, before=self)
            case Step.NAME, str(name):
                return replace(self, names=(*self.names, name), before=self)
            case Step.RULES, Option() | Line() as line:
                return self._rule_chosen(line, luck)
            case Step.OPENER, int() | None as opener:
                return replace(self, opener=luck(len(self.names)) if opener is None else opener, before=self)
            case _, scanned:
                return replace(self, scanned=bool(scanned), before=self)

    def _who_may_sit(self, seat: int) -> tuple[str, ...]:
        """The regulars who have no seat yet, and a guest."""
        free = filter(self._may_sit, self.regulars)
        guest = next(filter(self._may_sit, map(words.guest, count(seat))))
        return (*free, guest)

    def _may_sit(self, name: str) -> bool:
        """Whether a record can call the next player so."""
        taken = {sitting.casefold() for sitting in self.names}
        return not name_problem(name) and name.casefold() not in taken

    def _who_opens(self, game: Game) -> tuple[str, ...]:
        """Anybody, or by chance, unless a house rule lets the cards say it."""
        asked = words.WHO_DEALS if game.opener == "dealer" else words.WHO_STARTS
        return game.finds_opener(self.rules) or (game.opener_asked or asked,)

    def _rules_line(self) -> str:
        if not self.rules:
            return words.AS_IN_THE_BOOK
        return words.AS_AT_HOME if self.rules == self.at_home.get(self.chosen_game.name) else words.WITH_THESE

    def _rule_chosen(self, line: Option | Line, luck: Luck) -> SetUp:
        """One more step through the values of a line; the cursor stays there until all is settled."""
        match line:
            case Line.SETTLED:
                return self._seated(luck)
            case Line.COMPUTERS:
                number = (len(self.computers) + 1) % self.people
                return replace(self, computers=tuple(range(self.people - number, self.people)))
            case Line.LEVEL:
                return replace(self, level=_following(LEVELS, self.level))
            case Option(name=name, values=values):
                following = _following(values, self.rules.get(name, values[0]))
                rules = {other: value for other, value in self.rules.items() if other != name}
                return replace(self, rules=rules if following == values[0] else {**rules, name: following})

    def _seated(self, luck: Luck) -> SetUp:
        """The rules are settled; the last seats are the computer's, which has names of its own."""
        settled = replace(self, settled=True, before=self)
        if not self.computers:
            return settled
        people = tuple(name for seat, name in enumerate(self.names) if seat not in self.computers)
        taken = {name.casefold() for name in people}
        free = tuple(name for name in COMPUTER_NAMES if name.casefold() not in taken)
        return replace(settled, names=(*people, *free[: len(self.computers)]), seed=luck(MOST_SEED))


def _following(values: tuple[str, ...], now: str) -> str:
    """The next of these values, the first again after the last."""
    return values[(values.index(now) + 1) % len(values)]
