"""Toriatama: drinks go from the centre through both hands into the crate; who remembers which? (RULES.md).

Source: the designers' rules. Decisions beyond it: of two matching drinks the one taken earlier moves; a correct claim
closes the claims; each player has one claim for each drink taken; `moves` states the move that fills the crate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial

from companion.cards import CardSet, Deck, Seat, clockwise, left_of, with_seat
from companion.games.toriatama.drink_list import read_note
from companion.games.toriatama.drinks import PLACES, Drinker, Drinks, DrinksState, Take
from companion.games.toriatama.entry import ENTRY
from companion.rules.events import DealScored, Event, GameOver
from companion.rules.game import Choice, Expectation, Game, Option, Pieces, Setup, rules_of_book
from companion.rules.places import Place
from companion.rules.referee import verdicts
from companion.rules.referee.verdicts import LEGAL, Illegal, Rule, Unreadable, Verdict
from companion.rules.statements import DEAL, Statement, UnreadableError, Word, undo_of
from companion.support.messages import N_, msg, msg_n
from companion.support.values import dataclass, replace

COLOURS = (msg("red"), msg("green"), msg("blue"), msg("yellow"), msg("white"), msg("black"))
SHAPES = (msg("can"), msg("tall"), msg("small"), msg("bottle"), msg("high"), msg("tallest"))
DECK = Deck.of_drinks(" ".join(COLOURS), " ".join(SHAPES))
HANDS = (msg("right"), msg("left"))
HANDS_NAMED = {"right": msg("right hand"), "left": msg("left hand")}

CRATE_FULL = Rule(
    "crate-full", N_("Your crate fills up: move, do not take."), N_("CRATE FULL"), N_("Move your drinks: OK")
)
NOT_IN_CENTRE = Rule("not-in-centre", N_("This drink is not in the centre."), N_("NOT THERE"), N_("Take another drink"))
OWN_DRINK = Rule("own-drink", N_("You cannot claim your own new drink."), N_("YOUR OWN"), N_("Leave it to the others"))
CLAIM_CLOSED = Rule(
    "claim-closed", N_("The claim on this drink is decided."), N_("DECIDED"), N_("Next player: take one")
)
ONE_CLAIM = Rule("one-claim", N_("One claim for each drink taken."), N_("ONE CLAIM"), N_("Wait for the next drink"))
CLAIM_WORD = Rule("claim-word", N_("Name its colour or its shape."), N_("WHICH WORD"), N_("Look at the new drink"))
HAND_EMPTY = Rule("hand-empty", N_("This hand is empty."), N_("EMPTY"), N_("Open the other hand"))

OPTIONS = (
    Option(
        "move",
        ("matching", "whole-hand"),
        N_("what a correct claim moves: the matching drink, or the whole hand"),
        (N_("the matching drink"), N_("the whole hand")),
    ),
    Option(
        "claims",
        ("first-correct", "all-correct"),
        N_("the first correct claim closes, or each may move one"),
        (N_("the first correct one closes"), N_("each may move one")),
    ),
)

BOOK = rules_of_book(OPTIONS)
MOVING_PAGES = {
    "matching": msg("Right: the new drink goes back, and yours moves a step on: right hand, left hand, crate."),
    "whole-hand": msg(
        "Right: the new drink goes back, and all of that hand moves a step on: right hand, left hand, crate."
    ),
}


def _pages(deck: Deck, house: Mapping[str, str]) -> tuple[str, ...]:
    """The rules in short with these drinks, under these house rules."""
    colours, shapes = map(len, _colours_and_shapes(deck))
    return (
        msg(
            "{drinks} drinks: {shapes} shapes, {colours} colours. Fill your crate of six, with as many of both as you"
            " can.",
            drinks=len(deck),
            shapes=shapes,
            colours=colours,
        ),
        msg("Your turn: put what your left hand holds into your crate, and move the right hand's drink to the left."),
        msg("Then take one drink from the centre into the right hand, and say which. Now the others may claim."),
        msg("Hands stay closed: remember who holds what. Who looks into a hand puts its drinks back."),
        msg(
            "Claim if you hold a drink like the new one: “I have a red one” or “a can”. Open that hand. One claim each."
        ),
        MOVING_PAGES[house["move"]],
        msg("Wrong: all that the opened hand holds goes back to the centre. The new drink stays."),
        msg("A full crate ends the game. All fill theirs up: first from the left hand, then from the right."),
        msg("A point for each colour and each shape. Red can, red bottle: 1 + 2 = 3. Ties: more drinks."),
    )


@dataclass(frozen=True, slots=True)
class ClaimMade(Event):
    """A hand was opened for a claim. A wrong claim breaks no rule."""

    kind = "claim"
    player: Seat
    correct: bool

    def sentence(self, names: tuple[str, ...]) -> str:
        """Whose claim, and whether it is right."""
        who = names[self.player]
        if self.correct:
            return msg("{who} is right: the new drink goes back, and {who}'s moves on", who=who)
        return msg("{who} is wrong: what that hand held goes back", who=who)


@dataclass(frozen=True, kw_only=True)
class Toriatama(Game):
    """The rulebook, in the order of the rules."""

    def begin(self, setup: Setup) -> DrinksState:
        """All drinks are in the centre."""
        return DrinksState(setup)

    # Components: the list of drinks is the house's

    def with_drinks(self, deck: Deck) -> Toriatama:
        """This game with these drinks. The words of a claim are their colours and shapes."""
        if deck == self.deck:
            return self
        under = partial(_pages, deck)
        return replace(self, deck=deck, words=_vocabulary(deck), pages=under(BOOK), pages_under=under)

    # A turn

    def expects(self, state: DrinksState) -> Expectation:
        """A drink is taken, or the last one is claimed. A hand that was looked at may be returned at any time."""
        return state.expects_by(self._expects)

    def _expects(self, state: DrinksState) -> Expectation:
        if not state.players:
            deal = Statement(DEAL.name)
            return replace(self.expects(_deal_anew(state)), words=frozenset({DEAL.name}), implied=(deal,))
        if state.over:
            return Expectation(N_("Game over"), frozenset())
        offered, turn = claims(state), state.turn
        words, seats = _words(state), (turn,)
        if state.must_move:
            move = (Statement("moves", turn),)
            full = Choice(N_("the game ends"), move, own=N_("fill the crate: the game ends"))
            claim = (Choice(N_("claim"), then=offered, asks=N_("Who claims one like it?")),) if offered else ()
            return Expectation(N_("Moves?"), words, seats, choices=(full, *claim))
        headline = N_("Who claims one like it?") if offered else N_("Take a drink")
        return Expectation(headline, words, seats, (1, 1), Statement("takes", turn), choices=offered)

    def judge(self, state: DrinksState, statement: Statement) -> Verdict:
        """Right or wrong; nothing is on trust, since all drinks are seen when taken."""
        has_place = statement.word in self.expects(state).words
        if statement.word == DEAL.name:
            return LEGAL if has_place else Unreadable("there is one deal, and it was dealt already")
        if not has_place:
            return Illegal(verdicts.WRONG_PHASE)
        for rule, broken in _rules_broken(state, statement):
            if broken:
                return Illegal(rule)
        return LEGAL

    def advance(self, state: DrinksState, statement: Statement) -> tuple[DrinksState, tuple[Event, ...]]:
        """The state after a right statement. A full crate ends the match at once."""
        state, events = self._apply(state, statement)
        if not state.over:
            return state, events
        state = replace(state, players=tuple(player.put_in_crate() for player in state.players))
        return state, (*events, DealScored(self.scores(state)), GameOver(self.winners(state)))

    def _apply(self, state: DrinksState, statement: Statement) -> tuple[DrinksState, tuple[Event, ...]]:
        seat = statement.seat
        if seat is None:
            return _deal_anew(state), ()
        player = state.players[seat]
        match statement.word:
            case "takes":
                return _take_drink(state, seat, statement.cards), ()
            case "claims":
                return _claim(state, seat, *statement.value.split())
            case "returns":
                return state.with_player(seat, player.without(player.hand(statement.value))), ()
            case _:
                return replace(state.with_player(seat, player.move()), moved=True), ()

    def menu(self, state: DrinksState, said: Sequence[Statement]) -> tuple[Choice, ...]:
        """Returning a hand that was looked at, and adding a drink that was not tapped."""
        if state.take is None or state.over:
            return ()
        return _return_choice(state.setup.seats), _missed_drink(state, said)

    # End and score

    def scores(self, state: DrinksState) -> tuple[int, ...]:
        """Zero before the end; then the points of the crates."""
        return tuple(player.points if state.over else 0 for player in state.players) or state.setup.scores

    def winners(self, state: DrinksState) -> tuple[Seat, ...]:
        """Most points; a tie goes to more drinks, then it is shared."""
        if not state.over:
            return ()
        results = self.results(state)
        return tuple(seat for seat, result in enumerate(results) if result == max(results))

    def results(self, state: DrinksState) -> list[tuple[int, int]]:
        """The points by seat, and the number of drinks in the crate."""
        return [(player.points, len(player.crate)) for player in state.players]

    # Visibility: of a hand everybody sees whether it is empty, and nothing else is shown

    def public_part(self, state: DrinksState, statement: Statement) -> Statement:
        """That somebody took a drink, but not which."""
        return statement.with_cards() if statement.word == "takes" else statement

    def places(self, state: DrinksState) -> Mapping[Place, CardSet]:
        """Crates, closed hands and the centre."""
        return state.places(self.deck)


class ToriatamaPieces(Pieces[Toriatama]):
    """The drinks of the house."""

    def by_the_book(self) -> Toriatama:
        """The game with the drinks of records without a drink list."""
        return self.game.with_drinks(DECK)

    def from_note(self, words: Sequence[str]) -> Toriatama:
        """The game with the drinks of a record's note. Ignores invalid notes."""
        try:
            return self.game.with_drinks(read_note(words[1:])) if words and words[0] == "drinks" else self.game
        except UnreadableError:
            return self.game

    def note(self) -> str:
        """The drink list of this house. Empty if it uses the rulebook's."""
        drinks = self.game.deck.cards_in_order
        return "" if set(drinks) == set(DECK.cards_in_order) else " ".join(("drinks", *map(str, drinks)))


