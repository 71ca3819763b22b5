// A row of tabs: a click chooses one, the arrows go along them. The tab NAME is "show-NAME", its panel "NAME".

import { $ } from "./dom.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Have these tabs call `chooses` with the name of the one that somebody chooses.
 * @type {(names: string[], chooses: (name: string) => void) => void}
 */
export function tabs(names, chooses) {
  for (const [place, name] of names.entries()) {
    $(`show-${name}`).addEventListener("click", () => chooses(name));
    $(`show-${name}`).addEventListener("keydown", ({ key }) => {
      if (!STEPS[key]) return;
      const next = names[(place + STEPS[key] + names.length) % names.length];
      chooses(next);
      $(`show-${next}`).focus();
    });
  }
}

/** Show the panel of a tab, and no other. @type {(names: string[], shown: string) => void} */
export function showTab(names, shown) {
  for (const name of names) {
    $(name).hidden = name !== shown;
    $(`show-${name}`).ariaSelected = String(name === shown);
    $(`show-${name}`).tabIndex = name === shown ? 0 : -1;
  }
}
