// Results by table, by deal and by person; a result can be corrected, with a reason.

import { told, wish } from "./ask.js";
import { opens } from "./dialogs.js";
import { $, button, labelled, make } from "./dom.js";
import { hands } from "./event.js";
import { field, input, select } from "./forms.js";
import { sides } from "./seats.js";
import { percent, waiting } from "./standings.js";
import { listed, plain } from "./told.js";
import { tr, trAs } from "./words.js";

let order = "table", person = "", known = { changes: -1, results: [] };

/** Show what one person has played. */
export function of(name) {
  [order, person] = ["person", name];
}

export async function results(view) {
  const { event } = view;
  if (!event) return [make("p", "state", tr("There is no event yet: begin one under Event."))];
  if (known.changes !== view.changes || known.event !== event.name) {
    const answer = await told(`/results/${encodeURIComponent(event.name)}`);
    if (typeof answer === "object") known = { ...answer, changes: view.changes };
  }
  const parts = [chosen(view), waiting(event), ...sorted(event), missing(view), ...(event.over ? hands(event) : [])];
  return parts.filter(Boolean);
}

function chosen({ people }) {
  const by = select(
    [["table", tr("by table")], ["deal", known.duplicate ? tr("by board") : tr("by deal")], [
      "person",
      tr("by person"),
    ]],
    order,
    { id: "results-by" },
  );
  const who = select([["", tr("everybody")], ...people.map(({ name }) => [name, name])], person, { id: "results-of" });
  by.dataset.draws = who.dataset.draws = "";
  by.addEventListener("change", () => (order = by.value));
  who.addEventListener("change", () => (person = who.value));
  return make("div", "row choice", "", field(tr("Results"), by), field(tr("Of"), who));
}

function sorted(event) {
  const rows = known.results.filter((one) => !person || one.names.includes(person));
  if (!rows.length) return [make("p", "state", tr("Nothing was scored yet."))];
  const groups = new Map();
  for (const one of rows) for (const key of keys(one)) groups.set(key, [...(groups.get(key) ?? []), one]);
  const names = [...groups.keys()].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
  return [
    make(
      "div",
      "groups",
      "",
      ...names.map((key) => make("section", "one", "", make("h2", "", key), table(groups.get(key), event))),
    ),
  ];
}

function keys(one) {
  if (order === "person") return person ? [person] : one.names;
  if (order === "deal") {
    return [
      one.board ? tr("Board {n}", { n: one.board }) : tr("Round {round}, deal {n}", { round: one.round, n: one.deal }),
    ];
  }
  return [tr("Round {round}, table {n}", { round: one.round, n: one.table })];
}

/** What the heading tells is no column. Each side has a row of its own, so that figures stand below each other. */
function table(rows, event) {
  const before = [
    order === "table" ? null : [tr("Round"), (one) => one.round],
    order === "table" ? null : [tr("Table"), (one) => one.table],
    order === "deal" ? null : [known.duplicate ? tr("Board") : trAs("column", "Deal"), (one) => one.board || one.deal],
  ].filter(Boolean);
  const figures = [tr("Points"), ...(known.duplicate ? [tr("Percent")] : [])];
  const head = make(
    "tr",
    "",
    "",
    ...before.map(([text]) => make("th", "", text)),
    make("th", "text", tr("Names")),
    ...figures.map((text) => make("th", "", text)),
    make("th", "", "", make("span", "for-ears", tr("Change"))),
  );
  const made = make(
    "table",
    "scores",
    "",
    make("thead", "", "", head),
    ...rows.map((one) => result(one, before, event)),
  );
  return Object.assign(make("div", "wide", "", made), { tabIndex: 0 });
}

function result(one, before, event) {
  const made = make("tbody", "", "", ...sides(one.names, event).map((seats, side) => line(one, seats, side)));
  if (one.corrected.length) {
    made.append(
      make(
        "tr",
        "",
        "",
        Object.assign(
          make("td", "text", "", make("span", "mark", tr("corrected: {reason}", { reason: one.corrected.at(-1) }))),
          { colSpan: known.duplicate ? 3 : 2 },
        ),
      ),
    );
  }
  const over = (...inside) => Object.assign(make("td", "", "", ...inside), { rowSpan: made.rows.length });
  made.rows[0].prepend(...before.map(([, cell]) => over(String(cell(one)))));
  made.rows[0].append(over(change(one)));
  return made;
}

