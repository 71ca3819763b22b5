// The table plays by itself: an example with a sentence for each line, or one sensible step after another.

import { $ } from "./dom.js";
import { order } from "./orders.js";
import { asked, openNew } from "./start.js";
import { tr } from "./words.js";

/** What is being watched in this view. */
export function watches(view) {
  const begins = view.watching && $("watching").hidden;
  $("watching").hidden = !view.watching;
  $("pause").textContent = view.paused ? tr("Go on") : tr("Pause");
  if (begins) $("pause").focus();
  for (const name of ["pace", "speed"]) if (document.activeElement !== $(name)) $(name).value = String(view.every);
}

function watch(more) {
  openNew(false);
  $("drawer").close();
  order({ do: "watch", ...asked(), every: 5, ...more });
}

for (const name of ["pace", "speed"]) {
  $(name).addEventListener("change", () => order({ do: "demonstrate", every: Number($(name).value) }));
}
for (const name of ["pause", "step"]) $(name).addEventListener("click", () => order({ do: name }));
$("stop").addEventListener("click", () => order({ do: "demonstrate", every: 0 }));
$("watch-trick").addEventListener("click", () => watch({}));
$("watch").addEventListener("click", () => {
  $("games").querySelector(`[value="${$("example").value}"]`).click(); // that game is dealt afterwards
  watch({ whole: true });
});
