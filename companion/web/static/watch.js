// The table plays by itself: an example with a sentence for each line, or one sensible step after another.

import { $, find } from "./dom.js";
import { order } from "./orders.js";
import { asked, openNew } from "./start.js";
import { tr } from "./words.js";

/** @import { TableView } from "./views.d.ts" */

const PACES = [$("pace"), $("speed")];
let plays = false; // it is asked whether somebody will play

/**
 * What is being watched in this view.
 * @type {(view: TableView) => void}
 */
export function watches(view) {
  const begins = view.watching && $("watching").hidden;
  $("watching").hidden = !view.watching;
  const asks = view.watching !== "shows";
  $("pause").textContent = asks ? tr("Watch on") : view.paused ? tr("Go on") : tr("Pause");
  $("pause").hidden = view.watching === "is over";
  $("step").hidden = asks;
  $("stop").textContent = asks ? tr("Play") : tr("Stop");
  plays = asks;
  if (begins) $("pause").focus();
  for (const list of PACES) if (document.activeElement !== list) list.value = String(view.every);
}

/** @type {(more: object) => void} */
function watch(more) {
  openNew(false);
  $("drawer").close();
  order({ do: "watch", ...asked(), every: 5, ...more });
}

for (const list of PACES) {
  list.addEventListener("change", () => order({ do: "demonstrate", every: Number(list.value) }));
}
for (const name of ["pause", "step"]) $(name).addEventListener("click", () => order({ do: name }));
$("stop").addEventListener("click", () => plays ? openNew(true) : order({ do: "demonstrate", every: 0 }));
$("watch-trick").addEventListener("click", () => watch({}));
$("watch").addEventListener("click", () => {
  find(`[value="${$("example").value}"]`, $("games")).click(); // that game is dealt afterwards
  watch({ whole: true });
});
