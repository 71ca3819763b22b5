// The people: who is here, who plays with whom, who comes late or leaves.

import { wish } from "./ask.js";
import { button, make } from "./dom.js";
import { field, grid, input, select, wishes } from "./forms.js";
import { listed } from "./told.js";
import { tr, trN } from "./words.js";

/** @import { DirectorView, EntrantTold, EventTold, PersonTold } from "./views.d.ts" */
/** @import { Child } from "./dom.js" */

/** @type {(view: DirectorView) => HTMLElement[]} */
export function people(view) {
  const { event } = view;
  if (!event) {
    const none = tr("There is no event yet: begin one under Event. Then people tap their name tags at any box.");
    return [make("p", "state", none)];
  }
  const waiting = view.people.filter((one) => one.entrant < 0);
  /** @type {HTMLElement[]} */
  const shown = [make("div", "beside-all", make("p", "count", ...counted(view)), add())];
  if (!view.people.length) {
    shown.push(make("p", "state", tr("Nobody has tapped a name tag yet. Tap at any box, or add people by hand.")));
  }
  if (waiting.length) {
    shown.push(
      make("h2", "", tr("Not entered yet")),
      enterAll(event),
      make("ul", "all", ...waiting.map((one) => waits(one, waiting, event))),
    );
  }
  const parts = [];
  if (view.entrants.length) {
    parts.push(make("section", "", make("h2", "", event.pairs ? tr("Pairs") : tr("Players")), entrants(view, event)));
  }
  if (view.people.length) {
    parts.push(make("section", "", make("h2", "", tr("Who is where")), whereabouts(view), tooMany(view)));
  }
  return [...shown, make("div", parts.length > 1 ? "pairs" : "", ...parts)];
}

/** @type {(view: DirectorView) => Child[]} */
const counted = ({ people: all }) => [make("b", "", String(all.length)), ` ${trN("person", "people", all.length)}`];

/** @type {() => HTMLElement} */
function add() {
  const name = input("text", "", { id: "new-name", maxLength: 64, autocomplete: "off" });
  const form = make(
    "form",
    "row",
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

/** @type {(event: EventTold) => HTMLElement} */
const enterAll = (event) =>
  make(
    "div",
    "row",
    wishes("enter-all", event.pairs ? tr("Pair all in this order") : tr("Enter all"), { do: "enter all" }, true),
  );

/** @type {(one: PersonTold, waiting: PersonTold[], event: EventTold) => HTMLElement} */
function waits(one, waiting, event) {
  const made = make(
    "li",
    "one",
    make(
      "div",
      "line",
      make("h3", "", one.name),
      make("span", "small", one.here ? tr("at {box}", { box: one.here }) : ""),
    ),
  );
  if (!one.known) made.append(wishes(`known-${one.name}`, tr("Add"), { do: "person", name: one.name }));
  else if (event.pairs) made.append(partner(one, waiting));
  else made.append(wishes(`alone-${one.name}`, tr("Enter"), { do: "alone", name: one.name }));
  return made;
}

/** @type {(one: PersonTold, waiting: PersonTold[]) => HTMLElement} */
function partner(one, waiting) {
  const others = waiting.filter((other) => other !== one && other.known).map(({ name }) => name);
  const chosen = select([["", tr("choose")], ...others], "", { id: `partner-of-${one.name}` });
  chosen.addEventListener("change", () => {
    chosen.blur();
    if (chosen.value) wish({ do: "partners", names: [one.name, chosen.value] });
  });
  return field(tr("Partner of {name}", { name: one.name }), chosen);
}

/** @type {(view: DirectorView, event: EventTold) => HTMLElement} */
function entrants(view, event) {
  const rows = view.entrants.map((one, number) => {
    const names = make("span", "name", listed(one.names));
    const where = make("span", "small under", place(one, event, view.people));
    return [String(number + 1), [names, where], change(one, event)];
  });
  return grid([tr("No."), tr("Names"), make("span", "for-ears", tr("Change"))], rows, 2, "entrants");
}

/** @type {(one: EntrantTold, event: EventTold, people: PersonTold[]) => string} */
function place(one, event, people) {
  if (one.left) return tr("left before round {n}", { n: one.left });
  if (one.since > Math.max(1, event.round)) return tr("from round {n} on", { n: one.since });
  const table = event.over ? 0 : people.find(({ name }) => name === one.names[0])?.table;
  return table ? tr("table {n}", { n: table }) : "";
}

/** @type {(one: EntrantTold, event: EventTold) => HTMLElement} */
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

/** @type {(one: EntrantTold, name: string) => HTMLElement} */
function late(one, name) {
  return Object.assign(button("action", tr("A round later"), () => wish({ do: "late", name, round: one.since + 1 })), {
    id: `late-${name}`,
  });
}

/**
 * At which box each of them has tapped a name tag the last time.
 * @type {(view: DirectorView) => HTMLElement}
 */
function whereabouts({ people: all }) {
  const sorted = [...all].sort((one, other) => one.name.localeCompare(other.name));
  return make(
    "ul",
    "where",
    ...sorted.map((one) =>
      make(
        "li",
        one.here ? "" : "lacks",
        make("b", "", one.name),
        make("span", "small", one.here ? tr("at {box}", { box: one.here }) : tr("no tag yet")),
      )
    ),
  );
}

const chosen = { name: "", into: "" };

/**
 * A name that came by a slip is taken out, or is that of somebody who is there.
 * @type {(view: DirectorView) => HTMLElement}
 */
function tooMany({ people: all }) {
  const names = all.filter(({ known }) => known).map(({ name }) => name);
  const who = select([["", tr("choose")], ...names], chosen.name, { id: "too-many" });
  const is = select([["", tr("nobody: take out")], ...names], chosen.into, {
    id: "is-really",
  });
  const does = button("action", "", async () => {
    const done = await wish(chosen.into ? { do: "merge", ...chosen } : { do: "remove", name: chosen.name });
    if (done) Object.assign(chosen, { name: "", into: "" });
  });
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
    field(tr("Who is too many?"), who),
    field(tr("Who is it really?"), is),
    Object.assign(does, { id: "take-out" }),
  );
  return Object.assign(make("details", "", make("summary", "", tr("Somebody too many?")), form), {
    id: "somebody-too-many",
  });
}
