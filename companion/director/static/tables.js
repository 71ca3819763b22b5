// The tables of the round and the boxes: who plays where, what is wrong, and what to do next.

import { wish } from "./ask.js";
import { make } from "./dom.js";
import { field, select, wishes } from "./forms.js";
import { next } from "./next.js";
import { felt, tableNumber } from "./seats.js";
import { inList } from "./sentences.js";
import { tr, trN } from "./words.js";

/** @import { BoxTold, DirectorView, EventTold, RoundTable } from "./views.d.ts" */

/** @type {(view: DirectorView) => HTMLElement[]} */
export function tables(view) {
  const told = view.troubles.map((text) => make("p", "state trouble", text));
  const { event } = view;
  const seated = event && view.tables.length
    ? [
      make("h2", "", tr("Tables")),
      list("tables", view.tables.map((roundTable) => table(roundTable, event, view.boxes))),
    ]
    : [];
  return [...told, next(view), ...seated, ...boxes(view.boxes)];
}

/** @type {(name: string, items: HTMLElement[]) => HTMLElement} */
const list = (name, items) => make("ul", `all ${name}`, ...items);

/**
 * How it stands with a table: by word, and by colour.
 * @type {(roundTable: RoundTable, event: EventTold) => [look: string, word: string]}
 */
export function standing(roundTable, event) {
  if (roundTable.done >= event.deals) return ["done", tr("finished")];
  if (roundTable.trouble) return ["ill", tr("needs you")];
  if (!roundTable.missing.length) return ["plays", tr("plays")];
  return [
    "waits",
    roundTable.missing.length < roundTable.names.length
      ? tr("waits for {names}", { names: inList(roundTable.missing) })
      : tr("waits for name tags"),
  ];
}

/** @type {(roundTable: RoundTable, event: EventTold, boxes: BoxTold[]) => HTMLElement} */
function table(roundTable, event, boxes) {
  const [look, word] = standing(roundTable, event);
  const made = make(
    "li",
    `one table ${look}`,
    make("div", "line", tableNumber("h3", roundTable.table), make("span", "mark", word)),
    felt(plays(roundTable, event), event),
    facts(roundTable, event),
  );
  if (roundTable.trouble) made.append(make("p", "small trouble", roundTable.trouble));
  made.append(change(roundTable, event, boxes));
  return made;
}

/**
 * What a table shows of a round that it has finished is of no interest any more.
 * @type {(roundTable: RoundTable, event: EventTold) => RoundTable}
 */
const plays = (
  roundTable,
  event,
) => (roundTable.done >= event.deals ? { ...roundTable, turn: [], where: "" } : roundTable);

/** @type {(table: RoundTable, event: EventTold) => HTMLElement} */
function facts(table, event) {
  const shown = plays(table, event);
  const told = [
    shown.boards.length
      ? trN("Board {numbers}", "Boards {numbers}", shown.boards.length, { numbers: shown.boards.join(", ") })
      : "",
    trN("{done} of {n} deal finished", "{done} of {n} deals finished", event.deals, { done: shown.done }),
    shown.where,
    shown.turn.length ? tr("Turn: {names}", { names: inList(shown.turn) }) : "",
  ];
  return make("ul", "facts small", ...told.filter(Boolean).map((text) => make("li", "", text)));
}

/**
 * What is seldom wanted of a table, and therefore folded up.
 * @type {(roundTable: RoundTable, event: EventTold, boxes: BoxTold[]) => HTMLElement}
 */
function change(roundTable, event, boxes) {
  const finished = roundTable.done >= event.deals;
  const names = boxes.map(({ name }) => name);
  const box = select([["", tr("no box")], ...names], roundTable.box, { id: `box-of-${roundTable.table}` });
  box.addEventListener("change", () => {
    box.blur();
    wish({ do: "move", round: event.round, table: roundTable.table, box: box.value });
  });
  const done = wishes(`done-${roundTable.table}`, finished ? tr("Mark as not finished") : tr("Mark as finished"), {
    do: "done",
    round: event.round,
    table: roundTable.table,
    deals: finished ? 0 : event.deals,
  });
  done.hidden = finished && !roundTable.byHand; // its box would say at once that it is finished
  const folded = make(
    "details",
    "",
    make("summary", "", roundTable.box ? tr("Box {name}", { name: roundTable.box }) : tr("no box")),
    make("div", "row", field(tr("Box of table {n}", { n: roundTable.table }), box), done),
  );
  return Object.assign(folded, { id: `change-${roundTable.table}`, open: Boolean(roundTable.trouble) && !finished });
}

/** @type {(boxes: BoxTold[]) => HTMLElement[]} */
function boxes(boxes) {
  if (!boxes.length) {
    return [make("p", "state", tr("No box has connected yet. Each needs its club's bundle: companion club join."))];
  }
  return [make("h2", "", tr("Boxes")), list("boxes", boxes.map(box))];
}

/** @type {(box: BoxTold) => HTMLElement} */
function box(box) {
  const [look, word] = box.broken
    ? ["ill", tr("broke down")]
    : box.on
    ? ["done", tr("is there")]
    : ["ill", tr("is not heard")];
  const made = make(
    "li",
    `one box ${look}`,
    make("div", "line", make("h3", "", box.name), make("span", "mark", word)),
  );
  made.append(...box.trouble.map((text) => make("p", "small trouble", text)));
  const broken = wishes(`broken-${box.name}`, box.broken ? tr("It works again") : tr("It broke down"), {
    do: box.broken ? "mended" : "breaks",
    box: box.name,
  });
  made.append(
    make("div", "line", make("span", "small", box.table ? tr("Table {n}", { n: box.table }) : ""), broken),
  );
  return made;
}
