// What the host chooses: names, sounds, house rules. The settings file says what there is, and whether it is allowed.

import { $, make } from "./dom.js";
import { answerTo, post } from "./orders.js";

$("house").addEventListener("toggle", () => $("house").open && ask(fetch("/settings")));

async function ask(asked, said = "") {
  const [told, refused] = await answerTo(asked);
  if (told) show(told);
  $("house-said").textContent = refused || said;
}

function choose(choice, value) {
  ask(post("/settings", JSON.stringify({ key: choice.key, value })), "Kept.");
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
  const kind = choice.values.length ? several : typeof choice.value === "number" ? number : names;
  const field = kind(choice);
  field.id = `choice-${choice.spelled}`;
  return make("label", "choice", "", make("span", "", choice.label), field);
}

function several(choice) {
  const field = make("select");
  field.append(...choice.values.map((value, place) => new Option({ true: "yes", false: "no" }[value] ?? choice.labels[place], place)));
  field.value = String(choice.values.indexOf(choice.value));
  field.addEventListener("change", () => choose(choice, choice.values[Number(field.value)]));
  return field;
}

function number(choice) {
  const field = make("input");
  field.type = "number";
  field.min = 0;
  field.value = choice.value;
  field.addEventListener("change", () => choose(choice, field.valueAsNumber));
  return field;
}

function names(choice) {
  const field = make("input");
  field.placeholder = "Ann, Bob, Cid";
  field.value = choice.value.join(", ");
  field.addEventListener("change", () => choose(choice, field.value.split(",").map((name) => name.trim()).filter(Boolean)));
  return field;
}
