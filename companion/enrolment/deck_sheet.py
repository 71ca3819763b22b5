"""A sheet to print: which sticker goes on which piece of a deck, with a box to tick. One page of HTML, A4 or Letter."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from companion.cards import Drink
from companion.cards.spoken import name
from companion.enrolment.deck_kinds import DeckKind
from companion.support.messages import N_, join, language, msg, tr
from companion.tags.tag_decks import CardCopy, Piece

ON_CARDS = N_("One sticker a card, in the middle, on all cards at the same place; then opaque sleeves.")
ON_DRINKS = N_("One sticker a drink, flat under its base.")
ON_TAGS = N_("One tag each: a key fob, a blank card or a coin.")
IN_ORDER = N_("Then tap them one after the other, in this order: the box asks for each. Tick what has its sticker.")

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
@page {{ margin: 12mm }}
body {{ margin: 1rem auto; max-width: 48rem; color: #000; background: #fff; font: 10pt/1.25 sans-serif }}
header {{ display: flex; gap: 1rem; align-items: center }}
header svg {{ flex: none; width: 14mm; height: 20mm }}
h1 {{ margin: 0; font-size: 15pt }}
p {{ margin: .15rem 0 }}
ol {{ margin: .6rem 0 0; padding: 0; columns: 4 9rem; column-gap: 4mm; list-style: none }}
li {{ display: flex; gap: 2mm; align-items: center; min-height: 8.6mm; break-inside: avoid }}
li {{ border-bottom: .2mm solid #999 }}
li b {{ flex: none; min-width: 8mm; font-size: 12pt }}
li span {{ font-size: 8pt; overflow-wrap: anywhere }}
i {{ flex: none; width: 4mm; height: 4mm; border: .3mm solid #000; font: bold 4mm/4mm sans-serif; text-align: center }}
small {{ flex: none; min-width: 4mm; color: #555; font-size: 7pt; text-align: right }}
@media print {{ body {{ margin: 0; max-width: none }} }}
</style>
</head>
<body>
<header>
<svg viewBox="0 0 14 20" aria-hidden="true" fill="none" stroke="#000" stroke-width=".4"><rect x=".4" y=".4" \
width="13.2" height="19.2" rx="1.4"/><circle cx="7" cy="10" r="4.2"/><circle cx="7" cy="10" r="3.2"/></svg>
<div><h1>{title}</h1><p>{where}</p><p>{order}</p></div>
</header>
<ol>
{pieces}
</ol>
</body>
</html>
"""


def sheet_of(kind: DeckKind, held: Collection[Piece] = (), deck: str = "") -> str:
    """The sheet for a kind of deck, in the language in effect. Pieces that the `deck` holds are ticked."""
    title = join(filter(None, (msg(kind.title), deck)), ": ")
    return PAGE.format(
        language=language(),
        title=escape(tr(title)),
        where=escape(tr(_where(kind))),
        order=escape(tr(IN_ORDER)),
        pieces="\n".join(
            _line(kind, number, piece, "✓" if piece in held else "") for number, piece in enumerate(kind.pieces, 1)
        ),
    )


def _where(kind: DeckKind) -> str:
    if kind.cards is None:
        return ON_TAGS
    return ON_DRINKS if any(isinstance(card, Drink) for card in kind.cards.cards_in_order) else ON_CARDS


def _line(kind: DeckKind, number: int, piece: Piece, tick: str) -> str:
    sign, remarks = tr(kind.sign(piece)), [tr(kind.remark(piece))]
    card = kind.cards.card(piece.card) if kind.cards and isinstance(piece, CardCopy) else None
    if card is not None and name(card) != sign:
        remarks.insert(0, name(card))
    remark = escape(", ".join(filter(None, remarks)))
    return f"<li><i>{tick}</i><small>{number}</small><b>{escape(sign)}</b><span>{remark}</span></li>"
