// Results by table, by deal and by person; a result can be corrected, with a reason.

import { fetchAnswer, wish } from "./ask.js";
import { opens } from "./dialogs.js";
import { $, button, make, redraw, withLabel } from "./dom.js";
import { hands } from "./event.js";
import { field, input, select } from "./forms.js";
import { sides } from "./seats.js";
import { percent, waiting } from "./standings.js";
import { inList } from "./sentences.js";
import { plain, tr, trAs } from "./words.js";

/** @import { DealTold, DirectorView, EventResults, EventTold } from "./views.d.ts" */
/** @import { Child } from "./dom.js" */

/** @typedef {[head: string, value: (dealt: DealTold) => number]} Column */

let order = "table", person = "", entered = "", asks = false;
/** @type {EventResults & { changes: number }} */
let known = { changes: -1, event: "", duplicate: false, results: [], missing: [] };

/**
 * Show what one person has played.
 * @type {(name: string) => void}
 */
export function of(name) {
  [order, person] = ["person", name];
}

/** @type {(view: DirectorView) => HTMLElement[]} */
export function results(view) {
  const { event } = view;
  if (!event) return [make("p", "state", tr("There is no event yet: begin one under Event."))];
  if (known.changes !== view.changes || known.event !== event.name) ask(event.name, view.changes);
  if (known.event !== event.name) return [];
  const more = event.over ? hands(event) : [];
  return [selects(view), ...waiting(event), ...bySection(event), ...missing(event), ...more];
}

/**
 * Ask for the results of an event, one question at a time: no older answer comes after a newer one.
 * @type {(event: string, changes: number) => Promise<void>}
 */
async function ask(event, changes) {
  if (asks) return;
  asks = true;
  const answer = await fetchAnswer(`/results/${encodeURIComponent(event)}`);
  asks = false;
  if (typeof answer !== "object") return;
  known = { ...answer, changes };
  redraw();
}

/** @type {(view: DirectorView) => HTMLElement} */
function selects({ people }) {
  /** @type {[string, string][]} */
  const orders = [
    ["table", tr("by table")],
    ["deal", known.duplicate ? tr("by board") : tr("by deal")],
    ["person", tr("by person")],
  ];
  const by = select(orders, order, { id: "results-by" });
  const who = select([["", tr("everybody")], ...people.map(({ name }) => name)], person, { id: "results-of" });
  by.dataset.draws = who.dataset.draws = "";
  by.addEventListener("change", () => (order = by.value));
  who.addEventListener("change", () => (person = who.value));
  return make("div", "row choice", field(tr("Results"), by), field(tr("Of"), who));
}

/** @type {(event: EventTold) => HTMLElement[]} */
function bySection(event) {
  const rows = known.results.filter((dealt) => !person || dealt.names.includes(person));
  if (!rows.length) return [make("p", "state", tr("Nothing was scored yet."))];
  /** @type {Map<string, DealTold[]>} */
  const groups = new Map();
  for (const dealt of rows) for (const key of keys(dealt)) groups.set(key, [...(groups.get(key) ?? []), dealt]);
  const sections = [...groups].sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }))
    .map(([key, some]) => make("section", "one", make("h2", "", key), table(some, event)));
  return [make("div", "groups", ...sections)];
}

/** @type {(dealt: DealTold) => string[]} */
function keys(dealt) {
  if (order === "person") return person ? [person] : dealt.names;
  if (order === "deal") {
    const { board, round, deal } = dealt;
    return [board ? tr("Board {n}", { n: board }) : tr("Round {round}, deal {n}", { round, n: deal })];
  }
  return [tr("Round {round}, table {n}", { round: dealt.round, n: dealt.table })];
}

/**
 * What the heading tells is no column. Each side has a row of its own, so that figures stand below each other.
 * @type {(rows: DealTold[], event: EventTold) => HTMLElement}
 */
function table(rows, event) {
  /** @type {Column[]} */
  const places = [[tr("Round"), (dealt) => dealt.round], [tr("Table"), (dealt) => dealt.table]];
  /** @type {Column[]} */
  const deals = [[known.duplicate ? tr("Board") : trAs("column", "Deal"), (dealt) => dealt.board || dealt.deal]];
  const before = [...(order === "table" ? [] : places), ...(order === "deal" ? [] : deals)];
  const figures = [tr("Points"), ...(known.duplicate ? [tr("Percent")] : [])];
  const head = make(
    "tr",
    "",
    ...before.map(([text]) => make("th", "", text)),
    make("th", "text", tr("Names")),
    ...figures.map((text) => make("th", "", text)),
    make("th", "", make("span", "for-ears", tr("Change"))),
  );
  const made = make("table", "scores", make("thead", "", head), ...rows.map((dealt) => result(dealt, before, event)));
  return Object.assign(make("div", "wide", made), { tabIndex: 0 });
}

