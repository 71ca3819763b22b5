// The reader: what lies on it is seen as the table shows it.

import { back } from "./cards.js";
import { $, all, copy, find, first, labelled, make } from "./dom.js";
import { isAway } from "./put_away.js";
import { tr } from "./words.js";

/** @import { TableView } from "./views.d.ts" */

/** @type {Map<string, HTMLElement>} */
let seen = new Map(); // the cards at the table, as they were drawn last
const NO_CARDS = ["PASS", "NIL", "UNDO", "OK", "sticker"];

/**
 * Draw what lies on the reader, and leave its place at the table empty meanwhile. Without a box cards go straight to theirs.
 * @type {(view: TableView) => void}
 */
export function showLying(view) {
  for (const one of all(".away")) one.classList.remove("away");
  const unread = view.table.deal === "scan" || view.table.deal === "draw"; // these are laid face down
  const tags = [...NO_CARDS, ...view.tags];
  const lying = isAway() ? [] : view.lying;
  const made = lying.map((word) => tags.includes(word) ? make("span", "chip", word) : card(word, unread));
  $("lying").replaceChildren(...made);
  seen = new Map(all("[data-word], [data-lying]").map((one) => [one.dataset.word ?? one.dataset.lying ?? "", one]));
  $("reader").classList.toggle("full", view.lying.length > 0);
  $("reader-spot").textContent = view.needs_box && view.lying.length ? tr("Pick up") : tr("Reader");
}

/** @type {(word: string, down: boolean) => HTMLElement} */
function card(word, down) {
  const own = first(`[data-word="${CSS.escape(word)}"]`);
  own?.classList.add("away");
  const open = down ? undefined : own ?? seen.get(word);
  const made = make("span", "", open ? copy(find(".card", open)) : back());
  made.dataset.lying = word;
  return labelled(made, open?.ariaLabel ?? tr("a card, face down"), "img");
}
