// The people: who is here, who plays with whom, who comes late or leaves.

import { wish } from "./ask.js";
import { button, make } from "./dom.js";
import { field, grid, input, select, wishes } from "./forms.js";
import { inList } from "./sentences.js";
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
  const waiting = view.people.filter((person) => person.entrant < 0);
  /** @type {HTMLElement[]} */
  const shown = [make("div", "beside-all", make("p", "count", ...numberOf(view)), add())];
  if (!view.people.length) {
    shown.push(make("p", "state", tr("Nobody has tapped a name tag yet. Tap at any box, or add people by hand.")));
  }
  if (waiting.length) {
    shown.push(
      make("h2", "", tr("Not entered yet")),
      enterAll(event),
      make("ul", "all", ...waiting.map((person) => waits(person, waiting, event))),
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
const numberOf = ({ people: all }) => [make("b", "", String(all.length)), ` ${trN("person", "people", all.length)}`];

/** @type {() => HTMLElement} */
function add() {
  const name = input("text", "", { id: "new-name", maxLength: 64, autocomplete: "off" });
  const form = make(
    "form",
    "row",
    field(tr("Add by hand"), name),
    Object.assign(make("button", "action", tr("Add")), { id: "add" }),
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

/** @type {(person: PersonTold, waiting: PersonTold[], event: EventTold) => HTMLElement} */
function waits(person, waiting, event) {
  const made = make(
    "li",
    "one",
    make(
      "div",
      "line",
      make("h3", "", person.name),
      make("span", "small", person.here ? tr("at {box}", { box: person.here }) : ""),
    ),
  );
  if (!person.known) made.append(wishes(`known-${person.name}`, tr("Add"), { do: "person", name: person.name }));
  else if (event.pairs) made.append(partner(person, waiting));
  else made.append(wishes(`alone-${person.name}`, tr("Enter"), { do: "alone", name: person.name }));
  return made;
}

/** @type {(person: PersonTold, waiting: PersonTold[]) => HTMLElement} */
function partner(person, waiting) {
  const others = waiting.filter((other) => other !== person && other.known).map(({ name }) => name);
  const chosen = select([["", tr("choose")], ...others], "", { id: `partner-of-${person.name}` });
  chosen.addEventListener("change", () => {
    chosen.blur();
    if (chosen.value) wish({ do: "partners", names: [person.name, chosen.value] });
  });
  return field(tr("Partner of {name}", { name: person.name }), chosen);
}

/** @type {(view: DirectorView, event: EventTold) => HTMLElement} */
function entrants(view, event) {
  const rows = view.entrants.map((entrant, number) => {
    const names = make("span", "name", inList(entrant.names));
    const where = make("span", "small under", place(entrant, event, view.people));
    return [String(number + 1), [names, where], change(entrant, event)];
  });
  return grid([tr("No."), tr("Names"), make("span", "for-ears", tr("Change"))], rows, 2, "entrants");
}

/** @type {(entrant: EntrantTold, event: EventTold, people: PersonTold[]) => string} */
function place(entrant, event, people) {
  if (entrant.left) return tr("left before round {n}", { n: entrant.left });
  if (entrant.since > Math.max(1, event.round)) return tr("from round {n} on", { n: entrant.since });
  const table = event.over ? 0 : people.find(({ name }) => name === entrant.names[0])?.table;
  return table ? tr("table {n}", { n: table }) : "";
}

/** @type {(entrant: EntrantTold, event: EventTold) => HTMLElement} */
function change(entrant, event) {
  const [name] = entrant.names;
  const row = make("div", "row");
  row.append(
    entrant.left
      ? wishes(`comes-${name}`, tr("Is back"), { do: "comes", name })
      : wishes(`leaves-${name}`, tr("Leaves"), { do: "leaves", name }),
  );
  if (!entrant.left && entrant.since > event.round) {
    row.append(wishes(`late-${name}`, tr("A round later"), { do: "late", name, round: entrant.since + 1 }));
  }
  return row;
}

/**
 * At which box each of them has tapped a name tag the last time.
 * @type {(view: DirectorView) => HTMLElement}
 */
function whereabouts({ people: all }) {
  const sorted = [...all].sort((person, other) => person.name.localeCompare(other.name));
  return make(
    "ul",
    "where",
    ...sorted.map((person) =>
      make(
        "li",
        person.here ? "" : "lacks",
        make("b", "", person.name),
        make("span", "small", person.here ? tr("at {box}", { box: person.here }) : tr("no tag yet")),
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
  const is = select([["", tr("nobody: take out")], ...names], chosen.into, { id: "is-really" });
  const does = button("action", "", async () => {
    const done = await wish(chosen.into ? { do: "merge", ...chosen } : { do: "remove", name: chosen.name });
    if (done) Object.assign(chosen, { name: "", into: "" });
  });
  const show = () => {
    Object.assign(chosen, { name: who.value, into: is.value });
    does.textContent = chosen.into ? tr("Make them one person") : tr("Take out");
    does.disabled = !chosen.name || chosen.name === chosen.into;
  };
  who.addEventListener("change", show);
  is.addEventListener("change", show);
  show();
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
