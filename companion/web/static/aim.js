// The name of the card that is aimed at: after a moment at its foot, where it hides no button; at once above a finger.

import { elementAt, find, first, make, within } from "./dom.js";

const AFTER_MS = 450, EDGE_PX = 6;
const name = make("div", "name");
name.setAttribute("aria-hidden", "true");
name.hidden = true;
document.body.append(name);
let timer = 0;

/**
 * Show what this card is called, above a finger or at the card's foot.
 * @type {(one: HTMLElement, atFoot?: boolean) => void}
 */
export function tell(one, atFoot = false) {
  hush();
  if (one.querySelector(".back")) return;
  name.textContent = one.ariaLabel;
  name.hidden = false;
  const card = find(".card", one).getBoundingClientRect(), most = innerWidth - name.offsetWidth - EDGE_PX;
  const left = card.left + (card.width - name.offsetWidth) / 2;
  const top = (atFoot ? card.bottom : card.top) - name.offsetHeight - EDGE_PX;
  name.style.translate = `${Math.max(EDGE_PX, Math.min(left, most))}px ${top}px`;
}

/** Nothing is aimed at. */
export function hush() {
  clearTimeout(timer);
  name.hidden = true;
}

/** @type {[number, number] | null} */
let at = null; // where the mouse is

/** The card at the mouse is aimed at, also when it was drawn anew there: it need not rise again. */
export function aimAgain() {
  const one = at && elementAt(...at, ".holds");
  one?.classList.add("aimed");
  for (const rise of one?.getAnimations({ subtree: true }) ?? []) rise.finish();
}

document.addEventListener("pointermove", ({ pointerType, clientX, clientY }) => {
  at = pointerType === "touch" ? null : [clientX, clientY];
  if (at) first(".aimed")?.classList.remove("aimed");
});

/** @type {(event: Event) => void} */
function aimedAt(event) {
  if (event instanceof PointerEvent && event.pointerType === "touch") return;
  hush();
  const one = within(event, ".holds[data-word]");
  const aims = event.type === "focusin" ? ":focus-visible" : ":hover"; // a finger that is gone still hovers
  if (one?.matches(aims)) timer = setTimeout(() => one.isConnected && tell(one, true), AFTER_MS);
}

for (const kind of ["pointerover", "focusin", "pointerdown", "focusout"]) document.addEventListener(kind, aimedAt);
