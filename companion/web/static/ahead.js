// Playing ahead: a short list beside Next, and in its place a button that stops what was chosen.

import { closers } from "./buttons.js";
import { $, find, first, within } from "./dom.js";
import { order } from "./orders.js";
import { tr } from "./words.js";

/** @import { TableView } from "./views.d.ts" */

const opener = $("ahead"), list = $("jumps");
let jumping = false;

/** What can be played ahead in this view, and whether it is just now. @type {(view: TableView) => void} */
export function jumps(view) {
  jumping = view.jumps;
  for (const choice of list.querySelectorAll("button")) choice.hidden = !view.ahead.includes(choice.value);
  opener.disabled = !jumping && !view.ahead.length;
  if (opener.disabled) open(false);
  opener.classList.toggle("stops", jumping);
  const name = jumping ? tr("Stop") : tr("Play ahead");
  if (opener.title !== name) opener.title = opener.ariaLabel = find(".word", opener).textContent = name;
}

/** @type {(opens: boolean) => void} */
function open(opens) {
  list.hidden = !opens;
  opener.ariaExpanded = String(opens);
}

opener.addEventListener("click", () => {
  if (jumping) return order({ do: "demonstrate", every: 0 });
  const opens = list.hidden;
  open(Boolean(opens));
  if (opens) first("button:not([hidden])", list)?.focus();
});
list.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  open(false);
  opener.focus(); // it stops what begins now
  order({ do: target.value });
});
closers.push([() => !list.hidden, () => {
  open(false);
  opener.focus();
}]);
// Going on elsewhere closes it, too.
for (const name of ["pointerdown", "focusin"]) {
  document.addEventListener(name, (event) => within(event, "#jumps, #ahead") || open(false));
}
