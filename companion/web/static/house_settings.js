// What the host chooses: names, sounds, house rules, which the settings file has; and the house rules of the next game.

import { $, all, make } from "./dom.js";
import { answerTo, post } from "./requests.js";
import { recall, remember } from "./remembering.js";
import { tr } from "./words.js";

/** @import { GameTile, HouseRuleTold, SettingChoice, SettingChoices } from "./views.d.ts" */

/** @type {WeakMap<HTMLElement, (value: any) => void>} */
const fills = new WeakMap(); // by field: what writes a value into it
let built = "", last = Promise.resolve();

$("house").addEventListener("toggle", () => $("house").open && ask(fetch("/settings")));

/** @type {(asked: Promise<Response>, said?: string) => Promise<void>} */
async function ask(asked, said = "") {
  const [told, refused] = await answerTo(asked);
  if (told) show(told);
  $("house-said").textContent = refused || [said, said && told.undrawn].filter(Boolean).join(" ");
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
  const groups = [...Map.groupBy(choices, ({ title }) => title)];
  $("choices").replaceChildren(
    ...groups.map(([title, several]) => make("fieldset", "", make("legend", "", title), ...several.map(row))),
  );
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

/**
 * A field that shows a value of this choice, and reads the one that is chosen in it.
 * @type {(field: HTMLInputElement | HTMLSelectElement, choice: SettingChoice, shows: (value: any) => string, reads: () => SettingChoice["value"]) => HTMLElement}
 */
function choosing(field, { key }, shows, reads) {
  fills.set(field, (value) => (field.value = shows(value)));
  field.addEventListener("change", () => {
    const chosen = JSON.stringify({ key, value: reads() });
    const send = () => ask(post("/settings", chosen), tr("Kept."));
    last = last.then(send, send); // an earlier choice comes after no later one
  });
  return field;
}

/** @type {(choice: SettingChoice) => HTMLElement} */
function several(choice) {
  const { values, labels } = choice;
  const options = values.map((value, place) => new Option(YES_OR_NO[value] ?? labels[place], String(place)));
  const field = make("select", "", ...options);
  return choosing(field, choice, (value) => String(values.indexOf(value)), () => values[Number(field.value)]);
}

/** @type {(choice: SettingChoice) => HTMLElement} */
function number(choice) {
  const field = Object.assign(make("input"), { type: "number", min: "0" });
  return choosing(field, choice, String, () => field.valueAsNumber);
}

/** @type {(choice: SettingChoice) => HTMLElement} */
function names(choice) {
  const field = Object.assign(make("input"), { placeholder: "Ann, Bob, Cid" });
  const list = () => field.value.split(",").map((name) => name.trim()).filter(Boolean);
  return choosing(field, choice, (value) => value.join(", "), list);
}

const KEPT_AS = "length";
/** @type {GameTile | null} */
let game = null;

/**
 * Ask for the house rules of this game as they are at this table. Those about its length are not folded away.
 * @type {(chosen: GameTile) => Promise<void>}
 */
export async function houseRulesFor(chosen) {
  game = chosen;
  for (const id of ["length", "house-choices"]) $(id).replaceChildren(); // those of another game are nothing to this one
  const [told, refused] = await answerTo(fetch(`/rules/${chosen.name}`));
  if (game !== chosen) return; // another tile was chosen meanwhile
  /** @type {HouseRuleTold[]} */
  const house = told?.house ?? [];
  const others = house.filter((rule) => !isLength(rule));
  $("length").replaceChildren(...house.filter(isLength).map(ruleToChoose));
  $("house-choices").replaceChildren(...(told ? others.map(ruleToChoose) : [refused]));
  $("house-rules").hidden = told && !others.length;
  tellOwn();
}

/** @type {(rule: { name: string }) => boolean} */
const isLength = ({ name }) => name === "target" || name in (game?.short ?? {});

/**
 * A short game first, unless this browser has chosen a whole one, or the house has a rule of its own about it.
 * @type {(rule: HouseRuleTold) => HTMLElement}
 */
function ruleToChoose({ name, meaning, values, value }) {
  const { short = {}, short_minutes: few, minutes } = game ?? {}, whole = values[0].value;
  const first = value === whole && recall(KEPT_AS) !== "whole" ? short[name] ?? value : value;
  const lasts = name in short ? { [whole]: minutes, [short[name]]: few } : {};
  const inOrder = values.toSorted((one, other) =>
    isLength({ name }) ? Number(one.value) - Number(other.value) || 0 : 0
  );
  const ways = inOrder.map((way) => {
    const radio = Object.assign(make("input"), { type: "radio", name: `rule ${name}`, value: way.value });
    radio.checked = way.value === first;
    const n = lasts[way.value], told = n && make("small", "small", ` ${tr("{minutes} minutes", { minutes: n })}`);
    return make("label", way.value === whole ? "way whole" : "way", radio, make("span", "", way.label, told));
  });
  return make("fieldset", "rule", make("legend", "", meaning), ...ways);
}

$("length").addEventListener("change", ({ target }) => {
  const way = /** @type {HTMLInputElement} */ (target), short = game?.short?.[way.name.replace("rule ", "")];
  if (way.value === short) remember(KEPT_AS, "short");
  else if (short && way.matches(".whole *")) remember(KEPT_AS, "whole");
});

/** What is not as in the book is read while the choices are closed. */
function tellOwn() {
  const own = all(".way:not(:nth-of-type(1)):has(:checked)", $("house-choices"));
  $("house-told").textContent = own.map((way) => way.textContent).join(" · ") || tr("as in the book");
}

/** @type {() => Record<string, string>} */
export const houseRules = () =>
  Object.fromEntries(
    all('[name^="rule "]:checked').map((way) => {
      const { name, value } = /** @type {HTMLInputElement} */ (way);
      return [name.replace("rule ", ""), value];
    }),
  );

$("house-choices").addEventListener("change", tellOwn);
