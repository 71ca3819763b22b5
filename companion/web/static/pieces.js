// What lies beside a player for all to see, and the pieces that are no cards: fists, crates, shelves, heaps.

import { closers } from "./buttons.js";
import { back, drinkWord, face, fist, nameOfCard, suitName, suitSign } from "./cards.js";
import { $, button, make, redraw, within, withLabel } from "./dom.js";
import { tells } from "./orders.js";
import { tr, trN } from "./words.js";

/** @import { CardsOnPage, CentrePiece, Fists, TableCard, TableCards, TableSeat, TrumpSuit } from "./views.d.ts" */

let looked = ""; // the button by which somebody looks at a player's tricks or cards; empty: nobody does

/**
 * What was said of a player, the tricks won, the markers; and who deals.
 * @type {(seat: TableSeat, place: number, table: TableCards) => HTMLElement}
 */
export function beside(seat, place, table) {
  const told = facts(seat, table);
  if (table.dealer === place) {
    const deals = Object.assign(make("span", "dealer", make("span", "", tr("D"))), {
      title: tr("{who} deals", { who: seat.name }),
    });
    deals.dataset.long = tr("dealer");
    told.unshift(withLabel(deals, tr("the dealer"), "img"));
  }
  const markers = seat.markers.map((card) => make("b", "marker", card.rank));
  if (markers.length) {
    const ranks = seat.markers.map((card) => card.rank).join(", ");
    told.push(
      withLabel(
        make("span", "markers", make("span", "", tr("lost")), ...markers),
        tr("markers: {ranks}", { ranks }),
        "img",
      ),
    );
  }
  if (seat.won.tricks) told.push(heapOf(seat, place));
  return make("div", "beside", ...told);
}

/** Points of a deal that no total has yet. @type {(seat: TableSeat, table: TableCards) => number} */
export const counting = ({ points }, { scored, over }) => (scored || over ? 0 : points ?? 0);

/**
 * What was said of a player, or taken. Where bones lie the hand is counted.
 * @type {(seat: TableSeat, table: TableCards) => HTMLElement[]}
 */
function facts(seat, table) {
  const { beside, heads, bones } = seat, points = counting(seat, table);
  const told = heads.length || bones
    ? beside.slice(0, seat.rack || seat.hand.length ? 1 : 2)
    : seat.points
    ? []
    : beside;
  const made = told.map((fact) => make("span", "fact", fact));
  if (!points || heads.length || bones) return made;
  const counts = make("span", "fact", make("small", "", tr("this deal"), " "), `+${points}`);
  return [withLabel(counts, tr("points of this deal: {n}", { n: points }), "img")];
}

/**
 * Tricks lie crosswise in a heap. Where anybody may look, a click turns it up.
 * @type {(seat: TableSeat, place: number) => HTMLElement}
 */
function heapOf({ name, won: { tricks, open } }, place) {
  const lying = Array.from({ length: Math.min(tricks, 3) }, () => make("i", "trick-won"));
  const heap = [make("span", "crossed", ...lying), make("b", "", tricks)];
  const told = trN("{who} has {n} trick", "{who} has {n} tricks", tricks, { who: name });
  const id = `won-${place}`, made = open.length ? looker("won", id, ...heap) : make("span", "won", ...heap);
  Object.assign(made.dataset, { seat: place, spot: "won" }); // where tricks go (`motion.js`)
  if (!open.length) return withLabel(made, tr("{what}, face down", { what: told }), "img");
  made.title = tr("Look at {who}'s tricks", { who: name });
  return withLabel(made, tr("{what}: look at them", { what: told }));
}

/**
 * A button with this id, by which somebody looks at what a player has, and puts it back.
 * @type {(name: string, id: string, ...children: (HTMLElement | string | null)[]) => HTMLElement}
 */
export function looker(name, id, ...children) {
  const made = button(name, "", ({ detail }) => detail < 2 && look(looked === id ? "" : id), ...children);
  made.ariaExpanded = String(looked === id);
  return Object.assign(made, { id });
}

/** @type {(id: string) => void} */
function look(id) {
  const before = looked;
  looked = id;
  redraw();
  $(id || before)?.focus();
}

closers.push([() => looked, () => look("")]);
// Playing on puts it back, too.
document.addEventListener("click", (event) => {
  if (!looked || !within(event, ".own .holds, .talk")) return;
  looked = "";
  redraw();
});

/**
 * What somebody looks at, over the middle of the table; hands that lie face down do so there, too.
 * @type {(table: CardsOnPage, liesDown: (table: TableCards, place: number) => boolean) => void}
 */
export function lookedAt(table, liesDown) {
  $("looked")?.remove();
  const [what, place] = looked.split("-"), seat = table.seats?.[Number(place)];
  const cards = what === "many";
  const lying = make("div", "tricks row");
  if (seat && table.seats) {
    lying.append(...(cards ? cardsOf(seat, table, liesDown(table, Number(place))) : tricksOf(seat, table)));
  }
  if (!seat || !lying.firstChild) {
    looked = "";
    return;
  }
  const who = { who: seat.name };
  const whose = cards ? tr("{who}'s cards", who) : tr("{who}'s tricks", who);
  const close = Object.assign(button("main", tr("Back to the table"), () => look("")), { id: "put-back" });
  if (cards && !seat.you) lying.onclick = () => tells.trouble(tr("That is {who}'s card.", who));
  const number = trN("{n} card", "{n} cards", lying.querySelectorAll(".card").length);
  const told = cards ? tr("{who}: {what}", { who: whose, what: number }) : whose;
  const made = make("section", "looked", make("header", "", make("h2", "", told), close), lying);
  made.id = "looked";
  $("felt").append(withLabel(made, whose));
}

