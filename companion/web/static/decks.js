// The decks of tags on the card: listed, exported, renamed, put aside, imported.

import { make } from "./cards.js";
import { post } from "./orders.js";

const $ = (id) => document.getElementById(id);
let seesToOne = false;
let largest = 0;

$("decks").addEventListener("toggle", () => look());

/** Whether the box sees to a deck: afterwards there may be another one. */
export function enrolled(now) {
  if (seesToOne && !now) look();
  seesToOne = now;
}

const look = () => $("decks").open && ask(fetch("/decks"), false);

/** Ask for something; what comes back are the decks as they stand then. Tells whether it was done. */
async function ask(asked, speaks = true) {
  try {
    const answer = await asked;
    const told = answer.ok ? await answer.json() : { said: await answer.text() };
    if (speaks) tell(told.said);
    if (answer.ok) show(told);
    return answer.ok;
  } catch {
    tell("The table does not answer.");
    return false;
  }
}

const put = (place, body) => ask(post(place, body));
const placeOf = (deck) => `/decks/${encodeURIComponent(deck.name)}`;

function tell(text) {
  $("decks-said").textContent = text;
}

function show(told) {
  largest = told.largest;
  const whole = new Set(told.decks.filter((deck) => !deck.unfinished).map((deck) => deck.name));
  const rows = told.decks.map((deck) => row(deck, deck.unfinished && whole.has(deck.name)));
  const faults = told.unusable.map((why) => make("li", "deck", "", make("span", "unusable", why)));
  const none = make("li", "deck", "", make("span", "small", "No deck yet."));
  $("deck-list").replaceChildren(...(rows.length + faults.length ? [...rows, ...faults] : [none]));
}

/** A deck that is being enrolled `anew` is seen to in the row of the finished one. */
function row(deck, anew) {
  const how = deck.unfinished ? ", unfinished" : "";
  const told = make("span", "told", "", make("b", "", deck.name), make("span", "small", `${deck.title} · ${deck.counted} have a tag${how}`));
  const made = make("li", "deck", "", told);
  if (anew) return made;
  const actions = make("span", "row");
  const back = (place) => () => {
    made.replaceChild(actions, made.lastChild);
    actions.children[place].focus();
  };
  actions.append(
    exporting(deck),
    button("Rename", `Rename ${deck.name}`, () => instead(made, renaming(deck, back(1)))),
    button("Delete", `Delete ${deck.name}`, () => instead(made, deleting(deck, back(2)))),
  );
  made.append(actions);
  return made;
}

function exporting(deck) {
  const link = make("a", "", "Export");
  link.href = placeOf(deck);
  link.download = `${deck.name}.json`;
  link.setAttribute("aria-label", `Export ${deck.name}`);
  return link;
}

function renaming(deck, back) {
  const name = make("input");
  name.value = deck.name;
  name.maxLength = 40;
  name.required = true;
  name.setAttribute("aria-label", `A new name for ${deck.name}`);
  const form = make("form", "row", "", name, submit("Rename", `Rename ${deck.name} now`), button("Cancel", "", back));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await put(placeOf(deck), JSON.stringify({ do: "rename", to: name.value.trim() }))) focusOn(name.value.trim());
  });
  return closing(form, back);
}

function deleting(deck, back) {
  const form = make("form", "row", "", make("span", "", `Delete ${deck.name}? Its file is kept aside.`));
  form.append(submit("Delete", `Delete ${deck.name} now`), button("Keep it", `Keep ${deck.name}`, back));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await put(placeOf(deck), JSON.stringify({ do: "delete" }))) focusOn("");
  });
  return closing(form, back);
}

/** Escape leaves it, and is no button of the box then. */
function closing(form, back) {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    back();
  });
  return form;
}

function instead(made, form) {
  made.replaceChild(form, made.lastChild);
  const first = form.querySelector("input, button");
  first.focus();
  first.select?.();
}

/** What had the keys is gone: they go on at the deck of this name, or behind the list. */
function focusOn(name) {
  const link = [...$("deck-list").querySelectorAll("a")].find((one) => one.download === `${name}.json`);
  (link ?? $("deck-file")).focus();
}

function button(text, label, act) {
  const made = make("button", "", text);
  made.type = "button";
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

function submit(text, label) {
  const made = button(text, label, () => {});
  made.type = "submit";
  return made;
}

$("deck-import").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = $("deck-file").files;
  if (file.size > largest) return tell(`${file.name} has ${file.size} bytes; a deck has at most ${largest}.`);
  const replace = $("deck-replace").checked ? "?replace=yes" : "";
  if (await put(`/decks${replace}`, file)) event.target.reset();
});
