"""Bonehead read a second time from its rules, in the plainest way: one dictionary says where each seen card lies.

Nothing here is imported from the companion. The whole position is copied for each statement; `undo` throws copies away.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

RANKS = "3 4 5 6 7 8 9 J Q K A 2 10".split()
DECK = [rank + suit for rank in RANKS for suit in "SHDC"]
SHAPES = {"deal": 1, "hand": 2, "dealt": 2, "end": 1}
"""Table words, and after how many words their cards begin."""

Place = tuple[str, str]
Answer = tuple[str, str | None, list[tuple[str, ...]]]


class UnreadableError(Exception):
    """The line says nothing in this game."""


@dataclass
class Said:
    """A line, taken apart."""

    word: str
    who: str = ""
    cards: list[str] = field(default_factory=list)
    number: int = 0


@dataclass
class Position:
    """Where every seen card lies: ("out", ""), ("hand", name) or ("heads", name); cards not listed were not seen."""

    place: dict[str, Place]
    hand: dict[str, int]
    bones: dict[str, int]
    stack: int
    turn: str
    pile: list[str] = field(default_factory=list)
    phase: str = "before"
    laid: list[str] = field(default_factory=list)
    last_play: tuple[str, int] | None = None
    out: list[str] = field(default_factory=list)
    ended: bool = False

    def seen(self, where: str, who: str) -> list[str]:
        """The seen cards at a place."""
        return [card for card, place in self.place.items() if place == (where, who)]


class NaiveTable:
    """Answers each statement line with verdict, rule and events."""

    def __init__(self, names: list[str], starter: str, *, play_on: bool = False) -> None:
        self.names, self.play_on = names, play_on
        each = dict.fromkeys(names, 6)
        first = Position({}, each, dict.fromkeys(names, 3), 52 - 9 * len(names), starter)
        self.positions = [first]

    @property
    def now(self) -> Position:
        """The position after the last statement that was applied."""
        return self.positions[-1]

    def answer(self, line: str) -> Answer:
        """What the checker should say."""
        try:
            said = self.read(line.split())
        except UnreadableError:
            return "error", None, []
        if said.word == "undo":
            if said.number >= len(self.positions):
                return "illegal", "nothing-to-undo", []
            del self.positions[-said.number :]
            return "legal", None, []
        if self.now.ended:
            return ("error", None, []) if said.word in {"deal", "hand"} else ("illegal", "wrong-phase", [])
        try:
            rule = self.broken_rule(said)
        except UnreadableError:
            return "error", None, []
        if rule:
            return "illegal", rule, []
        self.positions.append(copy.deepcopy(self.now))
        return "legal", None, self.apply(said)

    # ------------------------------------------------ reading

    def read(self, words: list[str]) -> Said:
        first = words[0].lower()
        if words[0] in self.names:
            return self.read_of_player(words[0], words[1:])
        if first == "undo":
            return Said("undo", number=self.number(words[1:]))
        if first not in SHAPES:
            raise UnreadableError
        if SHAPES[first] == 1:
            if len(words) > 1:
                raise UnreadableError
            return Said(first)
        if len(words) < 2 or words[1] not in self.names:
            raise UnreadableError
        return Said(first, words[1], self.cards(words[2:]))

    def read_of_player(self, who: str, words: list[str]) -> Said:
        if not words:
            raise UnreadableError
        word = words[0].lower()
        if word == "takes" and len(words) == 1:
            return Said("takes", who)
        if word in {"heads", "draws", "bone"}:
            return Said(word, who, self.cards(words[1:]))
        return Said("play", who, self.cards(words))

    def number(self, words: list[str]) -> int:
        if not words:
            return 1
        if len(words) > 1 or not words[0].isdigit() or int(words[0]) == 0:
            raise UnreadableError
        return int(words[0])

    def cards(self, words: list[str]) -> list[str]:
        cards = [word.upper() for word in words]
        cards = ["10" + card[1:] if card[0] == "T" else card for card in cards]
        if any(card not in DECK for card in cards):
            raise UnreadableError
        return cards

    # ------------------------------------------------ judging

    def game_over(self) -> bool:
        return len(self.now.out) >= (len(self.names) - 1 if self.play_on else 1)

    def broken_rule(self, said: Said) -> str | None:
        now = self.now
        if said.word == "end":
            return None
        if said.word == "deal":
            if now.phase != "before":
                raise UnreadableError
            return None
        if said.word in {"hand", "dealt"}:
            self.check_scan(said)
            return None
        return self.common_rule(said) or self.own_rule(said)

    def check_scan(self, said: Said) -> None:
        now = self.now
        known = now.seen("hand", said.who)
        whole = said.word == "hand"
        right_number = len(said.cards) == (6 if whole else 1)
        if now.phase != "dealt" or now.laid or not right_number or len(known) == 6:
            raise UnreadableError
        new = [card for card in said.cards if not whole or card not in known]
        if len(set(said.cards)) < len(said.cards) or any(card in now.place for card in new):
            raise UnreadableError
        if whole and any(card not in said.cards for card in known):
            raise UnreadableError

    def common_rule(self, said: Said) -> str | None:
        now = self.now
        if self.game_over() or now.phase == "before":
            return "wrong-phase"
        if (said.word == "heads") != (now.phase == "dealt"):
            return "wrong-phase"
        if said.word == "draws":
            if now.last_play is None or now.last_play[0] != said.who:
                return "wrong-phase"
        elif said.who in now.laid if said.word == "heads" else said.who != now.turn:
            return "not-your-turn"
        return self.card_rule(said)

    def card_rule(self, said: Said) -> str | None:
        now = self.now
        places = [now.place.get(card, ("unseen", "")) for card in said.cards]
        own = {("hand", said.who), ("heads", said.who)}
        if len(set(said.cards)) < len(said.cards) or ("out", "") in places:
            return "card-used"
        if said.word in {"draws", "bone"} and own & set(places):
            return "card-used"
        if any(place[0] in {"hand", "heads"} and place not in own for place in places):
            return "not-in-hand"
        if said.word in {"play", "heads"}:
            hidden = now.hand[said.who] - len(now.seen("hand", said.who))
            if places.count(("unseen", "")) > hidden:
                return "not-in-hand"
        if len(said.cards) != {"heads": 3, "bone": 1}.get(said.word, len(said.cards)):
            return "card-count"
        return None

    def own_rule(self, said: Said) -> str | None:
        now = self.now
        heads = now.seen("heads", said.who)
        if said.word == "draws":
            assert now.last_play is not None
            due = now.last_play[1]
            return None if due and len(said.cards) in (0, due) else "draw-count"
        if said.word == "play" and len({card[:-1] for card in said.cards}) > 1:
            return "same-rank"
        over_hand = said.word == "bone" or (said.word == "play" and any(card in heads for card in said.cards))
        if now.hand[said.who] and over_hand:
            return "hand-first"
        if said.word == "bone" and heads:
            return "heads-first"
        if said.word == "play" and not self.is_right(said.cards[0]):
            return "must-beat-pile"
        return "pile-empty" if said.word == "takes" and not now.pile else None

    def is_right(self, card: str) -> bool:
        if not self.now.pile:
            return True
        rank, top = card[:-1], self.now.pile[-1][:-1]
        return top == "2" or rank in ("2", "10") or RANKS.index(rank) >= RANKS.index(top)

    # ------------------------------------------------ applying

    def apply(self, said: Said) -> list[tuple[str, ...]]:
        now = self.now
        match said.word:
            case "end":
                now.ended = True
            case "deal":
                now.phase = "dealt"
            case "hand" | "dealt" | "draws":
                now.place |= dict.fromkeys(said.cards, ("hand", said.who))
                now.last_play = None
            case "heads":
                now.place |= dict.fromkeys(said.cards, ("heads", said.who))
                now.hand[said.who] = 3
                now.laid.append(said.who)
                now.phase = "play" if len(now.laid) == len(self.names) else "dealt"
            case "takes":
                self.pick_up(said.who, now.pile)
            case "bone" if not self.is_right(said.cards[0]):
                now.bones[said.who] -= 1
                self.pick_up(said.who, now.pile + said.cards)
            case _:
                return self.put_on_pile(said)
        return []

    def pick_up(self, who: str, cards: list[str]) -> None:
        now = self.now
        now.place |= dict.fromkeys(cards, ("hand", who))
        now.hand[who] += len(cards)
        now.pile = []
        now.last_play = None
        self.next_player()

    def put_on_pile(self, said: Said) -> list[tuple[str, ...]]:
        now = self.now
        if said.word == "bone":
            now.bones[said.who] -= 1
        else:
            now.hand[said.who] -= sum(now.place.get(card) != ("heads", said.who) for card in said.cards)
        now.place |= dict.fromkeys(said.cards, ("out", ""))
        now.pile = now.pile + said.cards
        due = 0
        while now.stack and now.hand[said.who] < 3:
            now.stack -= 1
            now.hand[said.who] += 1
            due += 1
        now.last_play = (said.who, due)
        return self.after_play(said)

    def after_play(self, said: Said) -> list[tuple[str, ...]]:
        now = self.now
        events: list[tuple[str, ...]] = []
        ten = said.cards[0][:-1] == "10"
        if ten:
            now.pile = []
            events.append(("cleared",))
        if not now.hand[said.who] and not now.seen("heads", said.who) and not now.bones[said.who]:
            now.out.append(said.who)
        if self.game_over():
            return [*events, ("game-over", now.out[0])]
        if not ten or said.who in now.out:
            self.next_player()
        return events

    def next_player(self) -> None:
        now = self.now
        place = self.names.index(now.turn)
        while True:
            place = (place + 1) % len(self.names)
            if self.names[place] not in now.out:
                now.turn = self.names[place]
                return
