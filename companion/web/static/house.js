// What the host chooses: names, sounds, house rules, which the settings file has; and the house rules of the next game.

import { $, all, find, make } from "./dom.js";
import { answerTo, post } from "./posts.js";
import { remember, remembered } from "./remembering.js";
import { tr } from "./words.js";

/** @import { GameTile, HouseRuleTold, RulesTold, SettingChoice, SettingChoices } from "./views.d.ts" */

/** @type {WeakMap<HTMLElement, (value: any) => void>} */
const fills = new WeakMap(); // by field: what writes a value into it
let built = "";

$("house").addEventListener("toggle", () => $("house").open && ask(fetch("/settings")));

/** @type {(asked: Promise<Response>, said?: string) => Promise<void>} */
async function ask(asked, said = "") {
  const [told, refused] = await answerTo(asked);
  if (told) show(told);
  $("house-said").textContent = refused || [said, said && told.undrawn].filter(Boolean).join(" ");
}

/** @type {(choice: SettingChoice, value: SettingChoice["value"]) => void} */
function choose(choice, value) {
  ask(post("/settings", JSON.stringify({ key: choice.key, value })), tr("Kept."));
}

/**
 * The fields are built once, so that a list stays open and a name half typed stays; afterwards only their values change.
 * @type {(told: SettingChoices) => void}
 */
function show(told) {
  $("house-file").textContent = told.file;
  const known = JSON.stringify(told.choices.map((choice) => ({ ...choice, value: null })));
  if (known !== built) build(told.choices);
  built = known;
  for (const { spelled, value } of told.choices) {
    const field = $(`choice-${spelled}`);
    if (field !== document.activeElement) fills.get(field)?.(value);
  }
}

/** @type {(choices: SettingChoice[]) => void} */
function build(choices) {
  const titles = [...new Set(choices.map((choice) => choice.title))];
  $("choices").replaceChildren(
    ...titles.map((title) => group(title, choices.filter((choice) => choice.title === title))),
  );
}

/** @type {(title: string, choices: SettingChoice[]) => HTMLElement} */
function group(title, choices) {
  return make("fieldset", "", make("legend", "", title), ...choices.map(row));
}

/** @type {(choice: SettingChoice) => HTMLElement} */
function row(choice) {
  const kind = choice.values.length ? several : typeof choice.value === "number" ? number : names;
  const field = kind(choice);
  field.id = `choice-${choice.spelled}`;
  return make("label", "choice", make("span", "", choice.label), field);
}

/** @type {Record<string, string>} */
const YES_OR_NO = { true: tr("yes"), false: tr("no") };

/** @type {(choice: SettingChoice) => HTMLElement} */
function several(choice) {
  const field = make("select");
  choice.values.forEach((value, place) =>
    field.append(new Option(YES_OR_NO[value] ?? choice.labels[place], String(place)))
  );
  fills.set(field, (value) => (field.value = String(choice.values.indexOf(value))));
  field.addEventListener("change", () => choose(choice, choice.values[Number(field.value)]));
  return field;
}

/** @type {(choice: SettingChoice) => HTMLElement} */
function number(choice) {
  const field = make("input");
  field.type = "number";
  field.min = "0";
  fills.set(field, (value) => (field.value = value));
  field.addEventListener("change", () => choose(choice, field.valueAsNumber));
  return field;
}

/** @type {(choice: SettingChoice) => HTMLElement} */
function names(choice) {
  const field = make("input");
  field.placeholder = "Ann, Bob, Cid";
  fills.set(field, (value) => (field.value = value.join(", ")));
  field.addEventListener("change", () => {
    const names = field.value.split(",").map((name) => name.trim());
    choose(choice, names.filter(Boolean));
  });
  return field;
}

// ------------------------------------------------------------------ the house rules of the next game

let wanted = "";

/**
 * Ask for the house rules of this game as they are at this table; where it has a short one, how long it shall be.
 * @type {(game: GameTile) => Promise<void>}
 */
export async function houseRulesFor({ name, short, minutes, short_minutes: few }) {
  wanted = name;
  $("house-choices").replaceChildren(); // those of another game are nothing to this one
  $("length").hidden = !few;
  const [told, refused] = await answerTo(fetch(`/rules/${name}`));
  if (name !== wanted) return; // another tile was chosen meanwhile
  $("house-choices").replaceChildren(...(told ? told.house.map(ruleToChoose) : [refused]));
  $("house-rules").hidden = told && !told.house.length;
  if (told) offerLengths(told.house, short, few, minutes);
  tellOwn();
}

const KEPT_AS = "length";
/** @type {Record<string, string>} */
let shortRules = {};
/** @type {Record<string, string>} */
let wholeRules = {};

/**
 * A short game first, unless this browser has chosen a whole one, or the house has rules of its own about it.
 * @type {(house: HouseRuleTold[], short: Record<string, string>, few: number, minutes: number) => void}
 */
function offerLengths(house, short, few, minutes) {
  const ruled = house.filter(({ name }) => name in short);
  [shortRules, wholeRules] = [short, Object.fromEntries(ruled.map(({ name, value }) => [name, value]))];
  $("short-told").textContent = tr("a short game, some {n} minutes", { n: few });
  $("whole-told").textContent = tr("a whole game, some {n} minutes", { n: minutes });
  const inBook = ruled.every(({ value, values }) => value === values[0].value);
  if (inBook && remembered(KEPT_AS) !== "whole") follow(shortRules);
}

/** @type {(rules: Record<string, string>) => void} */
function follow(rules) {
  for (const [rule, value] of Object.entries(rules)) {
    const way = find(`[name="rule ${rule}"][value="${CSS.escape(value)}"]`, $("house-choices"));
    /** @type {HTMLInputElement} */ (way).checked = true;
  }
}

$("length").addEventListener("change", () => {
  remember(KEPT_AS, $("short").checked ? "short" : "whole");
  follow($("short").checked ? shortRules : wholeRules);
  tellOwn();
});

/** @type {(rule: HouseRuleTold) => HTMLElement} */
function ruleToChoose({ name, meaning, values, value }) {
  const ways = values.map((way) => {
    const radio = Object.assign(make("input"), { type: "radio", name: `rule ${name}`, value: way.value });
    radio.checked = way.value === value;
    return make("label", "way", radio, make("span", "", way.label));
  });
  return make("fieldset", "rule", make("legend", "", meaning), ...ways);
}

/** What is not as in the book is read while the choices are closed. */
function tellOwn() {
  const chosen = houseRules();
  for (const [way, rules] of /** @type {const} */ ([[$("short"), shortRules], [$("whole"), wholeRules]])) {
    way.checked = Object.entries(rules).every(([rule, value]) => chosen[rule] === value);
  }
  const said = $("short").checked || $("whole").checked ? Object.keys(shortRules) : []; // by how long it shall be
  const own = all(".rule .way:not(:nth-of-type(1)):has(:checked)", $("house-choices")).filter((way) =>
    !said.some((rule) => way.querySelector(`[name="rule ${rule}"]`))
  );
  $("house-told").textContent = own.map((way) => way.textContent).join(" · ") || tr("as in the book");
}

/**
 * What is chosen, by rule.
 * @type {() => Record<string, string>}
 */
export const houseRules = () =>
  Object.fromEntries(
    all("input:checked", $("house-choices")).map((way) => {
      const { name, value } = /** @type {HTMLInputElement} */ (way);
      return [name.replace("rule ", ""), value];
    }),
  );

$("house-choices").addEventListener("change", tellOwn);
