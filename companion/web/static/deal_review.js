// A deal of tricks that is over, as a table with a column for each player: the hands as they were dealt, then the tricks. The
// page asks for it when somebody wants to see it.

import { letterOf, nameOfCard, suitSign } from "./cards.js";
import { make, withLabel } from "./dom.js";
import { columns, row } from "./scores.js";
import { tr } from "./words.js";

/** @import { CardFace, DealReview } from "./views.d.ts" */

/** @type {(deal: DealReview) => HTMLElement[]} */
export const tableOf = ({ heads, rows, rest, look }) => [
  columns(
    "reviewed",
    heads,
    rows.map(({ title, cells, led, took }) =>
      row(
        title,
        cells.map((cards, seat) =>
          make("td", "", cards.length ? bySuits(cards, look, seat === led, seat === took) : null)
        ),
      )
    ),
  ),
  make("p", "small", tr("▸ led the trick; who has the frame took it.")),
  ...(rest.length ? [make("h3", "", tr("Dealt to nobody")), bySuits(rest, look)] : []),
];

/** Cards by their suits. @type {(cards: CardFace[], look: string, led?: boolean, took?: boolean) => HTMLElement} */
function bySuits(cards, look, led = false, took = false) {
  const suits = [...new Set(cards.map(({ suit }) => suit))].map((suit) => {
    const ranks = cards.filter((card) => card.suit === suit).map(letterOf).join(" ");
    return make("div", "", suit && suitSign(suit, look), ` ${ranks}`);
  });
  const told = [...cards.map((card) => nameOfCard(card, look)), led && tr("led"), took && tr("took it")];
  const made = make("div", `written${led ? " led" : ""}${took ? " took" : ""}`, ...suits);
  return withLabel(made, told.filter(Boolean).join(", "), "img");
}