def _deal_anew(state: DrinksState) -> DrinksState:
    return replace(state, players=(Drinker(),) * state.setup.seats)


def _words(state: DrinksState) -> frozenset[str]:
    """The statements allowed now. The next player's move closes the claims."""
    first = state.take is None
    places = {"takes": True, "moves": state.to_move, "claims": not first and not state.moved, "returns": not first}
    return frozenset({word for word, has_place in places.items() if has_place})


def claims(state: DrinksState) -> tuple[Choice, ...]:
    """Who claims, by colour or shape, with which hand: one press each.

    The first of each list is at the cursor; the others are taken at once. Clockwise from the taker. All see
    which hands are empty; those claim nothing.
    """
    take = state.take
    if take is None or take.decided or state.moved:
        return ()
    others = clockwise(left_of(state.taker, state.setup.seats), state.setup.seats)[:-1]
    asks = N_("claims what?")
    holding = [(seat, state.players[seat].hands) for seat in others if seat not in take.claimants]
    every = [(seat, hands) for seat, hands in holding if hands]
    return tuple([Choice("", seat=seat, then=_words_of(take, seat, hands), asks=asks) for seat, hands in every])


def _words_of(take: Take, seat: Seat, hands: tuple[str, ...]) -> tuple[Choice, ...]:
    words = (take.drink.suit, take.drink.rank)
    return tuple([Choice(word, then=_hands_of(seat, word, hands), asks=N_("opens which hand?")) for word in words])


