// The four buttons, by finger, by the keys 1 to 4, and by the arrows.

import { $, make, within } from "./dom.js";
import { knobs } from "./knobs.js";
import { post } from "./requests.js";

/** @type {Record<string, string>} */
const KEYS = {
  ...{ 1: "BACK", 2: "UP", 3: "DOWN", 4: "OK" },
  ...{ ArrowLeft: "BACK", ArrowUp: "UP", ArrowDown: "DOWN", ArrowRight: "OK", Enter: "OK", Escape: "BACK" },
};
let last = Promise.resolve();

/** When every press so far has arrived. */
export const arrived = () => last;

/**
 * Set the buttons up. `seen` is the number of the picture that stands on the panel; `lost` is called where no press arrives.
 * @type {(seen: () => number, lost: () => void) => void}
 */
export function pushes(seen, lost) {
  /** @type {(name: string, down: boolean) => void} */
  function send(name, down) {
    $("buttons").querySelector(`[value="${name}"]`)?.classList.toggle("down", down);
    const body = JSON.stringify({ button: name, down, number: seen() });
    last = last.then(() => post("/push", body)).then((answer) => answer.ok || lost(), lost).then(() => {});
  }
  const press = knobs(send, KEYS, (at) => [make("kbd", "", at + 1)]);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !within(event, "button")) press(event);
  });
}
