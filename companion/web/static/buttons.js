// The four buttons of the box, by pointer and by key, and the keys that walk along the cards.

import { $, all, button, first, labelled, make, within } from "./dom.js";
import { order } from "./orders.js";
import { tr } from "./words.js";

/** @type {Record<string, string>} */
const KEYS = { ArrowUp: "UP", ArrowDown: "DOWN", Enter: "OK", Escape: "BACK" };
/** @type {Record<string, string>} */
const SIGNS = { BACK: "↩", UP: "▲", DOWN: "▼", OK: "●" };
/** @type {Set<string>} */
const held = new Set();

/** @type {(name: string, down: boolean) => void} */
function push(name, down) {
  if (down === held.has(name)) return;
  if (down) held.add(name);
  else held.delete(name);
  order({ do: "push", button: name, down });
}

for (const name of ["BACK", "UP", "DOWN", "OK"]) {
  /** @type {(event: MouseEvent) => void} */
  const clicked = ({ detail }) => {
    if (detail > 0 || held.has(name)) return; // by a pointer; here it is a key or a screen reader
    for (const down of [true, false]) push(name, down);
  };
  const knob = button("knob", "", clicked, make("span", "sign", SIGNS[name]), make("span", "word", name));
  knob.value = name;
  knob.addEventListener("pointerdown", (event) => {
    knob.setPointerCapture(event.pointerId);
    push(name, true);
  });
  for (const end of ["pointerup", "pointercancel"]) knob.addEventListener(end, () => push(name, false));
  knob.addEventListener("contextmenu", (event) => event.preventDefault());
  $("buttons").append(labelled(knob, tr("{name}, a button of the box", { name })));
}

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog:modal")) return; // its keys are its own: Escape closes it
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") return walk(event);
  const name = KEYS[event.key];
  if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
  const own = within(event, "input, select, button, summary, a");
  if (own && (event.key === "Enter" || own.matches("select, input"))) return;
  event.preventDefault();
  if (!event.repeat) push(name, true);
});
document.addEventListener("keyup", (event) => {
  const name = KEYS[event.key];
  if (name && held.has(name)) push(name, false);
});
window.addEventListener("blur", () => [...held].forEach((name) => push(name, false)));

// A card that a key has laid lets go of the keys: Enter is OK on the box again, and left or right go to the cards. One
// that a key has marked keeps them: the next one is marked, too.
document.addEventListener("click", (event) => {
  const card = within(event, ".holds:not([aria-pressed]), .stack, :is(#answers, #onwards) button:not(#hint)");
  if (event.detail === 0 && card && card === document.activeElement) card.blur();
});

/**
 * Left and right go along the stack, the cards and what lays the marked ones; from elsewhere to what is played next.
 * @type {(event: KeyboardEvent) => void}
 */
function walk(event) {
  const cards = all(
    ".stack:not([aria-disabled]), #others .holds, #centre .holds, :is(#answers, #onwards) button:not([hidden], #hint), #own .holds",
  );
  const at = cards.findIndex((card) => card === document.activeElement);
  const own = document.activeElement?.closest("input, select, summary, a, .sheet, #looked, dialog");
  if (!cards.length || (at < 0 && own)) return;
  event.preventDefault();
  if (at < 0) {
    return (first(".stack:not([aria-disabled])") ?? first(".turn .holds:not([aria-disabled])") ?? cards[0]).focus();
  }
  cards[(at + (event.key === "ArrowRight" ? 1 : cards.length - 1)) % cards.length].focus();
}
