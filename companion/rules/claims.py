"""Claims of trick games: “the rest are mine”, and a deal that ends because no point is left.

A claim is a question to the table, as in rubber bridge without its fine print: who claims takes every trick that is
left, the open one too, if all agree; else play goes on as if nothing had been said. The claimant may show the hand,
which is a fact from then on and may prove a revoke; promises of the others stay open, and lapse with the deal.

A game has claims if `CLAIM_WORDS` are among its words. It says when the outcome can no longer change
(`TrickGame.is_decided`), and of which cards it matters who takes them (`TrickGame.counted_cards`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from companion.cards import CardSet, Seat, clockwise, left_of
from companion.rules.deal import Claim, Deal, Play, Trick, TrickState, in_play
from companion.rules.events import Event, TrickTaken
from companion.rules.game import Choice, Expectation
from companion.rules.referee.judging import NamedCards, judge_common
from companion.rules.referee.verdicts import LEGAL, NOT_YOUR_TURN, WRONG_PHASE, Illegal, Rule, Verdict
from companion.rules.statements import Said, Statement, Word
from companion.support.messages import N_, msg, msg_n
from companion.support.values import dataclass, replace

Family: TypeAlias = Any
"""A `TrickGame`: its file imports this one, not the reverse."""

CLAIMS, SHOWS, AGREES, CONTINUES, DECIDED = "claims", "shows", "agrees", "continues", "decided"
CLAIM_WORDS = (
    Word(CLAIMS, told=N_("{who} claims all tricks that are left")),
    Word(SHOWS, cards=True, told=N_("{who} shows the hand")),
    Word(AGREES, told=N_("{who} agrees")),
    Word(CONTINUES, told=N_("{who} wants to play on")),
    Word(DECIDED, Said.BY_TABLE, told=N_("No point is left: the deal ends here")),
)
NAMES = frozenset(word.name for word in CLAIM_WORDS)

UNCLEAR = Rule("claim-unclear", N_("Cards are hidden that would count."), N_("UNCLEAR"), N_("Play on"))
"""The rule of a claim while it matters who takes the cards that are left, and unseen ones may lie in no hand."""


@dataclass(frozen=True, slots=True)
class RestTaken(Event):
    """A claim was accepted: `winner` gets this number of tricks, including the open one."""

    kind = "rest"
    rank = 2
    winner: Seat
    tricks: int

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who takes how many tricks."""
        who = names[self.winner]
        return msg_n("{who} takes the last {n} trick", "{who} takes the last {n} tricks", self.tricks, who=who)


def are_made(game: Family) -> bool:
    """Whether the rest may be claimed in this game: the words of claims are among its own."""
    return CLAIMS in [word.name for word in game.words]


def entries(game: Family, state: TrickState[Any]) -> tuple[Choice, ...]:
    """The menu entry for a claim, with the players who may claim, the one to play first. Empty: nobody may."""
    if not _open(game, state):
        return ()
    deal = state.now
    order = [seat for seat in clockwise(game.turn(state)[0], state.setup.seats) if seat not in deal.sits_out]
    claims = tuple(
        Choice("", (said,), seat)
        for seat in order
        if isinstance(_judge_claim(game, state, said := Statement(CLAIMS, seat)), type(LEGAL))
    )
    return (Choice(msg("the rest are mine"), then=claims, asks=msg("Who claims the rest?")),) if claims else ()


def with_offer(game: Family, state: TrickState[Any], expected: Expectation) -> Expectation:
    """The awaited play, and once a card was led and no point is left also the answer that ends the deal."""
    if not (state.now.tricks[0].plays and game.is_decided(state) and are_made(game)):
        return expected
    ends = Choice(msg("score the deal now"), (Statement(DECIDED),))
    return replace(expected, words=expected.words | {DECIDED}, choices=(ends,), optional=True)


def expects(state: TrickState[Any]) -> Expectation:
    """The answer to a claim: the hand may be shown first, then all agree, or play goes on."""
    claim, waiting = state.now.claim, _waiting(state)
    assert claim is not None, "nobody has claimed"
    agree = Choice(msg("all agree"), tuple(Statement(AGREES, seat) for seat in waiting))
    choices = (agree, Choice(msg("play on"), (Statement(CONTINUES, claim.seat),)))
    expected = Expectation(msg("Agreed?"), frozenset({AGREES, CONTINUES}), waiting, choices=choices)
    if claim.shown:
        return expected
    held, shows = state.now.knowledge.held[claim.seat], Statement(SHOWS, claim.seat)
    words, seats = expected.words | {SHOWS}, (claim.seat, *waiting)
    return replace(expected, words=words, seats=seats, pieces=(held, held), tap=shows)


def _waiting(state: TrickState[Any]) -> tuple[Seat, ...]:
    """Who has not answered a claim, left of the claimant first."""
    deal, claim = state.now, state.now.claim
    assert claim is not None, "nobody has claimed"
    order = clockwise(left_of(claim.seat, state.setup.seats), state.setup.seats)
    return tuple(seat for seat in order if seat not in {claim.seat, *claim.agreed, *deal.sits_out})


