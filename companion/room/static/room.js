// The page in the room: the display, the buttons and the sound of a box that has none of its own.

import { keepAwake } from "./awake.js";
import { face } from "./cards.js";
import { $, make, say, within } from "./dom.js";
import { knobs } from "./knobs.js";
import { follow } from "./news.js";
import { Buzzer, Panel } from "./panel.js";
import { places } from "./places.js";
import { post } from "./requests.js";
import { tr } from "./words.js";

/** @import { EnrollingTold, FlashTold, PhoneTold, RoomView, TuneTold } from "./views.d.ts" */

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
  keepAwake(Boolean(board || enrolling));
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

/**
 * A guided run over a deck: the card whose tag comes next, large, and how far it is.
 * @type {(run: EnrollingTold) => HTMLElement[]}
 */
function due({ due: piece, done, of, undo }) {
  const bar = Object.assign(make("progress"), { max: of, value: done });
  const told = make("p", "done", tr("{n} of {all}", { n: done, all: of }));
  const back = make("p", "undo", undo && piece ? tr("▲ takes the last one back") : "");
  if (!piece) return [bar, told];
  const card = piece.face ? [face(piece.face, "suits", "")] : [];
  const name = make("p", "called", piece.called);
  return [...card, name, make("p", "remark", piece.remark), bar, told, back];
}

/**
 * The phone that is the reader: the code by which one is paired, or a button that takes it away.
 * @type {(told: PhoneTold | null) => void}
 */
function phone(told) {
  $("phone").hidden = !told;
  if (!told) return;
  $("code").hidden = !told.code;
  $("part").hidden = Boolean(told.code);
  const picture = `/phone.svg?${told.code}`;
  if (told.code && $("code").getAttribute("src") !== picture) $("code").setAttribute("src", picture);
  say(
    $("phone-said"),
    told.code
      ? tr("Scan it with an Android phone, the reader here. Chrome warns: Advanced, Proceed.")
      : tr("A phone is the reader."),
  );
}

// The four buttons, by finger, by the keys 1 to 4, and by the arrows.
/** @type {Record<string, string>} */
const KEYS = {
  ...{ 1: "BACK", 2: "UP", 3: "DOWN", 4: "OK" },
  ...{ ArrowLeft: "BACK", ArrowUp: "UP", ArrowDown: "DOWN", ArrowRight: "OK", Enter: "OK", Escape: "BACK" },
};
const LATE_MS = 5000;
let last = Promise.resolve();

/** When every press so far has arrived. */
export const arrival = () => last;

const sayLost = () => say($("trouble"), tr("The table does not answer."));

/** What was pressed in vain is not done when the table is back. @type {(name: string, down: boolean) => void} */
function send(name, down) {
  $("buttons").querySelector(`[value="${name}"]`)?.classList.toggle("down", down);
  const body = JSON.stringify({ button: name, down, number: now?.number ?? 0 }), until = Date.now() + LATE_MS;
  last = last.then(() => Date.now() < until ? post("/push", body) : Promise.reject()).then(
    ({ ok }) => ok ? say($("trouble"), now?.trouble ?? "") : sayLost(),
    sayLost,
  );
}

const press = knobs(send, KEYS, (at) => [make("kbd", "", at + 1)]);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !within(event, "button")) press(event);
});

$("sound").addEventListener("click", () => $("sound").setAttribute("aria-pressed", String(buzzer.toggle())));
$("full").hidden = !document.fullscreenEnabled;
$("full").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
});

$("leave").addEventListener("click", () => post("/leave", "{}")); // another page comes in place of this one
$("part").addEventListener("click", () => post("/part", "{}"));

follow(show, () => say($("trouble"), tr("The table does not answer. Trying again …")));
