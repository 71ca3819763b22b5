"""Cards that change hands in secret: what is known afterwards (rules/RULES.md 1)."""

from __future__ import annotations

from companion.rules.referee.filling import Between
from companion.rules.referee.knowledge import Gift, Knowledge

ANN, BOB, CID = range(3)


def bits(*cards: int) -> int:
    return sum(1 << card for card in cards)


def scanned(*hands: int) -> Knowledge:
    """Three hands of three cards of a deck of nine; 0: a hand that was not scanned."""
    return Knowledge(bits(*range(9)), 0, hands, (3, 3, 3))


def test_seen_cards_are_known_with_who_got_them() -> None:
    after = scanned(bits(0, 1, 2), 0, 0).gives(Gift(ANN, BOB, 1, bits(2)), Gift(BOB, ANN, 1, bits(8)))
    assert (after.known, after.held, after.between) == ((bits(0, 1, 8), bits(2), 0), (3, 3, 3), ())


def test_cards_given_unseen_lie_with_the_giver_or_the_taker() -> None:
    after = scanned(bits(0, 1, 2), 0, 0).gives(Gift(ANN, BOB, 1), Gift(BOB, CID, 1), Gift(CID, ANN, 1))
    assert (after.known, after.between) == ((0, 0, 0), (Between.of(bits(0, 1, 2), {ANN: 2, BOB: 1}),))
    assert all(after.may_lie(seat) & bits(*range(3, 9)) == bits(*range(3, 9)) for seat in (ANN, BOB, CID))
    assert [after.may_lie(seat) & bits(0, 1, 2) for seat in range(3)] == [bits(0, 1, 2), bits(0, 1, 2), 0]
    assert after.may_lie(None) == 0, "all cards are in the hands"


def test_nobody_gives_away_what_comes_at_the_same_time() -> None:
    """Ann's seen card goes to Bob while Bob's unseen one goes to Cid: it cannot be Ann's."""
    after = scanned(bits(0, 1, 2), bits(3, 4, 5), 0).gives(Gift(ANN, BOB, 1, bits(2)), Gift(BOB, CID, 1))
    assert (after.known, after.between) == ((bits(0, 1), bits(2), 0), (Between.of(bits(3, 4, 5), {BOB: 2, CID: 1}),))
    assert after.held == (2, 3, 4)


def test_cards_may_wander_on_with_the_next_exchange() -> None:
    once = scanned(bits(0, 1, 2), 0, 0).gives(Gift(ANN, BOB, 1))
    assert once.gives(Gift(BOB, CID, 1)).between == (Between.of(bits(0, 1, 2), {ANN: 2, BOB: 1, CID: 1}),)
    assert once.gives(Gift(CID, ANN, 1)).between == once.between


def test_a_card_that_is_seen_lies_between_nobody() -> None:
    between = scanned(bits(0, 1, 2), 0, 0).gives(Gift(ANN, BOB, 1))
    assert between.plays(ANN, bits(0)).between == (Between.of(bits(1, 2), {ANN: 1, BOB: 1}),)
    assert between.seen_into(BOB, bits(0, 1, 2)).between == ()
    given_on = between.gives(Gift(BOB, CID, 1, bits(1)))
    assert (given_on.known, given_on.between) == ((bits(0, 2), 0, bits(1)), ()), "Ann gave one card, and it is seen now"


def test_a_card_laid_on_a_pile_is_out_if_it_was_seen_and_else_with_its_player_or_there() -> None:
    hands = scanned(bits(0, 1, 2), 0, 0)
    assert hands.gives(Gift(ANN, None, 1, bits(0))) == hands.plays(ANN, bits(0))
    unseen = hands.gives(Gift(ANN, None, 1))
    assert (unseen.between, unseen.held) == ((Between.of(bits(0, 1, 2), {ANN: 2, None: 1}),), (2, 3, 3))
    assert unseen.may_lie(None) & bits(0, 1, 2)
    turned = unseen.turned_up(bits(0))
    assert (turned.known[ANN], turned.between) == (bits(1, 2), ()), "it lay on the pile: Ann has the others"
    taken = unseen.takes_pile(ANN, 1)
    assert (taken.known[ANN], taken.between, taken.held) == (bits(0, 1, 2), (), (3, 3, 3))
