// The four buttons, by finger, by the keys 1 to 4, and by the arrows.

import { $, button, labelled, make, within } from "./dom.js";
import { post } from "./requests.js";
import { tr } from "./words.js";

/** @type {[string, string][]} */
const BUTTONS = [["BACK", "↩"], ["UP", "▲"], ["DOWN", "▼"], ["OK", "●"]];
/** @type {Record<string, string>} */
const KEYS = {
  ...{ 1: "BACK", 2: "UP", 3: "DOWN", 4: "OK" },
  ...{ ArrowLeft: "BACK", ArrowUp: "UP", ArrowDown: "DOWN", ArrowRight: "OK", Enter: "OK", Escape: "BACK" },
};
/** @type {Set<string>} */
const held = new Set();
let last = Promise.resolve();

/** When every press so far has arrived. */
export const arrived = () => last;

/**
 * Set the buttons up. `seen` is the number of the picture that stands on the panel; `lost` is called where no press arrives.
 * @type {(seen: () => number, lost: () => void) => void}
 */
export function pushes(seen, lost) {
  /** @type {(name: string, down: boolean) => void} */
  function push(name, down) {
    if (down === held.has(name)) return;
    if (down) held.add(name);
    else held.delete(name);
    $("buttons").querySelector(`[value="${name}"]`)?.classList.toggle("down", down);
    const body = JSON.stringify({ button: name, down, number: seen() });
    last = last.then(() => post("/push", body)).then((answer) => answer.ok || lost(), lost).then(() => {});
  }

  BUTTONS.forEach(([name, drawn], at) => {
    /** @type {(event: MouseEvent) => void} */
    const clicked = ({ detail }) => {
      if (detail > 0 || held.has(name)) return; // by a pointer; here it is a key or a screen reader
      for (const down of [true, false]) push(name, down);
    };
    const knob = button("knob", "", clicked, make("b", "", drawn), make("span", "", name), make("kbd", "", at + 1));
    knob.value = name;
    knob.addEventListener("pointerdown", (event) => {
      knob.setPointerCapture(event.pointerId);
      push(name, true);
    });
    for (const end of ["pointerup", "pointercancel"]) knob.addEventListener(end, () => push(name, false));
    knob.addEventListener("contextmenu", (event) => event.preventDefault());
    $("buttons").append(labelled(knob, tr("{name}, a button of the box", { name })));
  });

  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" && within(event, "button")) return;
    event.preventDefault();
    if (!event.repeat) push(name, true);
  });
  document.addEventListener("keyup", (event) => {
    const name = KEYS[event.key];
    if (name) push(name, false);
  });
  addEventListener("blur", () => [...held].forEach((name) => push(name, false)));
}
