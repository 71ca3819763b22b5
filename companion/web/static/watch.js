// The table plays by itself: an example, or one step after another.

import { $ } from "./dom.js";
import { order } from "./orders.js";
import { openNew } from "./start.js";

const EASY_S = 2.5;
let now = null;

/** What is being watched in this view. */
export function watches(view) {
  now = view;
  $("watch").textContent = view.watching ? "Stop" : view.parks ? "Park it, and watch" : "Watch";
  if (document.activeElement !== $("pace")) $("pace").value = String(view.every);
}

$("pace").addEventListener("change", () => order({ do: "demonstrate", every: Number($("pace").value) }));
$("watch").addEventListener("click", () => {
  if (now.watching) return order({ do: "demonstrate", every: 0 });
  openNew(false);
  order({ do: "watch", game: $("example").value, every: Number($("pace").value) || EASY_S });
});
