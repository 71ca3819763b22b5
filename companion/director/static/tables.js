// The tables of the round and the boxes: who plays where, what is wrong, and what to do next.

import { wish } from "./ask.js";
import { make } from "./dom.js";
import { field, select, wishes } from "./forms.js";
import { next } from "./next.js";
import { felt, numbered } from "./seats.js";
import { listed } from "./told.js";
import { tr, trN } from "./words.js";

/** @import { BoxTold, DirectorView, EventTold, RoundTable } from "./views.d.ts" */

/** @type {(view: DirectorView) => HTMLElement[]} */
export function tables(view) {
  const told = view.troubles.map((text) => make("p", "state trouble", text));
  const { event } = view;
  const seated = event && view.tables.length
    ? [make("h2", "", tr("Tables")), list("tables", view.tables.map((one) => table(one, event, view.boxes)))]
    : [];
  return [...told, next(view), ...seated, ...boxes(view.boxes)];
}

/** @type {(name: string, items: HTMLElement[]) => HTMLElement} */
const list = (name, items) => make("ul", `all ${name}`, ...items);

/**
 * How it stands with a table: by word, and by colour.
 * @type {(one: RoundTable, event: EventTold) => [look: string, word: string]}
 */
export function standing(one, event) {
  if (one.done >= event.deals) return ["done", tr("finished")];
  if (one.trouble) return ["ill", tr("needs you")];
  if (!one.missing.length) return ["plays", tr("plays")];
  return [
    "waits",
    one.missing.length < one.names.length
      ? tr("waits for {names}", { names: listed(one.missing) })
      : tr("waits for name tags"),
  ];
}

/** @type {(one: RoundTable, event: EventTold, boxes: BoxTold[]) => HTMLElement} */
function table(one, event, boxes) {
  const [look, word] = standing(one, event);
  const made = make(
    "li",
    `one table ${look}`,
    make("div", "line", numbered("h3", one.table), make("span", "mark", word)),
    felt(plays(one, event), event),
    facts(one, event),
  );
  if (one.trouble) made.append(make("p", "small trouble", one.trouble));
  made.append(change(one, event, boxes));
  return made;
}

/**
 * What a table shows of a round that it has finished is of no interest any more.
 * @type {(one: RoundTable, event: EventTold) => RoundTable}
 */
const plays = (one, event) => (one.done >= event.deals ? { ...one, turn: [], where: "" } : one);

/** @type {(table: RoundTable, event: EventTold) => HTMLElement} */
function facts(table, event) {
  const one = plays(table, event);
  const told = [
    one.boards.length
      ? trN("Board {numbers}", "Boards {numbers}", one.boards.length, { numbers: one.boards.join(", ") })
      : "",
    trN("{done} of {n} deal finished", "{done} of {n} deals finished", event.deals, { done: one.done }),
    one.where,
    one.turn.length ? tr("Turn: {names}", { names: listed(one.turn) }) : "",
  ];
  return make("ul", "facts small", ...told.filter(Boolean).map((text) => make("li", "", text)));
}

/**
 * What is seldom wanted of a table, and therefore folded up.
 * @type {(one: RoundTable, event: EventTold, boxes: BoxTold[]) => HTMLElement}
 */
function change(one, event, boxes) {
  const finished = one.done >= event.deals;
  const names = boxes.map(({ name }) => name);
  const box = select([["", tr("no box")], ...names], one.box, { id: `box-of-${one.table}` });
  box.addEventListener("change", () => {
    box.blur();
    wish({ do: "move", table: one.table, box: box.value });
  });
  const done = wishes(`done-${one.table}`, finished ? tr("Mark as not finished") : tr("Mark as finished"), {
    do: "done",
    round: event.round,
    table: one.table,
    deals: finished ? 0 : event.deals,
  });
  const folded = make(
    "details",
    "",
    make("summary", "", one.box ? tr("Box {name}", { name: one.box }) : tr("no box")),
    make("div", "row", field(tr("Box of table {n}", { n: one.table }), box), done),
  );
  return Object.assign(folded, { id: `change-${one.table}`, open: Boolean(one.trouble) && !finished });
}

/** @type {(boxes: BoxTold[]) => HTMLElement[]} */
function boxes(boxes) {
  if (!boxes.length) {
    return [make("p", "state", tr("No box has connected yet. Each needs its club's bundle: companion club join."))];
  }
  return [make("h2", "", tr("Boxes")), list("boxes", boxes.map(box))];
}

/** @type {(one: BoxTold) => HTMLElement} */
function box(one) {
  const [look, word] = one.broken
    ? ["ill", tr("broke down")]
    : one.on
    ? ["done", tr("is there")]
    : ["ill", tr("is not heard")];
  const made = make(
    "li",
    `one box ${look}`,
    make("div", "line", make("h3", "", one.name), make("span", "mark", word)),
  );
  made.append(...one.trouble.map((text) => make("p", "small trouble", text)));
  const broken = wishes(`broken-${one.name}`, one.broken ? tr("It works again") : tr("It broke down"), {
    do: one.broken ? "mended" : "breaks",
    box: one.name,
  });
  made.append(
    make("div", "line", make("span", "small", one.table ? tr("Table {n}", { n: one.table }) : ""), broken),
  );
  return made;
}
