// The people: who is here, who plays with whom, who comes late or leaves.

import { wish } from "./ask.js";
import { button, make } from "./dom.js";
import { field, grid, input, select, wishes } from "./forms.js";
import { listed } from "./told.js";
import { tr, trN } from "./words.js";

export function people(view) {
  const { event } = view;
  if (!event) {
    return [
      make(
        "p",
        "state",
        tr("There is no event yet: begin one under Event. Then people tap their name tags at any box."),
      ),
    ];
  }
  const waiting = view.people.filter((one) => one.entrant < 0);
  const shown = [make("div", "beside-all", "", make("p", "count", "", ...counted(view)), add())];
  if (!view.people.length) {
    shown.push(make("p", "state", tr("Nobody has tapped a name tag yet. Tap at any box, or add people by hand.")));
  }
  if (waiting.length) {
    shown.push(
      make("h2", "", tr("Not entered yet")),
      enterAll(event),
      make(
        "ul",
        "all",
        "",
        ...waiting.map((one) => waits(one, waiting, event)),
      ),
    );
  }
  const parts = [];
  if (view.entrants.length) {
    parts.push(make("section", "", "", make("h2", "", event.pairs ? tr("Pairs") : tr("Players")), entrants(view)));
  }
  if (view.people.length) {
    parts.push(make("section", "", "", make("h2", "", tr("Who is where")), whereabouts(view), tooMany(view)));
  }
  return [...shown, make("div", parts.length > 1 ? "pairs" : "", "", ...parts)];
}

const counted = ({ people: all }) => [make("b", "", String(all.length)), ` ${trN("person", "people", all.length)}`];

function add() {
  const name = input("text", "", { id: "new-name", maxLength: 64, autocomplete: "off" });
  const form = make(
    "form",
    "row",
    "",
    field(tr("Add by hand"), name),
    Object.assign(make("button", "action", tr("Add")), { type: "submit", id: "add" }),
  );
  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    const wanted = name.value;
    name.value = "";
    if (!(await wish({ do: "person", name: wanted }))) name.value = wanted;
  });
  return form;
}

const enterAll = (event) =>
  make(
    "div",
    "row",
    "",
    wishes("enter-all", event.pairs ? tr("Pair all in this order") : tr("Enter all"), { do: "enter all" }, true),
  );

function waits(one, waiting, event) {
  const made = make(
    "li",
    "one",
    "",
    make(
      "div",
      "line",
      "",
      make("h3", "", one.name),
      make("span", "small", one.here ? tr("at {box}", { box: one.here }) : ""),
    ),
  );
  if (!one.known) made.append(wishes(`known-${one.name}`, tr("Add"), { do: "person", name: one.name }));
  else if (event.pairs) made.append(partner(one, waiting));
  else made.append(wishes(`alone-${one.name}`, tr("Enter"), { do: "alone", name: one.name }));
  return made;
}

function partner(one, waiting) {
  const others = waiting.filter((other) => other !== one && other.known).map(({ name }) => [name, name]);
  const chosen = select([["", tr("choose")], ...others], "", { id: `partner-of-${one.name}` });
  chosen.addEventListener(
    "change",
    () => (chosen.blur(), chosen.value && wish({ do: "partners", names: [one.name, chosen.value] })),
  );
  return field(tr("Partner of {name}", { name: one.name }), chosen);
}

function entrants(view) {
  const rows = view.entrants.map((
    one,
    number,
  ) => [String(number + 1), [make("span", "name", listed(one.names)), make("span", "small under", place(one, view))], [
    change(one, view.event),
  ]]);
  return grid([tr("No."), tr("Names"), [make("span", "for-ears", tr("Change"))]], rows, 2, "entrants");
}

function place(one, { event, people: all }) {
  if (one.left) return tr("left before round {n}", { n: one.left });
  if (one.since > Math.max(1, event.round)) return tr("from round {n} on", { n: one.since });
  const table = event.over ? 0 : all.find(({ name }) => name === one.names[0])?.table;
  return table ? tr("table {n}", { n: table }) : "";
}

function change(one, event) {
  const [name] = one.names;
  const row = make("div", "row");
  row.append(
    one.left
      ? wishes(`comes-${name}`, tr("Is back"), { do: "comes", name })
      : wishes(`leaves-${name}`, tr("Leaves"), { do: "leaves", name }),
  );
  if (!one.left && one.since > event.round) row.append(late(one, name));
  return row;
}

function late(one, name) {
  return Object.assign(button("action", tr("A round later"), () => wish({ do: "late", name, round: one.since + 1 })), {
    id: `late-${name}`,
  });
}

/** At which box each of them has tapped a name tag the last time. */
function whereabouts({ people: all }) {
  const sorted = [...all].sort((one, other) => one.name.localeCompare(other.name));
  return make(
    "ul",
    "where",
    "",
    ...sorted.map((one) =>
      make(
        "li",
        one.here ? "" : "lacks",
        "",
        make("b", "", one.name),
        make("span", "small", one.here ? tr("at {box}", { box: one.here }) : tr("no tag yet")),
      )
    ),
  );
}

const chosen = { name: "", into: "" };

/** A name that came by a slip is taken out, or is that of somebody who is there. */
function tooMany({ people: all }) {
  const names = all.filter(({ known }) => known).map(({ name }) => name);
  const who = select([["", tr("choose")], ...names.map((name) => [name, name])], chosen.name, { id: "too-many" });
  const is = select([["", tr("nobody: take out")], ...names.map((name) => [name, name])], chosen.into, {
    id: "is-really",
  });
  const does = button(
    "action",
    "",
    async () =>
      (await wish(chosen.into ? { do: "merge", ...chosen } : { do: "remove", name: chosen.name })) &&
      Object.assign(chosen, { name: "", into: "" }),
  );
  const told = () => {
    Object.assign(chosen, { name: who.value, into: is.value });
    does.textContent = chosen.into ? tr("Make them one person") : tr("Take out");
    does.disabled = !chosen.name || chosen.name === chosen.into;
  };
  who.addEventListener("change", told);
  is.addEventListener("change", told);
  told();
  const form = make(
    "div",
    "row",
    "",
    field(tr("Who is too many?"), who),
    field(tr("Who is it really?"), is),
    Object.assign(does, { id: "take-out" }),
  );
  return Object.assign(make("details", "", "", make("summary", "", tr("Somebody too many?")), form), {
    id: "somebody-too-many",
  });
}
