// Playing ahead: a short list beside Next, and in its place a button that stops what was chosen.

import { $ } from "./dom.js";
import { order } from "./orders.js";
import { tr } from "./words.js";

const opener = $("ahead"), list = $("jumps");
const NAMES = { open: tr("Play ahead"), stop: tr("Stop") };
let jumping = false;

/** What can be played ahead in this view, and whether it is just now. */
export function jumps(view) {
  jumping = view.jumps;
  const { tricks, seats, turn } = view.table;
  list.querySelector("[value=trick]").hidden = !tricks;
  list.querySelector("[value=my-turn]").hidden = Boolean(turn?.some((seat) => !seats[seat].rack));
  opener.classList.toggle("stops", jumping);
  const name = jumping ? NAMES.stop : NAMES.open;
  if (opener.title !== name) {
    opener.title = name;
    opener.querySelector(".word").textContent = name;
    opener.setAttribute("aria-label", name);
  }
}

function open(opens) {
  list.hidden = !opens;
  opener.setAttribute("aria-expanded", opens);
}

opener.addEventListener("click", () => {
  if (jumping) return order({ do: "demonstrate", every: 0 });
  open(list.hidden);
  if (!list.hidden) list.querySelector("button:not([hidden])").focus();
});
list.addEventListener("click", ({ target }) => {
  if (!target.value) return;
  open(false);
  opener.focus(); // it stops what begins now
  order({ do: target.value });
});
// Escape closes it and is no button of the box then; whoever goes on elsewhere closes it, too.
document.addEventListener("keydown", (event) => {
  if (list.hidden || event.key !== "Escape") return;
  event.stopImmediatePropagation();
  event.preventDefault();
  open(false);
  opener.focus();
}, { capture: true });
const leaves = ({ target }) => !target.closest("#jumps, #ahead") && open(false);
for (const name of ["pointerdown", "focusin"]) document.addEventListener(name, leaves);
