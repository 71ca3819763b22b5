// What somebody does with cards: a click or a drag lays one down, shift-click chooses several.

import { $, button } from "./dom.js";
import { order } from "./orders.js";

const chosen = new Set();
let table = {};

/** The table as it is now: what may be laid together. */
export function knows(now) {
  table = now;
  const there = new Set([...held(), ...(now.centre ?? [])].map((card) => card.word));
  for (const word of [...chosen]) if (!there.has(word)) chosen.delete(word);
  if (!chosen.size) offer([]);
}

/** Whether this card is chosen, to be laid down with others. */
export const isChosen = (word) => chosen.has(word);

/** A card was clicked. */
export function clicked(card, seat, event) {
  if (event.shiftKey || $("several").checked) return choose(card.word);
  const alike = table.alike && seat !== null && table.turn.includes(seat) ? alikeOnes(card, seat) : [];
  if (alike.length > 1) return ask(card, alike);
  lay([card.word]);
}

/** Lay these cards on the reader, as the page is set to. */
export function lay(words) {
  chosen.clear();
  offer([]);
  redraw();
  order({ do: "lay", cards: words, how: $("how").value });
}

/** Lay the chosen cards on the reader; nothing where none is chosen. */
export function layChosen() {
  if (chosen.size) lay([...chosen]);
}

/** This card is carried to the reader, and the other chosen ones with it. */
export function carried(card) {
  lay(chosen.has(card.word) ? [...chosen] : [card.word]);
}

function held() {
  return (table.seats ?? []).flatMap((seat) => [...seat.hand, ...seat.heads]);
}

function alikeOnes(card, place) {
  const seat = table.seats[place];
  const own = seat.hand.some((one) => one.word === card.word) ? seat.hand : seat.heads;
  const others = own.filter((one) => one.rank === card.rank && one.word !== card.word);
  return [card, ...others].slice(0, table.several);
}

function choose(word) {
  if (!chosen.delete(word)) chosen.add(word);
  redraw();
  if (!chosen.size) return offer([]);
  const nest = table.deal === "nest" && chosen.size === table.lays;
  offer([
    [`Lay ${chosen.size} on the reader`, layChosen],
    ...(nest ? [[`Give ${chosen.size > 1 ? `these ${chosen.size}` : "this"} away, face down`, layNest]] : []),
    ["Choose none", clear],
  ]);
}

function ask(card, alike) {
  const numbers = alike.map((_, place) => place + 1);
  offer([
    ...numbers.map((number) => [
      number === 1 ? `Only this ${card.rank}` : `${number} together`,
      () => lay(alike.slice(0, number).map((one) => one.word)),
    ]),
    ["Not yet", clear],
  ]);
  $("selection").querySelector("button").focus();
}

function layNest() {
  order({ do: "nest", cards: [...chosen] });
  clear();
}

function clear() {
  chosen.clear();
  offer([]);
  redraw();
}

function offer(choices) {
  $("selection").hidden = !choices.length;
  $("selection").replaceChildren(...choices.map(([label, act]) => button("", label, act)));
}

function redraw() {
  for (const one of document.querySelectorAll("[data-word]")) {
    one.classList.toggle("chosen", chosen.has(one.dataset.word));
    if (one.matches("button")) one.setAttribute("aria-pressed", chosen.has(one.dataset.word));
  }
}
