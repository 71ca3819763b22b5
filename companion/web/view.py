"""The view of the page as JSON: the panel, the box, and the cards on the table.

It has the hands of all people at this page, of whom one after another plays: the page shows that of the one who is
asked, and the others' when somebody turns them over. What nobody at a table sees is not in it: bones, the stack,
drinks in fists.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Sequence

from companion.cards import Card, Seat
from companion.http.views import table as views
from companion.http.views.desk import BoxSeen, NextStep
from companion.http.views.shared import BesidePlayer
from companion.inputs.inputs import Button
from companion.match.match import Match
from companion.rules.game import Game, Shown
from companion.rules.places import What
from companion.rules.statements import DEAL, PASSES, Secret
from companion.scoreboard.view import beside, ending_json, face, laid_cards, now_lying, taker, trump_json
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.screens.picture import Picture
from companion.simulation.box import SimulatedBox
from companion.simulation.next_steps import givers, number_to_lay, to_scan
from companion.simulation.open_deal import OpenDeal, has_begun
from companion.support.caching import memoize
from companion.support.messages import Message, language, msg, tr
from companion.table.asked import seat_asked, seats_asked
from companion.table.computer_rack import lying_open, rack
from companion.table.state import Table
from companion.web.ahead import awaits_trick, has_tricks, may_be_reviewed, tricks_taken
from companion.web.orders import Ahead
from companion.web.playable import playable, seat_of_hand, turns_up_yourself

PASSED_ROUND = frozenset({What.CENTRE, What.RIGHT, What.LEFT, What.CRATE})
"""The places of a game that passes pieces from the centre through hands into crates; one of another package may not
say how many pieces a crate has room for."""

IN_TURN = "SHCD"
"""French suits so that no two of one colour lie side by side; those of other decks stay in their order."""

HANDS = frozenset({"right", "left"})
"""The last word of a statement that opens a hand."""


_NEXT: dict[Ahead, tuple[Message, ...]] = {
    Ahead.GOES_ON: (msg("Next"), msg("Does the next sensible thing")),
    Ahead.PLAYS: (msg("For me"), msg("Plays for you, as a hint proposes"), msg("Play for me")),
    Ahead.LEAVES: (msg("No claim"), msg("The others go on")),
    Ahead.AGAIN: (msg("Play again"), msg("Deals at the same table")),
    Ahead.SWITCHES_ON: (msg("Switch it on"), msg("Plugs the box in again")),
}
"""Of the button for the next step: its label, what is told of it, and the label where there is room."""


def next_json(ahead: Ahead) -> NextStep:
    """What that button does, its label, and its explanation."""
    label, title, *long = _NEXT[ahead]
    return {"does": ahead.value, "label": tr(label), "title": tr(title), "long": tr(long[0] if long else label)}


def box_json(box: SimulatedBox, *, powered: bool) -> BoxSeen:
    """The box as people see and hear it: panel, light, tone, and the buttons that are down."""
    wires = box.wires
    contrast = wires.panel.contrast if wires.panel.lit and powered else 0
    return {
        "glass": b64encode((box.glass if contrast else Picture()).pages).decode(),
        "contrast": contrast,
        "said": list(lines_of(screen_for(box.table))) if powered else [tr("No power.")],
        "light": [round(255 * part) for part in wires.pins.light] if powered else [0, 0, 0],
        "tone": wires.pins.tone_hz if powered else 0.0,
        "down": [button.value for button in Button if wires.pins.is_down(button.value)],
        "powered": powered,
    }


def box_signs(box: SimulatedBox, *, powered: bool) -> tuple[object, ...]:
    """What tells one moment of the box from another: `box_json` differs only where this does. Empty: without power."""
    if not powered:
        return ()
    panel, pins = box.wires.panel, box.wires.pins
    down = tuple(button for button in Button if pins.is_down(button.value))
    return panel.picture(), panel.lit, panel.contrast, pins.light, pins.tone_hz, down


def card(game: Game, piece: Card) -> views.TableCard:
    """A card as the page draws it and names it in orders."""
    return {"word": str(piece), **face(game, piece)}


def _cards(match: Match, lying: Iterable[Card]) -> list[views.TableCard]:
    return [card(match.header.game, piece) for piece in lying]


def table_json(table: Table, cards: OpenDeal | None, *, swept: bool = False) -> views.TableCards | None:
    """The cards on the table; None: no game is in play. `swept`: the trick that was just taken lies there no more."""
    return _table_json(table, cards, swept, language())


def _deal_in_sight(table: Table, cards: OpenDeal | None) -> OpenDeal | None:
    """The cards, without those of the next deal: they are not dealt before the score was seen."""
    return None if table.match is None or (table.scored and DEAL.name in table.match.expects.words) else cards


def _awaits(table: Table) -> bool:
    """Whether a person is to lay a card; hands lay those of computers."""
    tap = None if table.question is not None or table.scored else table.tap
    return tap is not None and tap.seat not in table.playing.header.computers


@memoize
def _table_json(table: Table, cards: OpenDeal | None, swept: bool, language: str) -> views.TableCards | None:  # noqa: FBT001
    """The cards on the table in the language in effect; `language` is the key under which they are remembered."""
    del language
    match = table.match
    if match is None or table.before_play:
        return None
    game, now = match.header.game, now_lying(table)
    took = None if swept else taker(match)
    cards = _deal_in_sight(table, cards)
    lays = number_to_lay(match, cards) if cards else 0
    return {
        "game": game.name,
        "look": game.entry.look,
        "title": tr(game.title),
        "target": match.header.target,
        "deals": sum(1 for _ in match.deals()) - 1,
        "turn": [seat for seat in seats_asked(table) if not (cards and lays) or seat in cards.givers],
        "trump": trump_json(game, now),
        "dealer": game.shown.dealer(now),
        "me": seat_of_hand(table, cards),
        "down": _hands_down(table, cards),
        "sides": [list(side) for side in match.sides],
        "playable": playable(table, cards),
        "seats": [_seat(table, cards, seat, lying=lying) for seat, lying in enumerate(_beside(match, now, took))],
        "middle": list(_middle(table, lies=took is not None or (table.scored and not swept))),
        "last_trick": list(laid_cards(match, game.shown.last_trick(now))),
        "took": took if now is match.moment else None,
        "ending": ending_json(match, table.before),
        "centre": _centre(match),
        "shelf": _shelf(game) if game.crate else None,
        "up": card(game, cards.up) if cards and cards.up and not has_begun(match) else None,
        "stack": _stack(game, cards),
        "nest": len(cards.nest) if cards else 0,
        "deal": _deal(table, cards),
        "passes": PASSES in match.expects.words,
        "lays": lays,
        "awaits": _awaits(table),
        "several": _most_wanted(match, len(table.begun.gathered) if cards is None else 0),
        "alike": match.expects.least_cards < match.expects.most_cards,
        "tricks": has_tricks(game),
        "reviews": may_be_reviewed(table),
        "scored": bool(table.scored and match.expects.words),
        "over": not match.expects.words,
    }


def _beside(match: Match, now: object, took: Seat | None) -> Iterator[BesidePlayer]:
    """What lies beside each player, without the trick that one just took and that still lies in the middle.

    The last one of a deal is counted at once.
    """
    for seat, lying in enumerate(beside(match.header.game, now)):
        won = lying["won"]
        if seat == took and now is match.moment and awaits_trick(match):
            yield {**lying, "won": {"tricks": won["tricks"] - 1, "open": won["open"][:-1]}}
        else:
            yield lying


def _stack(game: Game, cards: OpenDeal | None) -> int | None:
    """The cards in the stack. None: none lies there; one that fills hands has its place when it is empty, too."""
    fills = Secret.DRAWN in game.secrets.values()
    return len(cards.stack) if cards and (cards.stack or fills) else None


def standing(match: Match) -> tuple[int, ...]:
    """Where each player stands, in the unit of the game."""
    return match.header.game.shown.standing(match.moment) or match.scores


def _stands(match: Match, seat: Seat) -> int | None:
    """Where a player stands. None in a game that keeps no score and counts nothing else."""
    game = match.header.game
    counts = game.keeps_score or type(game.shown).standing is not Shown.standing
    return standing(match)[seat] if counts else None


def _seat(table: Table, cards: OpenDeal | None, seat: Seat, *, lying: BesidePlayer) -> views.TableSeat:
    """A player and the cards before the player."""
    match, now = table.playing, now_lying(table)
    game = match.header.game
    seated: views.SeatedPlayer = {
        "name": match.header.names[seat],
        "you": seat not in match.header.computers,
        "stands": _stands(match, seat),
        "level": match.header.computers[seat].level if seat in match.header.computers else "",
        "hand": [],
        "heads": [],
        "bones": 0,
        "against_bid": tr(game.shown.against_bid(now, next(side for side in match.sides if seat in side))),
        "points": game.shown.points_of_deal(now, seat),
        **lying,
    }
    if cards is not None:
        shown = _open_seat(table, cards, seat, seated=seated)
        return _with_rack(table, seat, shown) if seat in match.header.computers else shown
    if game.crate or any(place.what in PASSED_ROUND for place in game.places(match.moment)):
        return {
            **seated,
            "fists": {"right": len(_at(match, What.RIGHT, seat)), "left": len(_at(match, What.LEFT, seat))},
            "opened": _opened_hand(match, seat),
            "crate": _cards(match, _at(match, What.CRATE, seat)),
            "room": game.crate,
        }
    return seated


def _hands_down(table: Table, cards: OpenDeal | None) -> list[Seat]:
    """The hands that are not for the person who is asked: those of others at this page, unless a claim shows them.

    While hands are scanned all lie face down, as the dealer taps them.
    """
    match, people = table.playing, table.playing.header.people
    if len(people) == 1 or match.claim is not None or table.scored or not match.expects.words:
        return []
    me = None if table.scanning() else seat_of_hand(table, cards)
    return [seat for seat in people if seat != me]


def _open_seat(table: Table, cards: OpenDeal, seat: Seat, *, seated: views.SeatedPlayer) -> views.OpenSeat:
    """The player with the cards of this deal; those still to be read are marked."""
    match, laid = table.playing, table.begun.gathered
    game = match.header.game
    unseen = set(cards.unseen[seat] if table.scanning() else to_scan(table, cards))
    received = _received_cards(match, seat) if seated["you"] else frozenset[Card]()
    if seat in givers(match, cards):
        received |= {*cards.hands[seat]} - {*cards.dealt[seat]}  # taken up, until others are laid away
    hand = sort_hand(game, (card for card in cards.hands[seat] if card not in laid))
    return {
        **seated,
        "hand": [_card_of_hand(game, piece, unseen, received) for piece in hand],
        "heads": _cards(match, (card for card in cards.heads[seat] if card not in laid)),
        "bones": len(cards.bones[seat]),
        "laid": sum(card in laid for card in (*cards.hands[seat], *cards.heads[seat])),
    }


def _card_of_hand(game: Game, piece: Card, unseen: Collection[Card], received: Collection[Card]) -> views.HandCard:
    """A card of a hand; one is marked that is still to be read, or was received."""
    drawn = card(game, piece)
    if piece in unseen:
        return {**drawn, "new": True}
    return {**drawn, "received": True} if piece in received else drawn


def _received_cards(match: Match, seat: Seat) -> frozenset[Card]:
    """The cards that others have passed to this seat, until a trick of the deal was taken."""
    if tricks_taken(match):
        return frozenset()
    given = (moment.said for moment in match.this_deal() if moment.said and moment.said.seat != seat)
    return frozenset(
        passed for said in given if match.header.game.secrets.get(said.word) is Secret.GIVEN for passed in said.cards
    )


def sort_hand(game: Game, hand: Iterable[Card]) -> Iterable[Card]:
    """A hand as people sort it: by rank where suits do not matter, else by suits, red and black in turn."""
    ranks = [piece.rank for piece in game.deck.cards_in_order]
    return sorted(hand, key=lambda piece: ranks.index(piece.rank) if game.by_rank else IN_TURN.find(piece.suit))


def _centre(match: Match) -> list[views.CentrePiece]:
    """The pieces in the centre, each with its place in the order of the deck, where it stays."""
    order = {piece: place for place, piece in enumerate(match.header.game.deck.cards_in_order)}
    return [{**card(match.header.game, piece), "place": order[piece]} for piece in _at(match, What.CENTRE)]


def _shelf(game: Game) -> views.ShelfPlaces:
    """The number of places on the shelf; its colours by row and its shapes by column, if it is even."""
    cards = game.deck.cards_in_order
    suits, ranks = ({getattr(piece, part): None for piece in cards} for part in ("suit", "rank"))
    even = [(piece.suit, piece.rank) for piece in cards] == [(suit, rank) for suit in suits for rank in ranks]
    return {"places": len(cards), "rows": list(suits) if even else [], "columns": list(ranks) if even else []}


def _opened_hand(match: Match, seat: Seat) -> str:
    """The hand that this player opened with the last statement; empty: none."""
    said = match.said
    hand = said.value.rpartition(" ")[2] if said and said.seat == seat else ""
    return hand if hand in HANDS else ""


def _at(match: Match, what: What, seat: Seat | None = None) -> tuple[Card, ...]:
    """The cards of a place of this kind."""
    places = match.header.game.places(match.moment)
    lying = (cards for place, cards in places.items() if (place.what, place.seat) == (what, seat))
    return tuple(match.header.game.deck.cards(next(lying, 0)))


def _with_rack(table: Table, seat: Seat, shown: views.OpenSeat) -> views.RackSeat:
    """The visible part of a computer seat's cards: the open cards before the rack, and how many stand in it.

    Which slots are free is not told: cards are scanned in the order of the deck, so that a gap names a suit.
    """
    match, laid = table.playing, table.begun.gathered
    slots = rack(match, seat, table.begun.drawn)
    lying = [card for card in lying_open(match, seat) if card not in laid]
    return {
        **shown,
        "hand": [*_cards(match, lying)],
        "rack": sum(card is not None and card not in laid for card in slots),
    }


def _most_wanted(match: Match, laid: int) -> int:
    """The most cards of a play beyond those `laid`; 1 where the table turns one up."""
    expected = match.expects
    most = expected.limit or expected.most_cards
    return max(1, most - laid) if expected.tap and expected.tap.seat is not None else 1


def _middle(table: Table, *, lies: bool) -> Iterator[views.LaidTableCards]:
    """The cards in the middle: the trick or the pile, and cards laid that are not yet a whole play.

    `lies`: the trick that was just taken still lies there. Cards that all open together lie face down before.
    """
    match, now = table.playing, now_lying(table)
    game = match.header.game
    down = game.shown.opens_together(now)
    for seat, cards in game.shown.middle(now, taken=lies):
        yield _laid_cards(match, seat, cards, down=down)
    if table.begun.gathered:
        said, seat, cards = table.tap or table.called, seat_asked(table), table.begun.gathered
        hidden = said is None or said.word in game.secrets
        yield {**_laid_cards(match, seat, cards, down=hidden), "who": "…"}


def _laid_cards(match: Match, seat: Seat | None, cards: Sequence[Card], *, down: bool) -> views.LaidTableCards:
    who, open_cards = "" if seat is None else match.header.names[seat], () if down else cards
    return {"who": who, "seat": seat, "cards": _cards(match, open_cards), "backs": len(cards) if down else 0}


def on_reader(table: Table, cards: OpenDeal | None, lying: Iterable[str]) -> list[str]:
    """The cards on the reader. Empty: one that lies face down, as a computer keeps it or nobody has it yet."""
    cards = _deal_in_sight(table, cards)
    if cards is None:
        return list(lying)
    match, plays = table.playing, table.tap or table.called
    said, secrets = match.said, match.header.game.secrets
    opens = plays is not None and plays.word not in secrets
    player = plays.seat if plays is not None and opens and not _deal(table, cards) else None
    down = {*cards.nest, *(bone for bones in cards.bones for bone in bones)}
    for seat in match.header.computers:
        held = {*cards.hands[seat]}
        if seat != player:
            down |= held - {*lying_open(match, seat)}
        if said is not None and said.word in secrets:
            down |= held & {*said.cards}  # what it has just drawn
    words = {str(card) for card in (down - {*table.begun.gathered} if opens else down)}
    return ["" if word in words else word for word in lying]


def _deal(table: Table, cards: OpenDeal | None) -> views.Dealing:
    """What the dealer can do now; empty: nothing."""
    if table.scored:
        return ""
    if table.scanning():
        return "scan"
    if to_scan(table, cards):
        return "draw"
    if cards and number_to_lay(table.playing, cards):
        return "nest"
    return "turn up" if turns_up_yourself(table, cards) else ""
