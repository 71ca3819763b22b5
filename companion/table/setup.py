"""Set-up: which game, who sits where, house rules, seats for the computer, who opens, whether hands are scanned.

A question with one answer only is not asked. BACK goes to the question before.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from companion.inputs.questions import Question
from companion.match.header import Computer, Header, name_problem
from companion.support.values import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.cards.seats import Seat
    from companion.rules.game import Game
    from companion.table.parked import Parked

    Luck = Callable[[int], int]

AS_IN_THE_BOOK = "as in the book"
AS_AT_HOME = "as at home"
DRAW = "draw"

COMPUTERS, LEVEL = "computers: ", "level: "
"""Begin the lines among the house rules that say how many seats the computer plays, and how well."""
LEVELS = ("normal", "strong", "easy")
COMPUTER_NAMES = ("Tom", "James", "Kathy", "Nell", "Otto")
"""As in the original Bonehead: Tom sits after you, then James, then Kathy."""
MOST_SEED = 10**6


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

    def question(self) -> Question | None:
        """The next question; None when everything is settled."""
        if self.game is None:
            titles = tuple(game.title for game in self.games.values())
            parked = tuple(parked.entry for parked in self.parked)
            below = (*("" for _ in titles), *(parked.detail for parked in self.parked))
            return Question("game", "Which game?", (*titles, *parked), below=below)
        if not self.people:
            return self._how_many(self.game)
        if len(self.names) < self.people:
            return self._who_sits(len(self.names) + 1)
        if not self.settled:
            return self._house_rules()
        if self.opener is None:
            return self._who_opens(self.game)
        if self.scanned is None and any(word.name == "dealt" for word in self.game.words):
            return Question("scanned", "Scan hands?", ("no", "yes"), text=("each hand is tapped", "while it is dealt"))
        return None

    def answered(self, place: int, luck: Luck) -> SetUp:
        """The set-up after the answer at this place of the question; questions with one answer answer themselves."""
        return self._answered(place, luck).begun(luck)

    def begun(self, luck: Luck) -> SetUp:
        """The same at the next question that has more than one answer."""
        question = self.question()
        if question is None or len(question.choices) > 1:
            return self
        return replace(self._answered(0, luck), before=self.before).begun(luck)

    def header(self) -> Header:
        """The header of the record that begins now."""
        assert self.game is not None
        assert self.question() is None
        computers = tuple(Computer(seat, self.level, self.seed + seat) for seat in self.computers)
        return Header(self.game, self.names, self.opener, dict(self.rules), computers=computers)

    @property
    def asks_name(self) -> bool:
        """Whether a person's own tag can take a seat now."""
        question = self.question()
        return question is not None and question.asks in {"people", "name"}

    def with_name(self, name: str) -> SetUp:
        """A person's own tag names the next seat; the same set-up where none is asked for or it cannot sit there.

        Tapped before the number is settled, the tags give number and names at once.
        """
        fits = self.asks_name and self._may_sit(name)
        return replace(self, names=(*self.names, name), before=self) if fits else self

    def parked_at(self, place: int) -> Parked | None:
        """The parked game at this place of the first question; None where another answer stands."""
        further = place - len(self.games)
        return self.parked[further] if self.game is None and further >= 0 else None

    def _answered(self, place: int, luck: Luck) -> SetUp:
        question = self.question()
        assert question is not None
        chosen = question.choices[place]
        match question.asks:
            case "game":
                game = list(self.games.values())[place]
                return replace(self, game=game, rules=self.at_home.get(game.name, {}), before=self)
            case "people":
                return replace(self, people=int(chosen), before=self)
            case "name":
                return replace(self, names=(*self.names, chosen), before=self)
            case "rules":
                return self._rule_chosen(place, luck)
            case "opener":
                opener = luck(len(self.names)) if chosen == DRAW else place
                return replace(self, opener=opener, before=self)
            case _:
                return replace(self, scanned=chosen == "yes", before=self)

    def _how_many(self, game: Game) -> Question:
        """At least those who tapped their own tags already."""
        numbers = tuple(str(number) for number in game.players if number >= len(self.names))
        return Question("people", "How many?", numbers, text=(" ".join(self.names),) if self.names else ())

    def _who_sits(self, seat: int) -> Question:
        """The regulars who have no seat yet, and a guest."""
        free = tuple(filter(self._may_sit, self.regulars))
        guest = next(filter(self._may_sit, (f"P{number}" for number in count(seat))))
        return Question("name", f"Seat {seat}: who?", (*free, guest), text=("clockwise",))

    def _may_sit(self, name: str) -> bool:
        """Whether a record can call the next player so."""
        taken = {sitting.casefold() for sitting in self.names}
        return not name_problem(name) and name.casefold() not in taken

    def _house_rules(self) -> Question:
        assert self.game is not None
        values = (f"{option.name}: {self.rules.get(option.name, option.values[0])}" for option in self.game.options)
        level = (f"{LEVEL}{self.level}",) if self.computers else ()
        company = (f"{COMPUTERS}{len(self.computers)}", *level)
        answers = (self._rules_line(), *values, *company)
        return Question("rules", "House rules", answers, text=("OK on a rule changes it",))

    def _who_opens(self, game: Game) -> Question:
        """Anybody, or by chance, unless a house rule lets the cards say it."""
        if found := game.finds_opener(self.rules):
            title, *how = found
            return Question("opener", title, self.names, text=tuple(how))
        asked = "Who deals?" if game.opener == "dealer" else "Who starts?"
        return Question("opener", game.opener_asked or asked, (*self.names, DRAW))

    def _rules_line(self) -> str:
        assert self.game is not None
        if not self.rules:
            return AS_IN_THE_BOOK
        return AS_AT_HOME if self.rules == self.at_home.get(self.game.name) else "with these"

    def _rule_chosen(self, place: int, luck: Luck) -> SetUp:
        assert self.game is not None
        options = self.game.options
        if place == 0:
            return self._seated(luck)
        if place == len(options) + 1:
            number = (len(self.computers) + 1) % self.people
            return replace(self, computers=tuple(range(self.people - number, self.people)))
        if place > len(options):
            return replace(self, level=_following(LEVELS, self.level))
        option = options[place - 1]
        following = _following(option.values, self.rules.get(option.name, option.values[0]))
        rules = {name: value for name, value in self.rules.items() if name != option.name}
        if following != option.values[0]:
            rules[option.name] = following
        return replace(self, rules=rules)

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
