"""Bonehead: get rid of the hand, then of the open heads, then of the unseen bones (RULES.md).

Source: the rules page of the author's program, without the further specials of its family. Decisions beyond it: heads
are laid in any order of seats; the hand is topped up before an extra turn; hand and heads are never mixed in one play;
several 10s give one extra turn. Nothing is on trust: all cards that matter are seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.cards import Card, CardSet, Seat, clockwise
from companion.games.bonehead.entry import ENTRY
from companion.games.bonehead.tableau import DEALT_TO_HAND, DECK, HEADS, Layout, Phase
from companion.rules.events import Event, GameOver
from companion.rules.game import Choice, Draw, Expectation, Game, Option, Setup
from companion.rules.places import Place
from companion.rules.referee import verdicts
from companion.rules.referee.judging import NamedCards, find, judge_scan
from companion.rules.referee.verdicts import LEGAL, Illegal, Rule, Unreadable, Verdict
from companion.rules.statements import DEAL, DEALT, HAND, PLAY, PLAYED, Secret, Statement, Word
from companion.support.messages import N_, msg, msg_n
from companion.support.values import dataclass, replace

ORDER = ("3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "2", "10")
ON_ANYTHING = "2", "10"
MOST_ALIKE = 4

HEADS_LAID = Word(
    "heads",
    cards=True,
    told=N_("{who} lays out {cards}"),
    brief=N_("lays heads: {}"),
    calls=msg_n("{who} lays {cards} as a head: tap it.", "{who} lays {cards} as heads: tap them."),
    does=msg_n("lays a head", "lays {n} heads"),
)
DRAWS = Word("draws", cards=True, secret=Secret.DRAWN, told=N_("{who} draws"))
TAKES = Word("takes", told=N_("{who} takes the pile"), brief=N_("takes the pile"))
BONE = Word(
    "bone",
    cards=True,
    told=N_("{who} turns a bone: {cards}"),
    brief=N_("turns a bone:"),
    calls=msg("{who} turns a bone: tap any one face down."),
    does=msg("turns a bone"),
)

DRAW_COUNT = Rule("draw-count", N_("Draw up to three cards, no more."), N_("DRAW TO 3"), N_("Count your hand"))
SAME_RANK = Rule("same-rank", N_("Only cards of one rank together."), N_("ONE RANK"), N_("Play alike cards"))
HAND_FIRST = Rule("hand-first", N_("Play the cards of your hand first."), N_("HAND FIRST"), N_("Heads come later"))
HEADS_FIRST = Rule("heads-first", N_("Play your head cards first."), N_("HEADS 1ST"), N_("Bones come last"))
MUST_BEAT_PILE = Rule(
    "must-beat-pile", N_("Too low: beat the pile or take it."), N_("TOO LOW"), N_("Same or higher, or take")
)
PILE_EMPTY = Rule("pile-empty", N_("The pile is empty: play a card."), N_("NO PILE"), N_("Any card goes"))

OPTIONS = (
    Option(
        "start",
        ("random", "lowest-hand-card", "first-3"),
        N_("who starts: by chance, the lowest card, or the first 3 in heads or hand"),
        (N_("by chance"), N_("the lowest card"), N_("the first 3")),
    ),
    Option(
        "play-on",
        ("no", "yes"),
        N_("stop when the first is out, or play on until one is left"),
        (N_("stop"), N_("play on")),
    ),
)

PAGES = (
    N_("2 to 5 players, 52 cards. 3 bones each, face down and unseen; 6 cards: lay 3 of them open as heads."),
    N_("From low to high: 3 4 5 6 7 8 9 J Q K A 2 10. Suits do not matter. First without cards wins."),
    N_("Play one or more of one rank, as high as the pile's top or higher. Top up to 3 while the stack lasts."),
    N_("2 goes on anything, anything goes on 2. 10 goes on anything, clears the pile, and you play again."),
    N_("You cannot or do not want to play: take the pile into your hand. That ends your turn."),
    N_("Hand first, then heads, then bones, one unseen. A bone too low: take it and the pile into your hand."),
)


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """A 10 has taken the pile out of the game."""

    kind = "cleared"

    def sentence(self, names: tuple[str, ...]) -> str:
        """That the pile is gone."""
        return msg("A 10 clears the pile")


class Bonehead(Game):
    """The rulebook, in the order of the rules."""

    # Components, setup

    def begin(self, setup: Setup) -> Layout:
        """Bones, hands and stack."""
        return Layout.of_new_deal(setup)

    def to_scan(self, state: Layout) -> tuple[tuple[Seat, int], ...]:
        """The six cards of each hand before heads are laid, the starter first. Never the bones."""
        if state.phase not in {Phase.SHUFFLED, Phase.DEALT}:
            return ()
        order = clockwise(state.setup.opener, state.setup.seats)
        return tuple((seat, DEALT_TO_HAND - state.knowledge.known[seat].bit_count()) for seat in order)

    # A turn

    def expects(self, state: Layout) -> Expectation:
        """The heads of all seats, then cards or a bone of the seat whose turn it is."""
        return state.expects_by(self._expects)

    def _expects(self, state: Layout) -> Expectation:
        if self.winners(state):
            return Expectation(N_("Game over"), frozenset())
        if state.phase is Phase.PLAYING:
            return _expects_play(state)
        waiting = state.without_heads
        tap = Statement(HEADS_LAID.name, waiting[0])
        heads = Expectation(N_("Lay 3 heads"), frozenset({tap.word}), waiting, (HEADS, HEADS), tap)
        if state.phase is Phase.SHUFFLED:
            return replace(heads, words=frozenset({DEAL.name}), implied=(Statement(DEAL.name),))
        return heads

    def advance(self, state: Layout, statement: Statement) -> tuple[Layout, tuple[Event, ...]]:
        """The layout after a right statement, and its events."""
        if statement.word == DEAL.name:
            return replace(state, phase=Phase.DEALT), ()
        seat, cards = statement.by, statement.cards
        match statement.word:
            case "heads":
                return state.lays_heads(seat, cards), ()
            case "play":
                return self._after_play(state.plays(seat, cards), seat)
            case "bone" if cards and beats(cards[0], state.pile):
                return self._after_play(state.turns_bone(seat, cards), seat)
            case "bone":
                return state.takes_bone(seat, cards), ()
            case "takes":
                return state.takes_pile(seat), ()
            case _:
                return state.seen_into(seat, cards), ()

    def _after_play(self, state: Layout, seat: Seat) -> tuple[Layout, tuple[Event, ...]]:
        """Top up. A 10 clears the pile and gives another turn, unless its player is out."""
        state = state.tops_up(seat)
        cleared = state.pile[-1].rank == "10"
        if cleared:
            state = replace(state, pile=())
        if not state.has_cards(seat):
            state = replace(state, out=(*state.out, seat))
        if not cleared or seat in state.out:
            state = state.passes_turn()
        winners = self.winners(state)
        return state, (*((Cleared(),) if cleared else ()), *((GameOver(winners),) if winners else ()))

    def winners(self, state: Layout) -> tuple[Seat, ...]:
        """The first seat without hand, heads and bones: at once, or when only one holds cards."""
        ends_with = state.setup.seats - 1 if state.setup.options["play-on"] == "yes" else 1
        return state.out[:1] if len(state.out) >= ends_with else ()

    def scores(self, state: Layout) -> tuple[int, ...]:
        """There are no points."""
        return (0,) * state.setup.seats

    # Verdicts

    def judge(self, state: Layout, statement: Statement) -> Verdict:
        """Right or wrong; nothing is on trust."""
        match statement.word:
            case DEAL.name if state.phase is Phase.SHUFFLED:
                return LEGAL
            case DEAL.name:
                return Unreadable("the cards are dealt; a game of Bonehead is one deal")
            case HAND.name | DEALT.name:
                dealt = state.knowledge if state.phase is Phase.DEALT else None
                scanned = judge_scan(statement, DEALT_TO_HAND, DECK, dealt)
                return LEGAL if isinstance(scanned, NamedCards) else scanned
        if common := _common_rule(self.expects(state), state, statement):
            return Illegal(common)
        for rule, broken in _own_rules(state, statement):
            if broken:
                return Illegal(rule)
        return LEGAL

    def places(self, state: Layout) -> Mapping[Place, CardSet]:
        """Hands and heads, the pile, cleared cards, and unseen cards."""
        return state.places()

    # Visibility

    def public_part(self, state: Layout | None, statement: Statement) -> Statement:
        """The public part. A bone that was too low goes into the hand unseen."""
        kept = statement.word == BONE.name and state is not None and not state.pile
        if kept and all(card.rank != "10" for card in statement.cards):
            return statement.with_cards()
        return super().public_part(state, statement)

    def seen_by(self, seat: Seat, state: Layout, statement: Statement) -> Statement | None:
        """The other seats learn that a bone was too low, but not which it was."""
        if statement.word == BONE.name and statement.seat != seat:
            return self.public_part(state, statement)
        return super().seen_by(seat, state, statement)


def beats(card: Card, pile: tuple[Card, ...]) -> bool:
    """Whether a card is at least as high as the top. 2 and 10 always are; an empty pile and a 2 take any card."""
    if not pile or pile[-1].rank == "2" or card.rank in ON_ANYTHING:
        return True
    return ORDER.index(card.rank) >= ORDER.index(pile[-1].rank)


def _expects_play(state: Layout) -> Expectation:
    """Hand, heads, bones. The pile may be taken in any phase."""
    seat = state.turn
    on_bones = not state.knowledge.held[seat]
    tap = Statement(BONE.name if on_bones else PLAY, seat)
    return Expectation(
        N_("Turn a bone") if on_bones else N_("Play a card"),
        frozenset({PLAY, BONE.name, TAKES.name, *((DRAWS.name,) if state.drawn else ())}),
        (seat,),
        (1, 1 if on_bones else MOST_ALIKE),
        tap,
        choices=(Choice(N_("take the pile"), (Statement(TAKES.name, seat),)),) if state.pile else (),
        optional=True,
        limit=state.in_hand(seat) or state.heads[seat].bit_count(),
        draws=_draws(state),
    )


def _draws(state: Layout) -> tuple[Draw, ...]:
    """The cards just drawn. `alone` if every other card in the hands was seen."""
    if state.drawn is None or not state.drawn[1]:
        return ()
    seat, due = state.drawn
    knowledge = state.knowledge
    unseen = sum(knowledge.held) - sum(hand.bit_count() for hand in knowledge.known)
    alone = unseen == knowledge.hidden_count(seat) == due
    return (Draw(seat, Statement(DRAWS.name, seat), due, knowledge.unseen, alone=alone),)


def _common_rule(expected: Expectation, state: Layout, said: Statement) -> Rule | None:
    """The first rule of rules/RULES.md 2 that a statement breaks."""
    drew = state.drawn[0] if state.drawn else None
    if said.word not in expected.words or (said.word == "draws" and said.seat != drew):
        return verdicts.WRONG_PHASE
    if said.word != "draws" and said.seat not in expected.seats:
        return verdicts.NOT_YOUR_TURN
    needed = {"heads": HEADS, "bone": 1}.get(said.word, len(said.cards))
    return _wrong_card(state, said) or (verdicts.CARD_COUNT if len(said.cards) != needed else None)


def _wrong_card(state: Layout, said: Statement) -> Rule | None:
    """The rule broken by a wrong card: heads and plays are the player's own cards, draws and bones are unseen."""
    knowledge = state.knowledge
    if said.word in {"draws", "bone"}:
        knowledge = replace(knowledge, out=knowledge.out | knowledge.known[said.by])
        said = replace(said, seat=None)
    found = find(DECK, knowledge, said)
    return found if isinstance(found, Rule) else None


