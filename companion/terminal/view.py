"""What the terminal shows: the panel as the eye sees it, and the open hands above it. Text only, no state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from companion.cards import Card, Seat
from companion.match.match import Match
from companion.rules.places import What
from companion.screens.picture import PANEL, Picture
from companion.simulation.open_deal import OpenDeal, has_begun
from companion.support.messages import tr
from companion.support.text import Paint
from companion.support.values import dataclass
from companion.table.asked import seats_asked
from companion.table.computer_rack import lying_open, rack
from companion.table.state import Table

WIDE_COLUMNS, WIDE_ROWS = PANEL.width + 2, 40
"""From this size on the panel is drawn with two pixels a character, below with eight."""

YELLOW_PX = 16
"""The upper rows of a two-colour panel are yellow, the others blue."""

FACE_DOWN = "▒"
IN_FISTS = {What.RIGHT: "right", What.LEFT: "· left", What.CRATE: "· crate"}
RED_SUITS = frozenset("HD")

_COLOURED = re.compile("\x1b\\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class TerminalView:
    """The size of the terminal in characters, and its colours."""

    columns: int
    rows: int
    paint: Paint

    @property
    def wide(self) -> bool:
        """Whether a pixel may be half a character."""
        return self.columns >= WIDE_COLUMNS and self.rows >= WIDE_ROWS

    def panel(self, picture: Picture, above: str, below: str = "") -> list[str]:
        """The panel in its frame, with a remark in the upper and one in the lower edge."""
        lines = picture.blocks() if self.wide else braille(picture)
        yellow, width = len(lines) * YELLOW_PX // picture.size.height, len(lines[0])
        body = [
            f"│{self.paint(line, 'bright_yellow' if row < yellow else 'bright_cyan')}│"
            for row, line in enumerate(lines)
        ]
        top, bottom = (f"─ {remark} " if remark else "" for remark in (above, below))
        return [f"╭{top:─<{width}}╮", *body, f"╰{bottom}{'─' * (width - seen_width(bottom))}╯"]

    def seats(self, table: Table, deal: OpenDeal | None) -> list[str]:
        """One or more lines for each player, all hands open; empty while no game is on or all hands are empty."""
        match = table.match
        if match is None or table.before_play or (table.scored and deal is not None):
            return []  # the cards of the next deal are not looked at before the score
        names, turn = match.header.names, next(iter(seats_asked(table)), None)
        hands = [list(self._before(table, match, deal, seat)) for seat in range(len(names))]
        return self.hands(names, hands, turn) if deal or any(hands) else []

    def hands(self, names: Sequence[str], hands: Sequence[Sequence[str]], turn: Seat | None) -> list[str]:
        """A line for each hand, or more where it is long; a finger before the one whose turn it is.

        Computers share a line while none of them has open cards.
        """
        widest = max(map(len, names))
        racks_of = [seat for seat, hand in enumerate(hands) if hand and hand[0].startswith(FACE_DOWN)]
        small = racks_of if all(len(hands[seat]) == 1 for seat in racks_of) else []
        labels = [
            (f"{'›' if seat == turn else ' '} {name:<{widest}} ", hand)
            for seat, (name, hand) in enumerate(zip(names, hands, strict=True))
            if seat not in small
        ]
        racks = [f"{'› ' if seat == turn else ''}{names[seat]} {hands[seat][0]}" for seat in small]
        lines = [line for label, hand in labels for line in self._wrap(label, hand)]
        return [*lines, *([f"  {' · '.join(racks)}"] if racks else ())]

    def remarks(self, table: Table, deal: OpenDeal | None) -> str:
        """The cards of no player: the nest or the card turned up, and the stack; empty: there are none."""
        if deal is None:
            return ""
        nest = f"nest: {' '.join(map(self.card, deal.nest))}" if deal.nest else ""
        up = f"turned up: {self.card(deal.up)}" if deal.up and not has_begun(table.playing) else ""
        stack = f"stack: {len(deal.stack)} face down" if deal.stack else ""
        return " · ".join(filter(None, (nest or up, stack)))

    def _before(self, table: Table, match: Match, deal: OpenDeal | None, seat: Seat) -> Iterator[str]:
        """What lies before a seat: hand or rack, heads and bones; where nothing is dealt, what its fists hold."""
        if deal is None:
            game = match.header.game
            lying = {place.what: cards for place, cards in game.places(match.moment).items() if place.seat == seat}
            for what, name in IN_FISTS.items():
                if what in lying:
                    yield from (name, *map(str, game.deck.cards(lying[what])))
            return
        if seat in match.header.computers:
            yield f"{FACE_DOWN} {sum(card is not None for card in rack(match, seat))}"
            yield from map(self.card, lying_open(match, seat))
        else:
            yield from (self.card(card) for card in deal.hands[seat] if card not in table.begun.gathered)
        if deal.heads[seat]:
            yield from ("· heads", *map(self.card, deal.heads[seat]))
        if deal.bones[seat]:
            yield f"· bones {FACE_DOWN * len(deal.bones[seat])}"

    def _wrap(self, label: str, words: Sequence[str]) -> list[str]:
        """A label and words, wrapped; further lines are indented by the label."""
        lines = [label]
        for word in words:
            if seen_width(lines[-1]) + 1 + seen_width(word) > self.columns:
                lines.append(" " * len(label))
            lines[-1] += f" {word}"
        return lines

    def card(self, card: Card) -> str:
        """A card with its suit sign, red suits in red."""
        return self.paint(tr(card.sign), "bright_red") if card.suit in RED_SUITS else tr(card.sign)


def seen_width(text: str) -> int:
    """The width of a coloured text in characters."""
    return len(_COLOURED.sub("", text))


def braille(picture: Picture) -> list[str]:
    """The picture as lines of braille characters, each of 2x4 pixels (Unicode block 2800)."""
    return [
        "".join(
            chr(0x2800 | _LEFT[a >> shift & 15] | _RIGHT[b >> shift & 15])
            for a, b in zip(*[iter(page)] * 2, strict=True)
        )
        for page in picture.each_page()
        for shift in (0, 4)
    ]


def _dots(bits: tuple[int, int, int, int]) -> tuple[int, ...]:
    return tuple(sum(1 << bit for row, bit in enumerate(bits) if four >> row & 1) for four in range(16))


# Which bit of the character is the pixel of each row from the top, in its left and in its right column.
_LEFT, _RIGHT = _dots((0, 1, 2, 6)), _dots((3, 4, 5, 7))
