// Who sits where at a table.

import { make, withLabel } from "./dom.js";
import { inList } from "./sentences.js";
import { tr } from "./words.js";

/** @import { EventTold } from "./views.d.ts" */

/**
 * The people of a table by seat: partners against partners, or each alone.
 * @type {(names: string[], event: EventTold) => string}
 */
function against(names, event) {
  const [north, east, south, west] = names;
  return names.length === 4 && event.partners
    ? tr("{north} and {south} against {east} and {west}", { north, south, east, west })
    : inList(names);
}

/**
 * The sides of a table by the places of their people: partners together, or each alone.
 * @type {(names: string[], event: EventTold) => number[][]}
 */
export function sides(names, event) {
  return names.length === 4 && event.partners ? [[0, 2], [1, 3]] : names.map((_, seat) => [seat]);
}

/**
 * A felt with the people around it, clockwise from North: partners are opposite each other.
 * @type {(table: { names: string[], turn?: string[], missing?: string[] }, event: EventTold) => HTMLElement}
 */
export function felt({ names, turn = [], missing = [] }, event) {
  /** @type {(name: string) => HTMLElement} */
  const seat = (name) =>
    make("li", [turn.includes(name) ? "turn" : "", missing.includes(name) ? "lacks" : ""].join(" ").trim(), name);
  return withLabel(make("ul", `felt of-${names.length}`, ...names.map(seat)), against(names, event));
}

/**
 * "Table 7", its number large.
 * @type {(tag: "h2" | "h3", n: number) => HTMLElement}
 */
export function tableNumber(tag, n) {
  const [before, after] = tr("Table {n}", { n: "\n" }).split("\n");
  return make(tag, "numbered", before, make("b", "", String(n)), after);
}
