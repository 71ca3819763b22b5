// What lies beside a player for all to see, and the pieces that are no cards: fists, crates, shelves, heaps.

import { drinkWord, face, fist, spoken, suitName, suitSign } from "./cards.js";
import { $, button, labelled, make } from "./dom.js";
import { tr, trN } from "./words.js";

/** @import { CardsOnPage, CentrePiece, Fists, TableCards, TableSeat } from "./views.d.ts" */

/** @type {number | null} */
let looked = null;

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
    told.unshift(labelled(deals, tr("the dealer"), "img"));
  }
  const markers = seat.markers.map((card) => make("b", "marker", card.rank));
  if (markers.length) {
    const ranks = seat.markers.map((card) => card.rank).join(", ");
    told.push(labelled(make("span", "markers", ...markers), tr("markers: {ranks}", { ranks }), "img"));
  }
  if (seat.won.tricks) told.push(won(seat, place));
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
  const told = heads.length || bones ? beside.slice(0, 1) : seat.points ? [] : beside;
  const made = told.map((fact) => make("span", "fact", fact));
  if (!points || heads.length || bones) return made;
  const counts = make("span", "fact", make("small", "", tr("this deal"), " "), `+${points}`);
  return [labelled(counts, tr("points of this deal: {n}", { n: points }), "img")];
}

/**
 * Tricks lie crosswise in a heap. Where anybody may look, a click turns it up.
 * @type {(seat: TableSeat, place: number) => HTMLElement}
 */
function won({ name, won: { tricks, open } }, place) {
  const lying = Array.from({ length: Math.min(tricks, 3) }, () => make("i", "trick-won"));
  const heap = [make("span", "crossed", ...lying), make("b", "", tricks)];
  const told = trN("{who} has {n} trick", "{who} has {n} tricks", tricks, { who: name });
  const turns = () => look(looked === place ? null : place);
  const made = open.length ? button("won", "", turns, ...heap) : make("span", "won", ...heap);
  Object.assign(made.dataset, { seat: place, spot: "won" }); // where tricks go (`motion.js`)
  if (!open.length) return labelled(made, tr("{what}, face down", { what: told }), "img");
  made.id = `won-${place}`;
  made.title = tr("Look at {who}'s tricks", { who: name });
  made.setAttribute("aria-expanded", String(looked === place));
  return labelled(made, tr("{what}: look at them", { what: told }));
}

/** @type {(place: number | null) => void} */
function look(place) {
  const before = looked;
  looked = place;
  document.dispatchEvent(new Event("redraw"));
  $(`won-${place ?? before}`)?.focus();
}

/**
 * The tricks that somebody looks at, face up over the middle of the table.
 * @type {(table: CardsOnPage) => void}
 */
export function lookedAt(table) {
  $("looked")?.remove();
  if (!table.seats || looked === null) return;
  const seat = table.seats[looked];
  const open = seat?.won.open ?? [];
  if (!open.length) {
    looked = null;
    return;
  }
  const tricks = open.map((cards) => make("div", "fan", ...cards.map((card) => face(card, table.look, table.game))));
  const words = open.map((cards) => cards.map((card) => spoken(card, table.look)).join(", "));
  tricks.forEach((trick, number) =>
    labelled(trick, tr("trick {n}: {cards}", { n: number + 1, cards: words[number] }), "img")
  );
  const whose = tr("{who}'s tricks", { who: seat.name });
  const close = labelled(button("close", "✕", () => look(null)), tr("Put them back"));
  close.id = "put-back";
  const header = make("header", "", make("h2", "", whose), close);
  const made = make("section", "looked", header, make("div", "tricks", ...tricks));
  made.id = "looked";
  $("felt").append(labelled(made, whose));
}

/**
 * What is trump, large.
 * @type {(suit: string, look: string) => HTMLElement}
 */
export function trump(suit, look) {
  const word = suitName(suit, look);
  return labelled(
    make("figure", "trump", suitSign(suit, look), make("b", "", word), make("span", "small", tr("trump"))),
    tr("Trump: {suit}", { suit: word }),
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
    const many = held[side], open = seat.opened === side || !many;
    const closed = { side: HANDS[side], many };
    const told = seat.opened === side
      ? tr("{side}: {many} closed, just opened", closed)
      : tr("{side}: {many} closed", closed);
    const made = make(
      "span",
      `fist ${side}${open ? " open" : ""}${seat.opened === side ? " opened" : ""}`,
      fist(open),
      ...(many ? [make("b", "", many)] : []),
    );
    return make("span", "hold", labelled(made, told, "img"), make("small", "", SIDES[side]));
  };
  const drinks = seat.crate?.map((card) => spoken(card, "drinks")).join(", ") || tr("empty");
  return [make("p", "fists", hand("left"), hand("right")), tr("crate: {drinks}", { drinks })];
}

/**
 * A crate with its places, in which drinks stand.
 * @type {(drinks: HTMLElement[], room: number, told: string) => HTMLElement}
 */
export function crate(drinks, room, told) {
  const free = Array.from({ length: Math.max(0, room - drinks.length) }, () => make("span", "free"));
  return labelled(make("div", "crate", ...drinks, ...free), told, "img");
}

const USUAL = 6;

/**
 * Drinks on a shelf, each in its place; the places of those that are gone stay empty. A board of one colour is named once.
 * @type {(table: CardsOnPage, stands: (drink: CentrePiece) => HTMLElement) => HTMLElement[]}
 */
export function shelf({ centre, shelf }, stands) {
  const { places, rows } = shelf ?? { places: 0, rows: [] };
  const made = Array.from({ length: places }, () => make("span", "free"));
  for (const drink of centre ?? []) made[drink.place] = stands(drink);
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
  return rows.length ? rows.flatMap(board) : made;
}

const TURNED = [-7, 5, -3, 8, -5, 2];

/**
 * Each card of a heap lies a little turned, the same one always as much.
 * @type {<Made extends HTMLElement>(made: Made, number: number) => Made}
 */
export function turned(made, number) {
  made.style.setProperty("--turned", `${TURNED[number % TURNED.length]}deg`);
  return made;
}
