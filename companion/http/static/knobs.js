// The four buttons of the box, pushed by a pointer, by a screen reader, and by keys.

import { $, button, make, withLabel } from "./dom.js";
import { tr } from "./words.js";

/** @type {[string, string][]} */
const KNOBS = [["BACK", "↩"], ["UP", "▲"], ["DOWN", "▼"], ["OK", "●"]];
/** @type {Set<string>} */
const held = new Set();

/**
 * Draw the buttons, each with what it has `more`, and `send` when one goes down or comes up. Returns what a key that goes down does.
 * @type {(
 *   send: (name: string, down: boolean) => void,
 *   keys: Record<string, string>,
 *   more?: (at: number) => HTMLElement[],
 * ) => (event: KeyboardEvent) => void}
 */
export function knobs(send, keys, more = () => []) {
  /** @type {(name: string, down: boolean) => void} */
  function push(name, down) {
    if (down === held.has(name)) return;
    if (down) held.add(name);
    else held.delete(name);
    send(name, down);
  }

  KNOBS.forEach(([name, arrow], at) => {
    /** @type {(event: MouseEvent) => void} */
    const click = ({ detail }) => {
      if (detail > 0 || held.has(name)) return; // by a pointer; here it is a key or a screen reader
      for (const down of [true, false]) push(name, down);
    };
    const knob = button("knob", "", click, make("span", "sign", arrow), make("span", "word", name), ...more(at));
    knob.value = name;
    knob.addEventListener("pointerdown", (event) => {
      knob.setPointerCapture(event.pointerId);
      push(name, true);
    });
    for (const end of ["pointerup", "pointercancel"]) knob.addEventListener(end, () => push(name, false));
    knob.addEventListener("contextmenu", (event) => event.preventDefault());
    $("buttons").append(withLabel(knob, tr("{name}, a button of the box", { name })));
  });
  document.addEventListener("keyup", ({ key }) => keys[key] && push(keys[key], false));
  addEventListener("blur", () => [...held].forEach((name) => push(name, false)));
  return (event) => {
    const name = keys[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) push(name, true);
  };
}