function line(one, seats, side) {
  const own = seats.some((seat) => one.names[seat] === person);
  const cells = [
    one.points.length ? plain(one.points[seats[0]]) : "–",
    ...(known.duplicate ? [percent(one.percents[side])] : []),
  ];
  return make(
    "tr",
    own ? "own" : "",
    "",
    make("td", "text", listed(seats.map((seat) => one.names[seat]))),
    ...cells.map((text) => make("td", "", text)),
  );
}

function change(one) {
  const made = button(
    "action pen",
    "",
    () => correct(one),
    make("span", "word", tr("Correct")),
    make("span", "sign", "✎"),
  );
  made.id = `correct-${one.round}-${one.table}-${one.deal}`;
  return labelled(
    made,
    tr("Correct: round {round}, table {table}, deal {deal}", { round: one.round, table: one.table, deal: one.deal }),
  );
}

/** Where a table has no result, one can be entered. */
function missing({ event, tables }) {
  const lacking = tables.flatMap((one) =>
    Array.from(
      { length: event.deals },
      (_, deal) => ({
        round: event.round,
        table: one.table,
        deal: deal + 1,
        names: one.names,
        points: [],
        board: one.boards[deal] ?? 0,
      }),
    )
  );
  const open = lacking.filter((one) =>
    !known.results.some((other) => other.round === one.round && other.table === one.table && other.deal === one.deal)
  );
  if (!open.length) return "";
  const pick = select(
    open.map((one, place) => [place, tr("table {table}, deal {n}", { table: one.table, n: one.deal })]),
    0,
    { id: "missing" },
  );
  const enter = Object.assign(button("action", tr("Enter a result"), () => correct(open[Number(pick.value)])), {
    id: "enter-missing",
  });
  return make("div", "row", "", field(tr("Without a result"), pick), enter);
}

/** Ask for points or percents and the reason; what was played stays in the record. */
function correct(one) {
  const dialog = Object.assign(make("dialog"), { id: "correct" }), form = make("form");
  const kind = select([["points", tr("points")], ["percent", tr("percent of the sides")]], "points", {
    id: "correct-kind",
  });
  const values = make("div", "row points");
  const fill = () => {
    const labels = kind.value === "points"
      ? one.names
      : [listed([one.names[0], one.names[2]].filter(Boolean)), listed([one.names[1], one.names[3]].filter(Boolean))];
    values.replaceChildren(
      ...labels.map((name, place) =>
        field(
          name,
          input("number", kind.value === "points" ? (one.points[place] ?? "") : 50, {
            required: true,
            id: `value-${place}`,
          }),
        )
      ),
    );
  };
  kind.addEventListener("change", fill);
  fill();
  const reason = input("text", "", { required: true, maxLength: 100, id: "correct-reason" });
  const title = make(
    "h2",
    "",
    one.board
      ? tr("Table {table}, board {n}", { table: one.table, n: one.board })
      : tr("Table {table}, deal {n}", { table: one.table, n: one.deal }),
  );
  title.id = "correct-title";
  dialog.setAttribute("aria-labelledby", title.id);
  const refused = make("p", "trouble");
  refused.setAttribute("role", "alert");
  const row = make(
    "div",
    "row",
    "",
    Object.assign(make("button", "action main", tr("Correct")), { type: "submit" }),
    button("action", tr("Leave it"), () => dialog.close()),
  );
  form.append(title, field(tr("What counts"), kind), values, field(tr("Reason"), reason), refused, row);
  dialog.append(form);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    const numbers = [...values.querySelectorAll("input")].map((each) => Number(each.value));
    if (
      await wish({
        do: "correct",
        round: one.round,
        table: one.table,
        deal: one.deal,
        [kind.value]: numbers,
        reason: reason.value,
      })
    ) return dialog.close();
    refused.textContent = $("refused").textContent;
  });
  opens(dialog);
}