@lru_cache(maxsize=128)
def _hands_of(seat: Seat, word: str, hands: tuple[str, ...]) -> tuple[Choice, ...]:
    """The choices for every drink of a colour or shape: the hand of the last drink first."""
    return tuple(
        Choice(
            HANDS_NAMED[hand],
            (Statement("claims", seat, value=f"{word} {hand}"),),
            own=msg("claim {word}, {hand}", word=msg(word), hand=msg(hand)),
        )
        for hand in hands
    )


def _return_choice(seats: int) -> Choice:
    """Return a hand that was looked at."""
    whose = tuple(
        Choice(HANDS_NAMED[hand], (Statement("returns", seat, value=hand),), seat)
        for seat in range(seats)
        for hand in HANDS
    )
    return Choice(N_("a hand goes back"), then=whose, asks=N_("Whose hand?"))


def _missed_drink(state: DrinksState, said: Sequence[Statement]) -> Choice:
    """Add a drink that nobody tapped: undo all since then, tap it now, and shift the turns after it."""
    places: list[Choice] = []
    for count, statement in enumerate(said, start=1):
        if statement.word != "takes":
            continue
        again = [_by_the_next(later, state.setup.seats) for later in reversed(said[:count])]
        words = (undo_of(count), Statement("takes", statement.seat), *again)
        places.append(Choice(msg("in turn {n}", n=state.turns - len(places)), words, statement.seat, wants_card=True))
    return Choice(N_("insert a missed drink"), then=tuple(places), asks=N_("Where? Then tap it"))


def _by_the_next(said: Statement, seats: int) -> Statement:
    """This statement one turn later. Claims and returns name their seat and stay."""
    if said.seat is None or said.word not in {"takes", "moves"}:
        return said
    return replace(said, seat=left_of(said.seat, seats))


