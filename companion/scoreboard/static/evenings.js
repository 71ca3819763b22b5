// The evenings so far, the latest first, with curve, ending and record; and what they come to by player.

import { chart } from "./match_chart.js";
import { when } from "./days.js";
import { button, make, say } from "./dom.js";
import { openEnding } from "./ending.js";
import { sharing } from "./evening_picture.js";
import { inList } from "./sentences.js";
import { plain, tr } from "./words.js";

/** @import { EveningChoices, PastMatch, PastMatches, PlayersTable } from "./views.d.ts" */

/** @type {(path: string) => Promise<any>} */
async function fetchAnswer(path) {
  const asked = await fetch(path).catch(() => null);
  return asked?.ok ? asked.json() : null;
}

/** Which evenings, and their list. @type {() => Promise<HTMLElement[]>} */
export async function past() {
  await look();
  return [which, number, list];
}

async function look() {
  const asked = query();
  const known = await fetchAnswer(`/evenings?${asked}`);
  if (asked !== query()) return; // the answer to another choice is on its way
  which.hidden = !known?.choices.people.length;
  if (known) offer(known.choices);
  say(number, known && asked ? tr("Evenings: {n}", { n: known.number }) : "");
  list.replaceChildren(...(known?.evenings.length ? lines(known) : [make("p", "state", whyNone(known))]));
}

/** @type {(known: PastMatches) => HTMLElement[]} */
const lines = (known) => [...known.evenings.map(evening), ...known.tables.flatMap(table)];

/** @type {(known: PastMatches | null) => string} */
const whyNone = (known) =>
  !known
    ? tr("The evenings cannot be read now.")
    : known.choices.people.length
    ? tr("No evening is like that.")
    : tr("Nobody has finished an evening yet.");

// ------------------------------------------------------------------ which evenings: what `companion history` can ask for

const list = make("div"), number = make("p", "small");
number.setAttribute("role", "status");
const game = make("select"), player = make("select"), partner = make("select"), rule = make("select");
const since = Object.assign(make("input"), { type: "date" }), until = Object.assign(make("input"), { type: "date" });
const form = make(
  "form",
  "row",
  make("label", "", tr("Game"), game),
  make("label", "", tr("With whom"), player),
  make("label", "", tr("and as partner"), partner),
  make("label", "", tr("House rule"), rule),
  make("label", "", tr("From"), since),
  make("label", "", tr("Until"), until),
);
const which = make("details", "wanted", make("summary", "", tr("Which evenings?")), form);
form.addEventListener("change", ({ target }) => {
  if (target === game) rule.value = "";
  depend();
  look();
});
depend();
form.addEventListener("submit", (event) => event.preventDefault());

/** A partner is somebody's, a house rule is a game's. */
function depend() {
  partner.disabled = !player.value;
  rule.disabled = !game.value;
}

/** By the names of the server. */
function query() {
  const fields = { game, player, with: partner, rule, since, until };
  const asked = Object.entries(fields).filter(([, field]) => field.value && !field.disabled);
  return String(new URLSearchParams(asked.map(([name, { value }]) => [name, value])));
}

/** @type {(choices: EveningChoices) => void} */
function offer({ games, people, rules }) {
  /** @type {[string, string][]} */
  const names = people.map((name) => [name, name]);
  fill(game, tr("all games"), games);
  fill(player, tr("everybody"), names);
  fill(partner, tr("anybody"), names);
  fill(rule, tr("all house rules"), rules);
}

/**
 * What is chosen stays.
 * @type {(field: HTMLSelectElement, all: string, choices: [value: string, label: string][]) => void}
 */
function fill(field, all, choices) {
  const { value } = field;
  field.replaceChildren(new Option(all, ""), ...choices.map(([value, label]) => new Option(label, value)));
  field.value = value;
}

/** @type {(match: PastMatch) => HTMLElement} */
function evening(match) {
  const summary = make(
    "summary",
    "",
    make("span", "", `${match.title}, `, when(match.at)),
    make("span", "small", result(match)),
  );
  const made = make("details", "evening", summary);
  made.addEventListener("toggle", () => made.open && made.children.length < 2 && open(made, match));
  return made;
}

/** Who has won, and how everybody stood at the end. @type {(match: PastMatch) => string} */
function result({ winners, names, curve }) {
  const last = curve.points[curve.points.length - 1];
  const stood = curve.sides.map((side) => `${inList(side.map((seat) => names[seat]))} ${plain(last[side[0]])}`).join(
    ", ",
  );
  const who = inList(winners.map((seat) => names[seat]));
  return winners.length ? tr("{who} won: {stood}", { who, stood }) : tr("Ended early: {stood}", { stood });
}

/** @type {(made: HTMLElement, match: PastMatch) => Promise<void>} */
async function open(made, { curve, names, record, at }) {
  made.append(...chart(curve, names));
  if (!record) return;
  const name = encodeURIComponent(record);
  const link = make("a", "", tr("Record of this match"));
  link.href = `/records/${name}`;
  link.download = record;
  const row = make("div", "row", link);
  made.append(row);
  const ending = await fetchAnswer(`/endings/${name}`);
  if (!ending) return;
  const [share, said] = sharing(ending, at, "small");
  row.replaceChildren(button("", tr("How it ended"), () => openEnding(ending, at)), share, link, said);
}

/** @type {(told: PlayersTable) => HTMLElement[]} */
function table({ title, heads, rows: lines }) {
  /** @type {(tag: "th" | "td", texts: string[]) => HTMLElement} */
  const row = (tag, texts) => make("tr", "", ...texts.map((text) => make(tag, "", text)));
  const rows = make("tbody", "", ...lines.map((texts) => row("td", texts)));
  const whole = make("table", "", make("thead", "", row("th", heads)), rows);
  return [make("h2", "", title), Object.assign(make("div", "wide", whole), { tabIndex: 0 })];
}
