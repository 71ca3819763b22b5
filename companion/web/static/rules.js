// The rules of a game: the aim, then page by page, what its words mean, then the house rules that hold. The page asks for it
// when somebody wants to read them.

import { opens } from "./dialogs.js";
import { $, make } from "./dom.js";
import { answerTo } from "./requests.js";
import { list } from "./scores.js";
import { tr } from "./words.js";

/** @import { HouseRuleTold, RulesTold } from "./views.d.ts" */

/**
 * Open the rules of this game: as it is played now, or under the house rules `chosen` for the next one.
 * @type {(name: string, chosen?: Record<string, string>) => Promise<void>}
 */
export async function tellRules(name, chosen = {}) {
  const [told, refused] = await answerTo(fetch(`/rules/${name}?${new URLSearchParams(chosen)}`));
  $("rules-title").textContent = told?.title ?? tr("Rules");
  $("rules-told").replaceChildren(...(told ? chapters(told) : [make("p", "", refused)]));
  if (!$("rules").open) opens($("rules"));
}

/** @type {(rules: RulesTold) => HTMLElement[]} */
function chapters({ aim, pages, words, house }) {
  /** @type {HTMLElement[]} */
  const told = [list("ol", pages)];
  if (aim) told.unshift(make("p", "lead", aim));
  if (words.length) told.push(make("h3", "", tr("What the words mean")), list("ul", words));
  if (house.length) told.push(make("h3", "", tr("House rules")), make("dl", "", ...house.flatMap(houseRule)));
  return told;
}

/** @type {(rule: HouseRuleTold) => HTMLElement[]} */
const houseRule = ({ meaning, values, value }) => [
  make("dt", "", meaning),
  make("dd", value === values[0].value ? "" : "differs", values.find((known) => known.value === value)?.label),
];