def _take_drink(state: DrinksState, seat: Seat, drinks: Drinks) -> DrinksState:
    """Take a drink into the right hand. The hands move one step first, unless they did or it is the first turn."""
    player = state.players[seat].move() if state.to_move else state.players[seat]
    players = with_seat(state.players, seat, replace(player, right=drinks))
    return replace(state, players=players, turns=state.turns + 1, take=Take(drinks[0]), moved=False)


def _claim(state: DrinksState, seat: Seat, word: str, hand: str) -> tuple[DrinksState, tuple[Event, ...]]:
    """A correct claim: the new drink goes back, the matching one moves on. A wrong one: the opened hand goes back."""
    take, options = state.new, state.setup.options
    player = state.players[seat]
    opened = player.hand(hand)
    matching = tuple(drink for drink in opened if word in (drink.suit, drink.rank))
    decided = bool(matching) and options["claims"] == "first-correct"
    if matching:
        state = state.with_player(state.taker, state.players[state.taker].without((take.drink,)))
        player = player.on(hand, opened if options["move"] == "whole-hand" else matching[:1])
    else:
        player = player.without(opened)
    take = replace(take, claimants=(*take.claimants, seat), decided=decided)
    return replace(state.with_player(seat, player), take=take), (ClaimMade(seat, bool(matching)),)


# Rules, in this order: the common ones first; each statement with what breaks it


def _rules_broken(state: DrinksState, said: Statement) -> Iterator[tuple[Rule, bool]]:
    match said.word:
        case "takes":
            return _breaking_takes(state, said)
        case "claims":
            return _breaking_claims(state, said.by, *said.value.split())
        case "returns":
            return iter([(HAND_EMPTY, not state.players[said.by].hand(said.value))])
    return iter([(verdicts.NOT_YOUR_TURN, said.seat != state.turn)])


def _breaking_takes(state: DrinksState, said: Statement) -> Iterator[tuple[Rule, bool]]:
    yield verdicts.NOT_YOUR_TURN, said.seat != state.turn
    yield verdicts.CARD_USED, len(set(said.cards)) < len(said.cards)
    yield verdicts.CARD_COUNT, len(said.cards) != 1
    yield CRATE_FULL, state.must_move
    yield NOT_IN_CENTRE, any(said.cards[0] in player.drinks for player in state.players)


def _breaking_claims(state: DrinksState, seat: Seat, word: str, hand: str) -> Iterator[tuple[Rule, bool]]:
    take = state.new
    yield OWN_DRINK, seat == state.taker
    yield CLAIM_CLOSED, take.decided
    yield ONE_CLAIM, seat in take.claimants
    yield CLAIM_WORD, word not in (take.drink.suit, take.drink.rank)
    yield HAND_EMPTY, not state.players[seat].hand(hand)


def _colours_and_shapes(deck: Deck) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The colours and the shapes, each once, in the order of the list."""
    drinks = deck.cards_in_order
    return tuple(dict.fromkeys(drink.suit for drink in drinks)), tuple(dict.fromkeys(drink.rank for drink in drinks))


def _vocabulary(deck: Deck) -> tuple[Word, ...]:
    """The words of the game with these drinks."""
    colours, shapes = _colours_and_shapes(deck)
    return (
        DEAL,
        Word(
            "takes",
            cards=True,
            told=N_("{who} takes {cards}"),
            brief=N_("takes {}:"),
            calls=msg_n("{who} takes {cards}: tap it.", "{who} takes {cards}: tap them."),
        ),
        Word("moves", told=N_("{who} moves the drinks on"), brief=N_("moves the drinks")),
        Word(
            "claims",
            values=(*colours, *shapes),
            then=HANDS,
            told=N_("{who} claims: {value} hand"),
            brief=N_("claims {} hand|claims {}"),
        ),
        Word("returns", values=HANDS, told=N_("{who} gives back the drink of the {value} hand")),
    )


TORIATAMA = Toriatama(
    entry=ENTRY,
    name="toriatama",
    title=N_("Toriatama drinks"),
    short_title=N_("Toriatama"),
    deck=DECK,
    deck_kind="drinks",
    players=(2, 3, 4),
    words=_vocabulary(DECK),
    rules=(CRATE_FULL, NOT_IN_CENTRE, OWN_DRINK, CLAIM_CLOSED, ONE_CLAIM, CLAIM_WORD, HAND_EMPTY),
    options=OPTIONS,
    pages=_pages(DECK, BOOK),
    pages_under=partial(_pages, DECK),
    opener="start",
    crate=PLACES,
    opener_asked=N_("Who last heard a bird?"),
    keeps_score=False,
    brings=(),
)
