// The house rules of the next game: each a choice that says what it means.

import { $, all, make } from "./dom.js";
import { answerTo } from "./orders.js";

/** @import { HouseRuleTold, RulesTold } from "./views.d.ts" */

let shown = "", wanted = "";

/**
 * These are the house rules of this game, as soon as somebody looks at them.
 * @type {(game: string) => void}
 */
export function houseRulesFor(game) {
  wanted = game;
  if (game !== shown) $("house-choices").replaceChildren();
  shown = "";
  look();
}

async function look() {
  if (!$("house-rules").open || shown === wanted) return;
  shown = wanted;
  const [told, refused] = await answerTo(fetch(`/rules/${wanted}`));
  if (shown === wanted) $("house-choices").replaceChildren(...(told ? told.house.map(choice) : [refused]));
}

/** @type {(rule: HouseRuleTold) => HTMLElement} */
function choice({ name, meaning, values, value }) {
  const ways = values.map((one) => {
    const radio = Object.assign(make("input"), { type: "radio", name: `rule ${name}`, value: one.value });
    radio.checked = one.value === value;
    return make("label", "way", radio, make("span", "", one.label));
  });
  return make("fieldset", "rule", make("legend", "", meaning), ...ways);
}

/**
 * What was chosen, by rule; nothing: as they are at this table.
 * @type {() => Record<string, string>}
 */
export const houseRules = () =>
  Object.fromEntries(
    all("input:checked", $("house-choices")).map((way) => {
      const { name, value } = /** @type {HTMLInputElement} */ (way);
      return [name.replace("rule ", ""), value];
    }),
  );

$("house-rules").addEventListener("toggle", look);
