// The rules of a game: the aim, then page by page, what its words mean, then the house rules that hold. The page asks for it
// when somebody wants to read them.

import { make } from "./dom.js";
import { list } from "./scores.js";
import { tr } from "./words.js";

/** @import { HouseRuleTold, RulesTold } from "./views.d.ts" */

/** @type {(rules: RulesTold) => HTMLElement[]} */
export function chapters({ aim, pages, words, house }) {
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
