// The evenings so far, the latest first, with curve, ending and record; and what they come to by player.

import { chart } from "./chart.js";
import { when } from "./days.js";
import { button, make } from "./dom.js";
import { openEnding } from "./ending.js";
import { sends, share } from "./evening.js";
import { listed } from "./told.js";
import { plain, tr } from "./words.js";

/** @import { PastMatch, PlayersTable } from "./views.d.ts" */

/** @type {(path: string) => Promise<any>} */
async function told(path) {
  const asked = await fetch(path).catch(() => null);
  return asked?.ok ? asked.json() : null;
}

/**
 * The list, or why there is none.
 * @type {() => Promise<HTMLElement[]>}
 */
export async function past() {
  const known = await told("/evenings");
  if (!known) return [make("p", "state", tr("The evenings cannot be read now."))];
  if (!known.evenings.length) return [make("p", "state", tr("Nobody has finished an evening yet."))];
  return [...known.evenings.map(evening), ...known.tables.flatMap(table)];
}

/** @type {(one: PastMatch) => HTMLElement} */
function evening(one) {
  const summary = make(
    "summary",
    "",
    make("span", "", `${one.title}, `, when(one.at)),
    make("span", "small", result(one)),
  );
  const made = make("details", "evening", summary);
  made.addEventListener("toggle", () => made.open && made.children.length < 2 && open(made, one));
  return made;
}

/**
 * Who has won, and how everybody stood at the end.
 * @type {(one: PastMatch) => string}
 */
function result({ winners, names, curve }) {
  const last = curve.points[curve.points.length - 1];
  const stood = curve.sides.map((side) => `${listed(side.map((seat) => names[seat]))} ${plain(last[side[0]])}`).join(
    ", ",
  );
  const who = listed(winners.map((seat) => names[seat]));
  return winners.length ? tr("{who} won: {stood}", { who, stood }) : tr("Ended early: {stood}", { stood });
}

/** @type {(made: HTMLElement, one: PastMatch) => Promise<void>} */
async function open(made, one) {
  made.append(...chart(one.curve, one.names));
  if (!one.record) return;
  const name = encodeURIComponent(one.record);
  const link = make("a", "", tr("Record of this match"));
  link.href = `/records/${name}`;
  link.download = one.record;
  const row = make("div", "row", link);
  made.append(row);
  const ending = await told(`/endings/${name}`);
  if (!ending) return;
  const said = make("p", "small");
  said.setAttribute("role", "status");
  row.prepend(
    button("", tr("How it ended"), () => openEnding(ending, one.at)),
    button(
      "",
      sends() ? tr("Send a picture") : tr("Save a picture"),
      async () => (said.textContent = await share(ending, one.at)),
    ),
  );
  row.append(said);
}

/** @type {(one: PlayersTable) => HTMLElement[]} */
function table(one) {
  /** @type {(tag: "th" | "td", texts: string[]) => HTMLElement} */
  const row = (tag, texts) => make("tr", "", ...texts.map((text, place) => make(tag, "", place ? plain(text) : text)));
  const rows = make("tbody", "", ...one.rows.map((texts) => row("td", texts)));
  const whole = make("table", "", make("thead", "", row("th", one.heads)), rows);
  return [make("h2", "", one.title), Object.assign(make("div", "wide", whole), { tabIndex: 0 })];
}
