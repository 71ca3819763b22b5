// Kiosk: the page on a tablet propped up beside the table. Large, dim, awake, and nothing burns in.

import { keepAwake } from "./awake.js";
import { $ } from "./dom.js";

/** @import { PhoneView } from "./views.d.ts" */

const SHIFTS = [[0, 0], [3, 2], [-2, 4], [-4, -2], [2, -4], [4, 3], [-3, 0], [0, -3]];
let steps = -1;

/** Begin as the address says. */
export function begin() {
  if (new URLSearchParams(location.search).has("kiosk")) enter();
  $("beside").addEventListener("click", () => {
    enter();
    document.documentElement.requestFullscreen?.().catch(() => {});
  });
  $("leave").addEventListener("click", leave);
}

function enter() {
  document.documentElement.dataset.kiosk = "";
  history.replaceState(null, "", "/?kiosk");
  keepAwake(true);
  dispatchEvent(new Event("kiosk"));
}

function leave() {
  delete document.documentElement.dataset.kiosk;
  history.replaceState(null, "", "/");
  keepAwake(false);
  if (document.fullscreenElement) document.exitFullscreen();
}

/** After each deal or turn everything stands a few pixels elsewhere. @type {(view: PhoneView) => void} */
export function shift(view) {
  const now = view.curve?.points.length ?? 0;
  if (now === steps) return;
  steps = now;
  const [x, y] = SHIFTS[now % SHIFTS.length];
  document.body.style.setProperty("--x", `${x}px`);
  document.body.style.setProperty("--y", `${y}px`);
}
