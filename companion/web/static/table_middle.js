// What lies on the table between the people: the cards of a trick, each before its player, the pile, and the heaps.

import { saysAgain } from "./asked.js";
import { back, nameOfCard } from "./cards.js";
import { button, make, withLabel } from "./dom.js";
import { order } from "./orders.js";
import { tilt, trump } from "./pieces.js";
import { inColumns, lies, spot } from "./players.js";
import { tr, trN } from "./words.js";

/** @import { LaidCards, LaidTableCards, TableCards } from "./views.d.ts" */

/** @type {Record<string, string>} */
const DEALS = { scan: tr("Scan the hand"), draw: tr("Scan the drawn card"), "turn up": tr("Turn one up") };
const SEEN_OF_A_PILE = 6;

/**
 * Trump, the stack, the card turned up, the nest. Where deals are `fast` the page's hands read cards unasked.
 * @type {(table: TableCards, fast: boolean) => HTMLElement[]}
 */
export function heaps(table, fast) {
  const made = table.trump ? [trump(table.trump, table.look)] : [];
  const deal = fast && table.deal !== "turn up" ? undefined : DEALS[table.deal];
  if (table.stack !== null || deal) made.push(stack(table.stack ?? 0, deal));
  if (table.up) made.push(make("div", "heap", lies(table.up, table), make("span", "small", tr("turned up"))));
  if (table.nest) {
    const told = make("span", "small", tr("nest of {n}", { n: table.nest }));
    made.push(spot("nest", make("div", "heap", back(), told)));
  }
  return made;
}

/**
 * Shows the trick that was taken last, in place of what lies there, or puts it away.
 * @type {(shown: boolean, looks: () => void) => HTMLElement}
 */
export function lastTrick(shown, looks) {
  const made = button("last", tr("Last trick"), ({ detail }) => detail < 2 && looks()); // who clicks twice means it once
  made.id = "last-trick";
  made.ariaPressed = String(shown);
  return made;
}

/** @type {(cards: number, deal: string | undefined) => HTMLElement} */
function stack(cards, deal) {
  const says = make("span", "small", deal ?? (cards ? tr("stack of {n}", { n: cards }) : tr("stack is empty")));
  const click = () => deal ? order({ do: "deal" }) : saysAgain();
  const made = button("heap stack", "", click, ...(cards ? [back()] : deal ? [] : [make("span", "empty")]), says);
  made.style.setProperty("--deep", `${Math.min(6, cards - 1)}px`);
  return Object.assign(spot("stack", made), { id: "stack", ariaDisabled: deal ? null : "true" });
}

/** What was played, a pile, or cards in the centre, which lie side by side. @type {(play: LaidTableCards | LaidCards, table: TableCards) => HTMLElement} */
export function pile({ who, cards: played, ...more }, table) {
  const down = "backs" in more ? more.backs : 0, many = played.length + down;
  const apart = !who && table.centre.length > 0;
  const open = played.slice(apart ? 0 : -SEEN_OF_A_PILE).map((card) => lies(card, table));
  const cards = [...open, ...Array.from({ length: down }, () => make("span", "", back()))];
  const told = who || (apart ? tr("On the table") : tr("pile of {n}", { n: many }));
  if (!who && !apart) cards.forEach((card, at) => tilt(card, many + at));
  const caption = make("figcaption", who ? "for-ears" : "caption", told);
  const made = make("figure", who ? "play" : "play pile", make("span", "fan", ...cards), caption);
  made.classList.toggle("apart", apart);
  const read = played.map((card) => nameOfCard(card, table.look));
  if (down) read.push(trN("{n} card, face down", "{n} cards, face down", down));
  return withLabel(inColumns(made, cards.length), `${told}: ${read.join(", ")}`);
}
