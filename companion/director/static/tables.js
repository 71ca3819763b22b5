// The tables of the round and the boxes: who plays where, what is wrong, and the round's clock.

import { wish } from "./ask.js";
import { make } from "./dom.js";
import { end } from "./event.js";
import { field, select, wishes } from "./forms.js";
import { listed } from "./told.js";
import { tr, trN } from "./words.js";

/** What is left of the round: "12:30", or how late it is. */
export function clock({ event, told }) {
  if (event?.left === null || event?.left === undefined || event.over) return "";
  const gone = event.paused ? 0 : Math.floor((performance.now() - told) / 1000);
  const left = event.left - gone, seconds = Math.abs(left);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return left < 0 ? tr("{time} late", { time }) : time;
}

export function tables(view) {
  const { event } = view;
  const told = view.troubles.map((text) => make("p", "state trouble", text));
  if (!event) return [...told, make("p", "state", tr("There is no event yet: begin one under Event.")), ...boxes(view)];
  const seated = view.tables.length ? [make("h2", "", tr("Tables")), list(view.tables.map((one) => table(one, view)))] : [];
  return [...told, ...round(view), ...seated, ...boxes(view)];
}

const list = (items) => make("ul", "all", "", ...items);

function round(view) {
  const { event } = view;
  const next = event.round + 1, of = event.rounds || event.length;
  const row = make("div", "row");
  if (of && next > of) {
    if (!event.over) row.append(end(!event.waits.length));
  } else if (!event.over) {
    const begin = wishes("next-round", tr("Begin round {n}", { n: next }), { do: "round" }, !event.waits.length);
    row.append(Object.assign(begin, { disabled: Boolean(event.refusal) }));
  }
  if (event.round && event.minutes && !event.over) row.append(wishes("pause", event.paused ? tr("Let the clock go on") : tr("Stop the clock"), { do: event.paused ? "goes" : "pause" }));
  row.append(wishes("undo", tr("Take back the last step"), { do: "undo" }));
  const said = [
    of ? tr("Round {n} of {all}", { n: event.round, all: of }) : tr("Round {n}", { n: event.round }),
    ...(event.round && !event.over ? [event.waits.length ? tr("waiting for: {tables}", { tables: listed(event.waits.map((one) => tr("table {n}", { n: one }))) }) : tr("all tables have finished")] : []),
  ];
  const shown = [make("p", "", said.join(", "))];
  if (clock(view)) shown.unshift(Object.assign(make("p", "clock", clock(view)), { id: "clock" }));
  if (event.refusal) shown.push(make("p", "small", event.refusal));
  if (event.out.length) shown.push(make("p", "", tr("Sitting out: {names}", { names: listed(event.out) })));
  return [...shown, row];
}

function table(one, { event, boxes: there }) {
  const finished = one.done >= event.deals;
  const box = select([["", tr("no box")], ...there.map(({ name }) => [name, name])], one.box, { id: `box-of-${one.table}` });
  box.addEventListener("change", () => (box.blur(), wish({ do: "move", table: one.table, box: box.value })));
  const made = make("li", finished ? "one" : "one waits", "", make("h3", "", "", tr("Table {n}", { n: one.table }), make("span", "small", one.where)), seats(one, event));
  if (one.boards.length) made.append(make("p", "small", trN("Board {numbers}", "Boards {numbers}", one.boards.length, { numbers: one.boards.join(", ") })));
  made.append(make("p", "small", trN("{done} of {n} deal finished", "{done} of {n} deals finished", event.deals, { done: one.done })));
  if (one.turn.length) made.append(make("p", "small", tr("Turn: {names}", { names: listed(one.turn) })));
  if (one.trouble) made.append(make("p", "small trouble", one.trouble));
  const row = make("div", "row", "", field(tr("Box of table {n}", { n: one.table }), box));
  const deals = finished ? 0 : event.deals;
  row.append(wishes(`done-${one.table}`, finished ? tr("Mark as not finished") : tr("Mark as finished"), { do: "done", round: event.round, table: one.table, deals }));
  made.append(row);
  return made;
}

const seats = (one, event) => make("p", "", against(one.names, event));

/** The people of a table by seat: partners against partners, or each alone. */
export function against(names, event) {
  const [north, east, south, west] = names;
  return names.length === 4 && event.partners ? tr("{north} and {south} against {east} and {west}", { north, south, east, west }) : listed(names);
}

function boxes({ boxes: there }) {
  if (!there.length) return [make("p", "state", tr("No box was heard yet. Each needs its club's bundle: companion club join."))];
  return [make("h2", "", tr("Boxes")), list(there.map(box))];
}

function box(one) {
  const made = make("li", "one", "", make("h3", "", "", one.name, make("span", "small", one.on ? tr("is there") : tr("is not heard"))));
  if (one.table) made.append(make("p", "small", tr("Table {n}", { n: one.table })));
  if (one.here.length) made.append(make("p", "small", tr("Tapped here: {names}", { names: listed(one.here) })));
  made.append(...one.trouble.map((text) => make("p", "small trouble", text)));
  made.append(make("div", "row", "", wishes(`broken-${one.name}`, one.broken ? tr("It works again") : tr("It broke down"), { do: one.broken ? "mended" : "breaks", box: one.name })));
  return made;
}
