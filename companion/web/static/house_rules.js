// The house rules of the next game: each a choice that says what it means.

import { $, all, make } from "./dom.js";
import { answerTo } from "./posts.js";
import { tr } from "./words.js";

/** @import { HouseRuleTold, RulesTold } from "./views.d.ts" */

let wanted = "";

/**
 * Ask for the house rules of this game as they are at this table.
 * @type {(game: string) => Promise<void>}
 */
export async function houseRulesFor(game) {
  wanted = game;
  $("house-choices").replaceChildren(); // those of another game are nothing to this one
  const [told, refused] = await answerTo(fetch(`/rules/${game}`));
  if (game !== wanted) return; // another tile was chosen meanwhile
  $("house-choices").replaceChildren(...(told ? told.house.map(choice) : [refused]));
  $("house-rules").hidden = told && !told.house.length;
  tellOwn();
}

/** @type {(rule: HouseRuleTold) => HTMLElement} */
function choice({ name, meaning, values, value }) {
  const ways = values.map((way) => {
    const radio = Object.assign(make("input"), { type: "radio", name: `rule ${name}`, value: way.value });
    radio.checked = way.value === value;
    return make("label", "way", radio, make("span", "", way.label));
  });
  return make("fieldset", "rule", make("legend", "", meaning), ...ways);
}

/** What is not as in the book is read while the choices are closed. */
function tellOwn() {
  const own = all(".rule .way:not(:nth-of-type(1)):has(:checked)", $("house-choices"));
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
