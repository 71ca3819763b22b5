// The four buttons of the box, by pointer and by key, and the keys that walk along the cards.

import { all, first, within } from "./dom.js";
import { knobs } from "./knobs.js";
import { order } from "./orders.js";

/** @type {Record<string, string>} */
const KEYS = { ArrowUp: "UP", ArrowDown: "DOWN", Enter: "OK", Escape: "BACK" };

const press = knobs((name, down) => order({ do: "push", button: name, down }), KEYS);

/** What Escape closes while it is open. @type {[isOpen: () => unknown, close: () => void][]} */
export const closers = [];

document.addEventListener("keydown", (event) => {
  if (first("dialog:modal")) return; // its keys are its own: Escape closes it
  const [, close] = closers.find(([isOpen]) => event.key === "Escape" && isOpen()) ?? [];
  if (close) return close();
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") return walk(event);
  const own = within(event, "input, select, button, summary, a");
  if (!own || (event.key !== "Enter" && !own.matches("select, input"))) press(event);
});

// A card that a key has laid lets go of the keys: Enter is OK on the box again, and left or right go to the cards. One
// that a key has marked keeps them: the next one is marked, too.
document.addEventListener("click", (event) => {
  const card = within(event, ".holds:not([aria-pressed]), .stack, :is(#answers, #onwards) button:not(#hint, #lay)");
  if (event.detail === 0 && card && card === document.activeElement) card.blur();
});

/**
 * Left and right go along the stack, the cards and what lays the marked ones; from elsewhere to what is played next.
 * @type {(event: KeyboardEvent) => void}
 */
function walk(event) {
  const cards = all(
    ".stack:not([aria-disabled]), #others .holds:not([aria-disabled]), #centre .holds, :is(#answers, #onwards) button:not([hidden], #hint), #own .holds:not([tabindex='-1'])",
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
