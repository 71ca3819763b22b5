// An example that is watched, with a sentence for each line.

import { $ } from "./dom.js";
import { order } from "./orders.js";
import { openNew, wishes } from "./start.js";
import { tr } from "./words.js";

/** @import { TableView } from "./views.d.ts" */

const speed = $("speed");
let asks = false; // whether somebody will play

/** What is being watched in this view. @type {(view: TableView) => void} */
export function watches(view) {
  const begins = view.watching && $("watching").hidden;
  $("watching").hidden = !view.watching;
  asks = view.watching !== "shows";
  $("pause").textContent = asks ? tr("Watch on") : view.paused ? tr("Go on") : tr("Pause");
  $("pause").hidden = view.watching === "is over";
  $("step").hidden = asks;
  $("stop").textContent = asks ? tr("Play") : tr("Stop");
  if (begins) $("pause").focus();
  if (document.activeElement !== speed) speed.value = String(view.every);
}

speed.addEventListener("change", () => order({ do: "demonstrate", every: Number(speed.value) }));
for (const name of ["pause", "step"]) $(name).addEventListener("click", () => order({ do: name }));
$("stop").addEventListener("click", () => {
  openNew(true);
  if (asks) return $("deal").click(); // it says why, if it cannot be dealt
  order({ do: "demonstrate", every: 0 });
  order({ do: "choose", game: wishes().game });
});
$("watch-trick").addEventListener("click", () => {
  openNew(false);
  order({ do: "watch", ...wishes(), every: 5 });
});
