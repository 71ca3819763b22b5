// The box can be put away: then only a tab lies at its place, and cards are carried to the middle of the table. It comes back
// by itself as long as only the box can show or answer something.

import { $ } from "./dom.js";
import { remember, remembered } from "./remembering.js";
import { tr } from "./words.js";

/** @import { TableView } from "./views.d.ts" */

const KEPT_AS = "box", tab = $("put-away");
let needed = false, shelf = false;

// It would lie over the trick of a low phone, and leave a shelf no room on any.
const low = matchMedia("(width <= 26rem) and (height <= 38rem)"), phone = matchMedia("(width <= 40rem)");
const isInTheWay = () => low.matches || (shelf && phone.matches);
const isWantedAway = () => (remembered(KEPT_AS) ?? (isInTheWay() && "away")) === "away";
/** Whether no box lies on the table now. */
export const isAway = () => isWantedAway() && !needed;

/** The box comes where this view needs it, and goes again. @type {(view: TableView) => void} */
export function needsBox(view) {
  needed = view.needs_box;
  shelf = Boolean(view.table.shelf);
  lay();
}

function lay() {
  document.documentElement.classList.toggle("boxless", isAway());
  tab.hidden = needed;
  const says = isWantedAway() ? tr("Show the box") : tr("Put the box away");
  if (tab.textContent !== says) tab.title = tab.textContent = says;
}
lay();

tab.addEventListener("click", () => {
  remember(KEPT_AS, isWantedAway() ? "there" : "away");
  lay();
  document.dispatchEvent(new Event("redraw"));
});