def judge(game: Family, state: TrickState[Any], statement: Statement) -> Verdict:
    """Judge a word of a claim."""
    claim = state.deal.claim if state.deal is not None and game.settlement(state) is None else None
    match statement.word:
        case "claims":
            return _judge_claim(game, state, statement)
        case "decided":
            return LEGAL if _open(game, state) and game.is_decided(state) else Illegal(WRONG_PHASE)
    if claim is None:
        return Illegal(WRONG_PHASE)
    others = _waiting(state)
    seats = {SHOWS: (claim.seat,), AGREES: others}.get(statement.word, (claim.seat, *others))
    found = judge_common(replace(game.expects(state), seats=seats), statement, game.deck, state.now.knowledge)
    return LEGAL if isinstance(found, NamedCards) else Illegal(found)


def _open(game: Family, state: TrickState[Any]) -> bool:
    """Whether a card is expected of a trick, after the first lead."""
    deal = state.deal
    if not are_made(game) or deal is None or deal.finished or deal.claim is not None:
        return False
    return bool(deal.tricks[0].plays) and game.settlement(state) is None


def _judge_claim(game: Family, state: TrickState[Any], statement: Statement) -> Verdict:
    if not _open(game, state):
        return Illegal(WRONG_PHASE)
    if statement.by in state.now.sits_out:
        return Illegal(NOT_YOUR_TURN)
    left = state.now.knowledge.deck & ~state.now.knowledge.out
    return LEGAL if _rest(state.now) is not None or not game.counted_cards(state, left) else Illegal(UNCLEAR)


def advance(game: Family, state: TrickState[Any], statement: Statement) -> tuple[TrickState[Any], tuple[Event, ...]]:
    """The state after a right word of a claim, and its events without those of the score."""
    deal = state.now
    match statement.word, deal.claim:
        case "claims", _:
            return replace(state, deal=replace(deal, claim=Claim(statement.by))), ()
        case "decided", _:
            return replace(state, deal=_end_deal(deal, 0)), ()
        case "shows", Claim() as claim:
            cards = game.deck.set(statement.cards)
            known = deal.knowledge.seen_into(claim.seat, cards)
            seen = replace(deal, knowledge=known, claim=replace(claim, shown=True))
            shown: tuple[TrickState[Any], tuple[Event, ...]]
            shown = game.revokes.prove(replace(state, deal=seen), (), claim.seat, cards)
            return shown
        case "agrees", Claim() as claim:
            agreed = replace(state, deal=replace(deal, claim=replace(claim, agreed=(*claim.agreed, statement.by))))
            return (agreed, ()) if _waiting(agreed) else _take(game, agreed, claim.seat)
        case _:
            return replace(state, deal=replace(deal, claim=None)), ()


def _rest(deal: Deal[Any]) -> CardSet | None:
    """The cards in the hands of this deal. None: other cards are hidden, too."""
    facts = deal.knowledge
    playing = [seat for seat in range(len(facts.held)) if seat not in deal.sits_out]
    if all(map(facts.seen_whole, playing)):
        return sum(facts.known[seat] for seat in playing)
    left = facts.deck & ~facts.out
    return left if left.bit_count() == sum(facts.held) else None


def _end_deal(deal: Deal[Any], taken: CardSet) -> Deal[Any]:
    """The deal when nobody plays on. `taken` are all cards of the hands, which go to tricks; 0: they stay there."""
    facts, nothing = deal.knowledge, (0,) * len(deal.knowledge.held)
    if taken:
        facts = replace(facts, out=facts.out | taken, known=nothing, held=nothing, between=())
    return replace(deal, dealing=False, knowledge=facts, claim=None, ended=True)


def _take(game: Family, state: TrickState[Any], seat: Seat) -> tuple[TrickState[Any], tuple[Event, ...]]:
    """All tricks that are left go to this seat, with the cards in them if it is known which they are."""
    deal, rest = state.now, _rest(state.now) or 0
    tricks = max(deal.knowledge.held[player] for player in in_play(state, state.setup.seats))
    cards = list(game.deck.cards(rest))
    state = replace(state, deal=_end_deal(deal, rest))
    events: list[Event] = [RestTaken(seat, tricks)]
    for _ in range(tricks):
        before, lying = state.now.tricks[:-1], state.now.tricks[-1].plays
        room = deal.players - len(lying)
        own, cards = tuple(cards[:room]), cards[room:]
        trick = Trick((*lying, Play(seat, own)) if own else lying, claimed=seat)
        state = replace(state, deal=replace(state.now, tricks=(*before, trick)))
        events += (event for event in game.after_trick(state, trick) if not isinstance(event, TrickTaken))
        state = replace(state, deal=replace(state.now, tricks=(*state.now.tricks, Trick())))
    return state, tuple(events)
