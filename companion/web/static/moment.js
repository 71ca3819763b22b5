// What stands out at the table: one short sentence on the box for a moment, which nobody needs to close.

import { $ } from "./dom.js";

/** @import { TableView } from "./views.d.ts" */

const STAYS_MS = 2600;
let last = 0, timer = 0;

/**
 * Show what stands out in this view if it is new; nothing of the `first` view is. Returns what is to be said of it aloud.
 * @type {(view: TableView, first: boolean) => string}
 */
export function standsOut({ moment }, first) {
  const before = last;
  last = moment?.number ?? 0;
  const shown = $("moment");
  if (last < before) shown.hidden = true; // it was taken back
  if (first || !moment || last <= before) return "";
  shown.textContent = moment.text;
  shown.hidden = false;
  $("moment-told").textContent = moment.aloud;
  clearTimeout(timer);
  timer = setTimeout(() => {
    shown.hidden = true;
    $("moment-told").textContent = "";
  }, STAYS_MS);
  return moment.aloud;
}
