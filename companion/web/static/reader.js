// The reader: what lies on it is seen as the table shows it.

import { back } from "./cards.js";
import { $, labelled, make } from "./dom.js";
import { tr } from "./words.js";

let seen = new Map(); // the cards at the table, as they were drawn last
const NO_CARDS = ["PASS", "NIL", "UNDO", "OK", "sticker"];

/** Draw what lies on the reader, and leave its place at the table empty meanwhile. */
export function showLying(view) {
  for (const one of document.querySelectorAll(".away")) one.classList.remove("away");
  const unread = ["scan", "draw"].includes(view.table.deal); // these are laid face down
  const tags = [...NO_CARDS, ...view.tags];
  $("lying").replaceChildren(
    ...view.lying.map((word) => (tags.includes(word) ? make("span", "chip", word) : card(word, unread))),
  );
  seen = new Map(
    [...document.querySelectorAll("[data-word], [data-lying]")].map((
      one,
    ) => [one.dataset.word ?? one.dataset.lying, one]),
  );
  $("reader").classList.toggle("full", view.lying.length > 0);
  $("reader-spot").textContent = view.lying.length ? tr("Take up what lies here") : tr("Lay cards here");
}

function card(word, down) {
  const own = document.querySelector(`[data-word="${CSS.escape(word)}"]`);
  own?.classList.add("away");
  const open = !down && (own ?? seen.get(word));
  const made = make("span", "", "", open ? open.querySelector(".card").cloneNode(true) : back());
  made.dataset.lying = word;
  return labelled(made, open ? open.ariaLabel : tr("a card, face down"), "img");
}