/** @type {(seat: TableSeat, table: TableCards) => HTMLElement[]} */
const tricksOf = ({ won: { open } }, table) =>
  open.map((cards, number) => {
    const trick = make("div", "fan", ...cards.map((card) => face(card, table.look, table.game)));
    const words = cards.map((card) => nameOfCard(card, table.look)).join(", ");
    return withLabel(trick, tr("trick {n}: {cards}", { n: number + 1, cards: words }), "img");
  });

/**
 * The cards of a player: those that lie open, and the others face down.
 * @type {(seat: TableSeat, table: TableCards, down: boolean) => HTMLElement[]}
 */
function cardsOf({ hand, heads, bones, crate = [], rack = 0 }, { look, game }, down) {
  /** @type {[open: TableCard[], backs: number][]} */
  const rows = [[down ? [] : hand, rack + (down ? hand.length : 0)], [heads, bones], [crate, 0]];
  return rows.filter(([open, backs]) => open.length + backs).map(([open, backs]) => {
    const fan = make(
      "div",
      "fan",
      ...open.map((card) => face(card, look, game)),
      ...Array.from({ length: backs }, back),
    );
    const told = open.map((card) => nameOfCard(card, look));
    if (backs) told.push(trN("{n} card, face down", "{n} cards, face down", backs));
    return withLabel(fan, told.join(", "), "img");
  });
}

/** What is trump, large. @type {(trump: TrumpSuit, look: string) => HTMLElement} */
export function trump({ suit, above }, look) {
  const word = suitName(suit, look);
  const told = make("span", "", make("span", "small", tr("trump")), ...(above ? [" ", make("small", "", above)] : []));
  return withLabel(
    make("figure", "trump", suitSign(suit, look), make("b", "", word), told),
    `${tr("Trump: {suit}", { suit: word })} ${above}`.trim(),
    "img",
  );
}

/** @typedef {"left" | "right"} Side */

const SIDES = { left: tr("left"), right: tr("right") }, HANDS = { left: tr("left hand"), right: tr("right hand") };

/**
 * A closed fist tells how many drinks it holds, and nothing of them.
 * @type {(seat: TableSeat, held: Fists) => [HTMLElement, string]}
 */
export function fists(seat, held) {
  /** @type {(side: Side) => HTMLElement} */
  const hand = (side) => {
    const many = held[side], opened = seat.opened === side, open = opened || !many;
    const closed = { side: HANDS[side], many };
    const told = opened ? tr("{side}: {many} closed, just opened", closed) : tr("{side}: {many} closed", closed);
    const name = `fist ${side}${open ? " open" : ""}${opened ? " opened" : ""}`;
    const made = make("span", name, fist(open), many ? make("b", "", many) : null);
    return make("span", "hold", withLabel(made, told, "img"), make("small", "", SIDES[side]));
  };
  const drinks = seat.crate?.map((card) => nameOfCard(card, "drinks")).join(", ") || tr("empty");
  return [make("p", "fists", hand("left"), hand("right")), tr("crate: {drinks}", { drinks })];
}

/**
 * A crate with its places, in which drinks stand.
 * @type {(drinks: HTMLElement[], room: number, told: string) => HTMLElement}
 */
export function crate(drinks, room, told) {
  const free = Array.from({ length: Math.max(0, room - drinks.length) }, () => make("span", "free"));
  return withLabel(make("div", "crate", ...drinks, ...free), told, "img");
}

const USUAL = 6;

/** What a drink is called is also told where it is pointed at. @type {(drink: HTMLElement) => HTMLElement} */
export const withTitle = (drink) => Object.assign(drink, { title: drink.ariaLabel });

/**
 * Drinks on a shelf, each in its place; the places of those that are gone stay empty. A board of one colour is named once,
 * and each shape above its column.
 * @type {(table: CardsOnPage, stands: (drink: CentrePiece) => HTMLElement) => HTMLElement[]}
 */
export function shelf({ centre, shelf }, stands) {
  const { places, rows, columns: shapes } = shelf ?? { places: 0, rows: [], columns: [] };
  const made = Array.from({ length: places }, () => make("span", "free"));
  for (const drink of centre ?? []) made[drink.place] = withTitle(stands(drink));
  const columns = rows.length ? places / rows.length : USUAL;
  const { style } = $("centre");
  style.setProperty("--more", String(Math.max(1, Math.ceil(places / columns) / USUAL)));
  if (columns === USUAL) style.removeProperty("--across");
  else style.setProperty("--across", String(columns));
  $("centre").classList.toggle("named", rows.length > 0);
  /** @type {(row: string, number: number) => HTMLElement[]} */
  const board = (row, number) => {
    const drinks = made.slice(number * columns, (number + 1) * columns);
    return [make("span", "board", drinkWord(row)), ...drinks];
  };
  const above = ["", ...shapes].map((shape) => make("span", "board shape", drinkWord(shape)));
  return rows.length ? [...above, ...rows.flatMap(board)] : made;
}

const TURNED = [-7, 5, -3, 8, -5, 2];

/**
 * Each card of a heap lies a little turned, the same one always as much.
 * @type {<Made extends HTMLElement>(made: Made, number: number) => Made}
 */
export function tilt(made, number) {
  made.style.setProperty("--turned", `${TURNED[number % TURNED.length]}deg`);
  return made;
}
