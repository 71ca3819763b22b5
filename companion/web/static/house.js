// What the host chooses: names, sounds, house rules. The settings file says what there is, and whether it is allowed.

import { make } from "./cards.js";
import { post } from "./orders.js";

const $ = (id) => document.getElementById(id);

$("house").addEventListener("toggle", () => $("house").open && ask(fetch("/settings")));

async function ask(asked, said = "") {
  try {
    const answer = await asked;
    if (!answer.ok) return tell(await answer.text());
    show(await answer.json());
    tell(said);
  } catch {
    tell("The table does not answer.");
  }
}

function choose(choice, value) {
  ask(post("/settings", JSON.stringify({ key: choice.key, value })), `Kept: ${choice.name}.`);
}

function tell(text) {
  $("house-said").textContent = text;
}

function show(told) {
  const focused = document.activeElement?.id;
  $("house-file").textContent = told.file;
  const titles = [...new Set(told.choices.map((choice) => choice.title))];
  $("choices").replaceChildren(...titles.map((title) => group(title, told.choices.filter((choice) => choice.title === title))));
  if (focused) $(focused)?.focus();
}

function group(title, choices) {
  return make("fieldset", "", "", make("legend", "", title), ...choices.map(row));
}

function row(choice) {
  const field = choice.values.length ? several(choice) : names(choice);
  field.id = `choice-${choice.spelled}`;
  return make("label", "choice", "", make("span", "", "", make("b", "", choice.name), make("span", "small", ` ${choice.meaning}`)), field);
}

function several(choice) {
  const field = make("select");
  for (const [place, value] of choice.values.entries()) {
    const option = make("option", "", { true: "yes", false: "no" }[value] ?? String(value));
    option.value = String(place);
    field.append(option);
  }
  field.value = String(choice.values.indexOf(choice.value));
  field.addEventListener("change", () => choose(choice, choice.values[Number(field.value)]));
  return field;
}

function names(choice) {
  const field = make("input");
  field.placeholder = "Ann, Bob, Cid";
  field.value = choice.value.join(", ");
  field.addEventListener("change", () => choose(choice, field.value.split(",").map((name) => name.trim()).filter(Boolean)));
  return field;
}
