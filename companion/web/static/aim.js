// The name of the card that is aimed at: after a moment at its foot, where it hides no button; at once above a finger.

import { elementAt, find, first, make, within } from "./dom.js";

const AFTER_MS = 450, EDGE_PX = 6;
const name = make("div", "name");
name.ariaHidden = "true";
name.hidden = true;
document.body.append(name);
let timer = 0;

/**
 * Show what this card is called, above a finger or at the card's foot.
 * @type {(holder: HTMLElement, atFoot?: boolean) => void}
 */
export function tell(holder, atFoot = false) {
  hush();
  if (holder.querySelector(".back")) return;
  name.textContent = holder.ariaLabel;
  name.hidden = false;
  const card = find(".card", holder).getBoundingClientRect(), most = innerWidth - name.offsetWidth - EDGE_PX;
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
let meant = ""; // the card to which it was moved

/** @type {(holder: HTMLElement | null | undefined) => string} */
const nameOf = (holder) => holder ? holder.dataset.word ?? holder.id : "";

/** The card at the mouse is still aimed at when it was drawn anew; one that comes under a mouse at rest is not. */
export function aimAgain() {
  const holder = at && elementAt(...at, ".holds");
  if (!holder || nameOf(holder) !== meant) return;
  holder.classList.add("aimed");
  for (const rise of holder.getAnimations({ subtree: true })) rise.finish();
}

/** @type {(holder: HTMLElement | null) => void} */
function aim(holder) {
  meant = nameOf(holder);
  if (holder?.classList.contains("aimed")) return;
  first(".aimed")?.classList.remove("aimed");
  holder?.classList.add("aimed");
}

document.addEventListener("pointermove", (event) => {
  at = event.pointerType === "touch" ? null : [event.clientX, event.clientY];
  if (at) aim(within(event, ".holds"));
});
document.addEventListener("mouseleave", () => aim(null));

/** @type {(event: Event) => void} */
function aimedAt(event) {
  if (event instanceof PointerEvent && event.pointerType === "touch") return;
  hush();
  const holder = within(event, ".holds[data-word]");
  const aims = event.type === "focusin" ? ":focus-visible" : ".aimed"; // a mouse that rests still hovers
  if (holder) timer = setTimeout(() => holder.isConnected && holder.matches(aims) && tell(holder, true), AFTER_MS);
}

for (const kind of ["pointerover", "focusin", "pointerdown", "focusout"]) document.addEventListener(kind, aimedAt);
