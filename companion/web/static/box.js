// The box: its display, light and tone, what lies on its reader, and that it can be put away.
//
// Put away, only a tab lies at its place, and cards are carried to the middle of the table. It comes back by itself as long as
// only the box can show or answer something.

import { back } from "./cards.js";
import { $, all, copy, find, first, make, redraw, withLabel } from "./dom.js";
import { arrives_s } from "./motion.js";
import { Buzzer, Panel, shine } from "./panel.js";
import { recall, remember } from "./remembering.js";
import { tr } from "./words.js";

/** @import { TableView } from "./views.d.ts" */

const panel = new Panel($("panel"));
const buzzer = new Buzzer();

/** @type {(view: TableView) => void} */
export function showBox({ box, lying }) {
  panel.show(box.glass, box.contrast);
  shine($("lamp"), box.light);
  buzzer.play(box.tone, lying.length ? arrives_s() : 0);
  $("box").classList.toggle("off", !box.powered);
  for (const knob of $("buttons").querySelectorAll("button")) {
    knob.classList.toggle("down", box.down.includes(knob.value));
  }
  const label = tr("The display: {said}", { said: box.said.join(". ") });
  if ($("panel").ariaLabel !== label) $("panel").ariaLabel = label;
}

$("sound").addEventListener("click", () => ($("sound").ariaPressed = String(buzzer.toggle())));
$("colour").addEventListener("change", () => {
  panel.two = $("colour").value === "two";
  redraw();
});

const KEPT_AS = "box", tab = $("put-away");
let needed = false, shelf = false;

// It would lie over the trick of a low phone, or over what is asked there in larger print, and leave a shelf no room.
const phone = matchMedia("(width <= 40rem)");
const LOW = "(width <= 26rem) and (height <= 38rem), (height <= 22rem)";
const LOW_FOR_LARGER_PRINT = "(height <= 25rem), (width <= 26rem) and (height <= 42rem)";
const isLow = () => matchMedia(document.body.classList.contains("print") ? LOW_FOR_LARGER_PRINT : LOW).matches;
const isInTheWay = () => isLow() || (shelf && phone.matches);
const isWantedAway = () => (recall(KEPT_AS) ?? (isInTheWay() && "away")) === "away";
/** Whether no box lies on the table now. */
const isAway = () => isWantedAway() && !needed;

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
addEventListener("resize", () => {
  const lies = !document.documentElement.classList.contains("boxless");
  if (lies === isAway()) redraw();
});

tab.addEventListener("click", () => {
  remember(KEPT_AS, isWantedAway() ? "there" : "away");
  lay();
  redraw();
});

/** @type {Map<string, HTMLElement>} */
let seen = new Map(); // the cards at the table, as they were drawn last
const NO_CARDS = ["PASS", "NIL", "UNDO", "OK", "sticker"];

/**
 * Draw what lies on the reader, and leave its place at the table empty meanwhile. Without a box cards go straight to theirs.
 * @type {(view: TableView) => void}
 */
export function showLying(view) {
  for (const card of all(".away")) card.classList.remove("away");
  const unread = view.table.deal === "scan" || view.table.deal === "draw"; // these are laid face down
  const tags = [...NO_CARDS, ...view.tags];
  const lying = isAway() ? [] : view.lying;
  const made = lying.map((word) => tags.includes(word) ? make("span", "chip", word) : card(word, unread));
  $("lying").replaceChildren(...made);
  seen = new Map(all("[data-word], [data-lying]").map((card) => [card.dataset.word ?? card.dataset.lying ?? "", card]));
  $("reader").classList.toggle("full", view.lying.length > 0);
  $("reader-spot").textContent = view.needs_box && view.lying.length ? tr("Pick up") : tr("Reader");
}

/** @type {(word: string, down: boolean) => HTMLElement} */
function card(word, down) {
  const own = first(`[data-word="${CSS.escape(word)}"]`);
  own?.classList.add("away");
  const open = down ? undefined : own ?? seen.get(word);
  const made = make("span", "", open ? copy(find(".card", open)) : back());
  made.dataset.lying = word;
  return withLabel(made, open?.ariaLabel ?? tr("a card, face down"), "img");
}
