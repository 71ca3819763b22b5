// The table: who sits where, and what lies before whom. Drawn anew only where something changed.

import { closers } from "./buttons.js";
import { $, all, first, redraw, within } from "./dom.js";
import { heaps, lastTrick, pile } from "./table_middle.js";
import { lookedAt, shelf } from "./pieces.js";
import { liesDown, player, toLay } from "./players.js";

/** @import { CardsOnPage, HintTold, LaidCards, LaidTableCards, TableCards } from "./views.d.ts" */

/** The places of so many others, clockwise from one's own left hand. @type {(others: number) => string[]} */
const placesOf = (others) => others > 1 ? ["left", ...Array(others - 2).fill("top"), "right"] : ["top"];
let front = 0; // who sits at the bottom: the person who is asked, or was last
let lookedIn = ""; // the turn in which the last trick is looked at

/**
 * Draw everything that lies on the table; `fast`: deals take no time; `ahead`: play goes on before anybody sees it.
 * @type {(table: CardsOnPage, fast: boolean, ahead: boolean) => void}
 */
export function draw(table, fast, ahead) {
  const focused = document.activeElement?.getAttribute("data-word") ?? document.activeElement?.id;
  for (const id of ["own", "others", "heaps", "trick", "centre"]) $(id).replaceChildren();
  $("centre").hidden = !table.shelf;
  const nobody = ahead || (fast && table.deal === "scan"); // the page's hands play or deal: they wait for no player
  if (table.seats) sit(nobody ? { ...table, turn: [] } : table, fast);
  else front = 0;
  lookedAt(table, liesDown);
  const again = focused && (first(`[data-word="${CSS.escape(focused)}"]`) ?? $(focused));
  if (again && document.activeElement === document.body) again.focus();
}

/** @type {(table: TableCards, fast: boolean) => void} */
function sit(table, fast) {
  const number = table.seats.length;
  front = table.shelf ? table.seats.findIndex(({ you }) => you) : table.me; // without hands all keep their places
  const around = Array.from({ length: number }, (_, nth) => (front + nth) % number);
  const [own, ...others] = around.map((place) => putAt(player(table, place), place, number));
  $("own").append(own);
  $("others").append(...others);
  $("heaps").append(...heaps(table, fast));
  if (turnOf(table) !== lookedIn) lookedIn = "";
  /** @type {(LaidCards | LaidTableCards)[]} */
  const plays = lookedIn ? table.last_trick : table.middle;
  for (const play of plays) {
    const made = putAt(pile(play, table), play.seat ?? -1, number);
    made.classList.toggle("takes", play.seat !== null && play.seat === table.took);
    $("trick").append(made);
  }
  $("trick").classList.toggle("over", lookedIn !== "");
  if (table.last_trick.length && table.took === null) {
    $("trick").append(lastTrick(Boolean(lookedIn), () => look(lookedIn ? "" : turnOf(table))));
  }
  $("centre").append(...shelf(table, (drink) => toLay(drink, table)));
  $("table").style.setProperty("--others", String(Math.max(1, number - 1)));
  $("table").style.setProperty("--tops", String(Math.max(1, number - 3)));
  $("table").classList.toggle("of-tricks", table.tricks);
}

/** @type {(turn: string) => void} */
function look(turn) {
  lookedIn = turn;
  redraw();
}
closers.push([() => lookedIn, () => look("")]);
// Whatever else somebody does puts it away, too.
document.addEventListener("click", (event) => lookedIn && !within(event, ".last, .trick") && look(""));

/**
 * What lies at this place of the table; -1: in the middle.
 * @type {(made: HTMLElement, place: number, number: number) => HTMLElement}
 */
function putAt(made, place, number) {
  const nth = (place - front + number) % number - 1, places = placesOf(number - 1);
  made.dataset.at = place < 0 ? "middle" : places[nth] ?? "own";
  made.style.setProperty("--nth", String(nth + 1));
  made.style.setProperty("--top", String(nth + 1 - places.indexOf("top")));
  return made;
}

/** @type {(hint: HintTold | null) => void} */
export function mark(hint) {
  for (const card of all("[data-word]")) {
    card.classList.toggle("right", Boolean(hint?.right.includes(card.dataset.word ?? "")));
  }
  for (const answer of all(".talk [data-place]")) {
    const right = answer.dataset.place === String(hint?.answer);
    if (right && !answer.matches(".right")) answer.scrollIntoView({ block: "nearest" }); // its row may scroll
    answer.classList.toggle("right", right);
  }
}

/** @type {(table: TableCards) => string} */
const turnOf = (table) => `${table.title} ${table.turn}`;
