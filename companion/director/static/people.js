// The people: who is here, who plays with whom, who comes late or leaves.

import { wish } from "./ask.js";
import { button, make } from "./dom.js";
import { field, grid, input, select, wishes } from "./forms.js";
import { listed } from "./told.js";
import { tr, trN } from "./words.js";

export function people(view) {
  const { event } = view;
  if (!event) return [make("p", "state", tr("There is no event yet: begin one under Event."))];
  const waiting = view.people.filter((one) => one.entrant < 0);
  const shown = [make("p", "", trN("{n} person", "{n} people", view.people.length)), add()];
  if (waiting.length) shown.push(make("h2", "", tr("Not entered yet")), enterAll(event), make("ul", "all", "", ...waiting.map((one) => waits(one, waiting, event))));
  if (view.entrants.length) shown.push(make("h2", "", event.pairs ? tr("Pairs") : tr("Players")), entrants(view));
  return shown;
}

function add() {
  const name = input("text", "", { id: "new-name", maxLength: 40, autocomplete: "off" });
  const form = make("form", "row", "", field(tr("Add by hand"), name), Object.assign(make("button", "action", tr("Add")), { type: "submit", id: "add" }));
  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    const wanted = name.value;
    name.value = "";
    if (!(await wish({ do: "person", name: wanted }))) name.value = wanted;
  });
  return form;
}

const enterAll = (event) => make("div", "row", "", wishes("enter-all", event.pairs ? tr("Pair all in this order") : tr("Enter all"), { do: "enter all" }, true));

function waits(one, waiting, event) {
  const made = make("li", "one", "", make("h3", "", "", one.name, make("span", "small", one.here ? tr("at {box}", { box: one.here }) : "")));
  if (!one.known) made.append(wishes(`known-${one.name}`, tr("Add"), { do: "person", name: one.name }));
  else if (event.pairs) made.append(partner(one, waiting));
  else made.append(wishes(`alone-${one.name}`, tr("Enter"), { do: "alone", name: one.name }));
  return made;
}

function partner(one, waiting) {
  const others = waiting.filter((other) => other !== one && other.known).map(({ name }) => [name, name]);
  const chosen = select([["", tr("choose")], ...others], "", { id: `partner-of-${one.name}` });
  chosen.addEventListener("change", () => (chosen.blur(), chosen.value && wish({ do: "partners", names: [one.name, chosen.value] })));
  return field(tr("Partner of {name}", { name: one.name }), chosen);
}

function entrants(view) {
  const { event } = view;
  const rows = view.entrants.map((one, number) => [String(number + 1), listed(one.names), place(one, view), [made(one, event)]]);
  return grid([tr("No."), tr("Names"), tr("Where"), tr("Change")], rows, 4);
}

function place(one, { event, people: all }) {
  if (one.left) return tr("left before round {n}", { n: one.left });
  if (one.since > Math.max(1, event.round)) return tr("from round {n} on", { n: one.since });
  const table = all.find(({ name }) => name === one.names[0])?.table;
  return table ? tr("table {n}", { n: table }) : "";
}

function made(one, event) {
  const [name] = one.names;
  const row = make("div", "row");
  row.append(one.left ? wishes(`comes-${name}`, tr("Is back"), { do: "comes", name }) : wishes(`leaves-${name}`, tr("Leaves"), { do: "leaves", name }));
  if (!one.left && one.since > event.round) row.append(late(one, name));
  return row;
}

function late(one, name) {
  return Object.assign(button("action", tr("A round later"), () => wish({ do: "late", name, round: one.since + 1 })), { id: `late-${name}` });
}
