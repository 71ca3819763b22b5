// The page in the room: the display, the buttons and the sound of a box that has none of its own.

import { $, say } from "./dom.js";
import { due } from "./due.js";
import { phone } from "./phone_code.js";
import { follow } from "./news.js";
import { Buzzer, Panel } from "./panel.js";
import { places } from "./places.js";
import { post } from "./requests.js";
import { pushes } from "./pushes.js";
import { tr } from "./words.js";

/** @import { FlashTold, RoomView, TuneTold } from "./views.d.ts" */

const panel = new Panel($("panel"));
const buzzer = new Buzzer();
/** @type {RoomView | null} */
let now = null;
/** @type {number | undefined} */
let dark;

/** @type {(view: RoomView) => void} */
function show(view) {
  const before = now;
  now = view;
  panel.show(view.glass, view.contrast);
  if (before && view.tune.number > before.tune.number) play(view.tune);
  if (before && view.flash.number > before.flash.number) flash(view.flash);
  say($("trouble"), view.trouble);
  say($("refused"), view.refused);
  say($("asked"), view.asked);
  $("asked").classList.toggle("long", view.asked.length > 120);
  phone(view.phone);
  $("leave").hidden = !view.leaves;
  const { enrolling } = view, board = enrolling ? null : view.board;
  document.body.dataset.shows = board ? "table" : enrolling ? "due" : "box";
  $("table").hidden = !board;
  $("due").hidden = !enrolling;
  if (board) $("table").replaceChildren(...places(board));
  if (enrolling) $("due").replaceChildren(...due(enrolling));
}

/** @type {(tune: TuneTold) => void} */
function play({ notes }) {
  let after_s = 0;
  for (const [hz, ms] of notes) {
    buzzer.play(hz, after_s);
    after_s += ms / 1000;
  }
  buzzer.play(0, after_s);
}

/** @type {(light: FlashTold) => void} */
function flash({ rgb, ms }) {
  clearTimeout(dark);
  document.body.style.setProperty("--glow", `rgb(${rgb.join(" ")})`);
  if (ms) dark = setTimeout(() => document.body.style.removeProperty("--glow"), ms);
}

$("sound").addEventListener("click", () => $("sound").setAttribute("aria-pressed", String(buzzer.toggle())));
$("full").hidden = !document.fullscreenEnabled;
$("full").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
});

$("leave").addEventListener("click", () => post("/leave", "{}")); // another page comes in place of this one

pushes(() => now?.number ?? 0, () => say($("trouble"), tr("The table does not answer.")));
follow(show, () => say($("trouble"), tr("The table does not answer. Trying again …")));
