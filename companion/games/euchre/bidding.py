"""What is said in Euchre before the first lead: who makes trump, what the dealer discards, who plays alone."""

from __future__ import annotations

from companion.cards import SAME_COLOUR, SUIT_NAMES, Card, Deck, Seat, clockwise, left_of
from companion.rules.deal import Deal, TrickState
from companion.rules.events import Event
from companion.rules.game import Choice, Draw, Expectation
from companion.rules.partners import SEATS, partner, side
from companion.rules.referee.knowledge import Gift
from companion.rules.statements import Said, Secret, Statement, Word
from companion.support.messages import N_, msg, msg_as, msg_n
from companion.support.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class TrumpMade(Event):
    """A player made trump: of the card turned up, or by naming a suit. `trump` is its letter."""

    kind = "trump"
    tells_statement = True
    player: Seat
    trump: str

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who made which suit trump."""
        return msg("{who} makes {suit} trump", who=names[self.player], suit=SUIT_NAMES[self.trump])


SUITS: dict[str, str] = {name: letter for letter, name in SUIT_NAMES.items()}

UP, ORDERS, PASS, TRUMP, DISCARDS, ALONE = "up", "orders", "pass", "trump", "discards", N_("alone")
BIDDING_WORDS = (
    Word(UP, Said.BY_TABLE, cards=True, told=N_("{cards} is turned up")),
    Word(ORDERS, told=N_("{who} orders it up")),
    Word(PASS, told=N_("{who} passes"), brief=msg_as("auction", "passes")),
    Word(TRUMP, values=tuple(SUITS), told=N_("{who} names {value}"), brief=N_("trump is {}")),
    Word(
        DISCARDS,
        cards=True,
        secret=Secret.GIVEN,
        told=N_("{who} takes it up, and lays a card away face down"),
        calls=msg_n("{who} discards {cards}: tap it.", "{who} discards {cards}: tap them."),
        does=msg_n("lays a card away", "lays {n} cards away"),
    ),
    Word(ALONE, told=N_("{who} plays alone"), brief=N_("plays alone")),
)


@dataclass(frozen=True, slots=True)
class EuchreBidding:
    """What was said: the card turned up, the passes of both rounds, who made trump, and the letter of its suit.

    `discarded` is what the dealer laid down for the card taken up (None: nothing; empty: unseen). `answers` is how many
    have said whether they play alone: the maker, then by house rule the others.
    """

    up: Card | None = None
    passes: int = 0
    maker: Seat | None = None
    trump: str = ""
    discarded: tuple[Card, ...] | None = None
    answers: int = 0

    @property
    def second_round(self) -> bool:
        """Whether all have passed, and the card was turned down."""
        return self.passes >= SEATS

    @property
    def passed_out(self) -> bool:
        """Whether nobody has made trump in both rounds."""
        return self.passes == 2 * SEATS

    @property
    def discard_due(self) -> bool:
        """Whether the dealer has taken the card up and not yet discarded one."""
        return self.maker is not None and not self.second_round and self.discarded is None


EuchreState = TrickState[EuchreBidding]
EuchreDeal = Deal[EuchreBidding]


def after_word(deal: EuchreDeal, statement: Statement, deck: Deck) -> EuchreDeal:
    """The deal after a right word of the bidding."""
    said, cards, knowledge = deal.opening, statement.cards, deal.knowledge
    match statement.word:
        case "up":
            (up,) = cards
            return replace(deal, opening=EuchreBidding(up), knowledge=knowledge.turned_up(deck.set(cards)))
        case "orders":
            assert said.up is not None
            taken = knowledge.takes_back(deal.dealer, deck.set((said.up,)))
            return replace(deal, opening=replace(said, maker=statement.seat, trump=said.up.suit), knowledge=taken)
        case "trump":
            return replace(deal, opening=replace(said, maker=statement.seat, trump=SUITS[statement.value]))
        case "discards":
            laid = knowledge.gives(Gift(deal.dealer, None, 1, deck.set(cards)))
            return replace(deal, opening=replace(said, discarded=cards), knowledge=laid)
        case "pass" if said.maker is None:
            return replace(deal, opening=replace(said, passes=said.passes + 1))
    out = (partner(statement.by),) if statement.word == ALONE else ()
    return replace(deal, opening=replace(said, answers=said.answers + 1), sits_out=(*deal.sits_out, *out))


def may_play_alone(deal: EuchreDeal, *, defenders: bool) -> tuple[Seat, ...]:
    """The seats that may still play alone, in the order in which they are asked. Trump must be made.

    `defenders`: so may one of the others, if the maker does.
    """
    maker, answers = deal.opening.maker, deal.opening.answers
    assert maker is not None, "nobody has made trump"
    if not answers:
        return (maker,)
    if not defenders or deal.sits_out != (partner(maker),):
        return ()
    others = (seat for seat in deal.order if side(seat) != side(maker))
    return tuple(others)[answers - 1 :]


def making(said: EuchreBidding, dealer: Seat, *, stuck: bool) -> Expectation:
    """Who makes trump: of the card turned up, then of another suit. All before the player named pass.

    `stuck`: the dealer may not pass in the second round.
    """
    waiting = clockwise(left_of(dealer, SEATS), SEATS)[said.passes % SEATS :]
    passes = tuple(Statement(PASS, seat) for seat in waiting)
    nobody = () if stuck and said.second_round else (Choice(N_("nobody"), passes, own=N_("pass")),)
    if not said.second_round:
        own = [N_("pick it up") if seat == dealer else N_("order it up") for seat in waiting]
        orders = (
            Choice("", (*passes[:at], Statement(ORDERS, seat)), seat, own=own[at]) for at, seat in enumerate(waiting)
        )
        return Expectation(N_("Who orders it up?"), frozenset({ORDERS, PASS}), waiting[:1], choices=(*nobody, *orders))
    names = (_names_suit(said, seat, passes[:at]) for at, seat in enumerate(waiting))
    return Expectation(N_("Who names trump?"), frozenset({TRUMP, PASS}), waiting[:1], choices=(*nobody, *names))


def _names_suit(said: EuchreBidding, seat: Seat, passes: tuple[Statement, ...]) -> Choice:
    """This seat names a suit: that of the same colour is offered first."""
    assert said.up is not None
    next_suit = SAME_COLOUR[said.up.suit]
    crossed = (suit for suit in SUITS.values() if suit not in {said.up.suit, next_suit})
    suits = tuple(
        Choice(SUIT_NAMES[suit], (*passes, Statement(TRUMP, seat, value=SUIT_NAMES[suit])))
        for suit in (next_suit, *crossed)
    )
    return Choice("", seat=seat, then=suits, asks=N_("Which suit?"))


def last_words(deal: EuchreDeal, lone: tuple[Seat, ...]) -> Expectation | None:
    """The discard, and who plays alone, in either order; `lone` are who may say so. None: both are done.

    A discard may come first; that of a scanned hand is asked for when all have said whether they are alone.

    The first lead says that nobody else plays alone, and that a card was discarded unseen.
    """
    due = deal.opening.discard_due
    if not lone and not due:
        return None
    dealer, draws = deal.dealer, (discard_seen(deal),) if due else ()
    passes, discards = tuple(Statement(PASS, seat) for seat in lone), (Statement(DISCARDS, dealer),) if due else ()
    implied = (*passes, *discards)
    tapped = any(draw.alone for draw in draws)
    nobody = (Choice(N_("nobody alone"), passes if tapped else implied, own=N_("with partner")),) if lone else ()
    discarded = () if lone else (Choice(N_("discarded"), discards),)
    alone = (Choice(ALONE, (*passes[:at], Statement(ALONE, seat)), seat, own=ALONE) for at, seat in enumerate(lone))
    return Expectation(
        N_("Alone?") if lone else N_("Discard"),
        frozenset({ALONE, PASS} if lone else ()) | frozenset({DISCARDS} if due else ()),
        tuple(dict.fromkeys((*((dealer,) if due else ()), *lone[:1]))),
        implied=implied,
        choices=(*nobody, *alone, *discarded),
        draws=draws,
    )


def discard_seen(deal: EuchreDeal) -> Draw:
    """The dealer's discard, which may be tapped face down."""
    facts, dealer = deal.knowledge, deal.dealer
    says = Statement(DISCARDS, dealer)
    return Draw(None, says, 1, facts.pool(dealer), alone=facts.seen_whole(dealer))