/** @type {(dealt: DealTold, before: Column[], event: EventTold) => HTMLElement} */
function result(dealt, before, event) {
  const made = make("tbody", "", ...sides(dealt.names, event).map((seats, side) => line(dealt, seats, side)));
  if (dealt.corrected.length) {
    const mark = make("span", "mark", tr("corrected: {reason}", { reason: dealt.corrected.at(-1) }));
    made.append(make("tr", "", Object.assign(make("td", "text", mark), { colSpan: known.duplicate ? 3 : 2 })));
  }
  /** @type {(...inside: Child[]) => HTMLElement} */
  const over = (...inside) => Object.assign(make("td", "", ...inside), { rowSpan: made.rows.length });
  made.rows[0].prepend(...before.map(([, cell]) => over(String(cell(dealt)))));
  made.rows[0].append(over(change(dealt, event)));
  return made;
}

/** @type {(dealt: DealTold, seats: number[], side: number) => HTMLElement} */
function line(dealt, seats, side) {
  const own = seats.some((seat) => dealt.names[seat] === person);
  const cells = [
    dealt.points.length ? plain(dealt.points[seats[0]]) : "–",
    ...(known.duplicate ? [percent(dealt.percents[side])] : []),
  ];
  return make(
    "tr",
    own ? "own" : "",
    make("td", "text", inList(seats.map((seat) => dealt.names[seat]))),
    ...cells.map((text) => make("td", "", text)),
  );
}

/** @type {(dealt: DealTold, event: EventTold) => HTMLElement} */
function change(dealt, event) {
  const { round, table, deal } = dealt;
  const inside = [make("span", "word", tr("Correct")), make("span", "sign", "✎")];
  const made = button("action pen", "", () => correct(dealt, event), ...inside);
  made.id = `correct-${round}-${table}-${deal}`;
  return withLabel(made, tr("Correct: round {round}, table {table}, deal {deal}", { round, table, deal }));
}

/**
 * Where a table has no result, one can be entered, also of an earlier round.
 * @type {(event: EventTold) => HTMLElement[]}
 */
function missing(event) {
  const open = known.missing;
  if (!open.length) return [];
  /** @type {(entry: DealTold) => string} */
  const choice = ({ round, table, deal }) => tr("round {round}, table {table}, deal {deal}", { round, table, deal });
  const pick = select(open.map(choice), entered, { id: "missing" });
  pick.addEventListener("change", () => (entered = pick.value));
  const enter = button("action", tr("Enter a result"), () => correct(open[pick.selectedIndex], event));
  enter.id = "enter-missing";
  return [make("div", "row", field(tr("Without a result"), pick), enter)];
}

/**
 * Ask for points or, of boards that several tables play, percents, and the reason; what was played stays in the record.
 * @type {(entry: DealTold, event: EventTold) => void}
 */
function correct(entry, event) {
  const dialog = Object.assign(make("dialog"), { id: "correct" }), form = make("form");
  /** @type {[string, string][]} */
  const percents = known.duplicate ? [["percent", tr("percent of the sides")]] : [];
  const kind = select([["points", tr("points")], ...percents], "points", { id: "correct-kind" });
  const values = make("div", "row points");
  const fill = () => {
    const points = kind.value === "points";
    const each = points ? entry.names.map((_, seat) => [seat]) : sides(entry.names, event);
    /** @type {(place: number) => HTMLInputElement} */
    const value = (place) =>
      input("number", points ? (entry.points[place] ?? "") : 50, { required: true, id: `value-${place}` });
    values.replaceChildren(
      ...each.map((seats, place) => field(inList(seats.map((seat) => entry.names[seat])), value(place))),
    );
  };
  kind.addEventListener("change", fill);
  fill();
  const reason = input("text", "", { required: true, maxLength: 100, id: "correct-reason" });
  const { round, table, deal, board } = entry;
  const place = board
    ? tr("Table {table}, board {n}", { table, n: board })
    : tr("Table {table}, deal {n}", { table, n: deal });
  const title = make("h2", "", place);
  title.id = "correct-title";
  dialog.setAttribute("aria-labelledby", title.id);
  const refused = make("p", "trouble");
  refused.setAttribute("role", "alert");
  const row = make(
    "div",
    "row",
    make("button", "action main", tr("Correct")),
    button("action", tr("Leave it"), () => dialog.close()),
  );
  const counts = known.duplicate ? [field(tr("What counts"), kind)] : [];
  form.append(title, ...counts, values, field(tr("Reason"), reason), refused, row);
  dialog.append(form);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    const numbers = [...values.querySelectorAll("input")].map((each) => Number(each.value));
    const said = { do: "correct", round, table, deal, [kind.value]: numbers, reason: reason.value };
    if (await wish(said)) return dialog.close();
    refused.textContent = $("refused").textContent;
  });
  opens(dialog);
}
