// What stands out at the table: one short sentence on the box for a moment, which nobody needs to close.

import { $ } from "./dom.js";
import { plain } from "./words.js";

/** @import { MomentTold, MomentsTold, TableView } from "./views.d.ts" */

/** By pace: so long a moment stands, half as long while another one waits. */
const STAYS_MS = { slow: 3200, normal: 2600, fast: 1400, "at once": 1400 };
let timer = 0, since = -Infinity, stays = STAYS_MS.normal;
/** @type {MomentsTold | null} */
let seen = null; // those of the last view
/** @type {MomentTold[]} */
let waiting = []; // those that came together, or while another one was read

/** @type {(moments: MomentsTold) => number} */
const last = ({ latest }) => latest.at(-1)?.number ?? 0;

/**
 * Show all that stands out and is new since the last view of this match. Returns what is to be said of it aloud.
 * @type {(view: TableView) => string}
 */
export function standsOut({ moments, pace }) {
  stays = STAYS_MS[pace];
  const before = seen, same = before && before.record === moments?.record;
  seen = moments;
  const fresh = same ? moments.latest.filter(({ number }) => number > before.number) : [];
  if (!same || last(moments) < last(before)) { // it was taken back, or another deal or match began
    waiting = [];
    $("moment").hidden = true;
  }
  waiting.push(...fresh);
  if (fresh.length) goesOn();
  return fresh.map(({ aloud }) => aloud).filter(Boolean).join(" ");
}

/** Show the next one as soon as the one that stands there was read; the last one stays a while longer. */
function goesOn() {
  const shown = $("moment"), left = stays / 2 - (performance.now() - since);
  clearTimeout(timer);
  if (shown.hidden || left <= 0) {
    const next = waiting.shift();
    shown.hidden = !next;
    shown.textContent = plain(next?.text ?? "");
    $("moment-told").textContent = next && !$("remark").textContent.includes(plain(next.text)) ? next.text : "";
    since = performance.now();
    if (next) timer = setTimeout(goesOn, waiting.length ? stays / 2 : stays);
  } else timer = setTimeout(goesOn, left);
}