# Rules


def _own_rules(state: Layout, said: Statement) -> Iterator[tuple[Rule, bool]]:
    """The rules of this game that a statement may break, in order, and whether it does.

    A bone that is too low breaks no rule.
    """
    hand, heads = state.in_hand(said.by) > 0, state.heads[said.by]
    match said.word:
        case "draws":
            due = state.drawn[1] if state.drawn else 0
            yield DRAW_COUNT, not due or len(said.cards) not in {0, due}
        case "play":
            yield SAME_RANK, len({card.rank for card in said.cards}) > 1
            yield HAND_FIRST, hand and bool(heads & DECK.set(said.cards))
            yield MUST_BEAT_PILE, not beats(said.cards[0], state.pile)
        case "bone":
            yield HAND_FIRST, hand
            yield HEADS_FIRST, bool(heads)
        case "takes":
            yield PILE_EMPTY, not state.pile


BONEHEAD = Bonehead(
    entry=ENTRY,
    name="bonehead",
    title=N_("Bonehead"),
    deck=DECK,
    deck_kind="french",
    players=(2, 3, 4, 5),
    words=(DEAL, HAND, DEALT, HEADS_LAID, PLAYED, DRAWS, TAKES, BONE),
    rules=(DRAW_COUNT, SAME_RANK, HAND_FIRST, HEADS_FIRST, MUST_BEAT_PILE, PILE_EMPTY),
    options=OPTIONS,
    pages=PAGES,
    opener="start",
    keeps_score=False,
    brings=(),
    counted=N_("cards left"),
    low_wins=True,
    by_rank=True,
    presses=40,
)
