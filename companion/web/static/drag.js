// Cards are picked: a click, a tap or a key takes one; carried to the reader it is laid there. A mouse carries at once. A
// finger goes along the hand, and the card below it is aimed at; pulled out of the hand it is carried. A swipe still scrolls.

import { hush, tell } from "./aim.js";
import { $, all, copy, elementAt, first, make, within } from "./dom.js";
import { fallBack, seatOf } from "./motion.js";

const FAR_PX = 6, HOLD_MS = 200, WAITS_MS = 400;
const CARDS = ".holds[data-word]";
const target = $("table"); // where cards are carried to

/**
 * What a pointer holds: a card, or several that are carried: their `words`, and a picture of them.
 * @typedef {{
 *   word: string, asking?: number, hand: string, id: number, finger: boolean, x: number, y: number,
 *   timer?: number, again?: boolean, rests?: boolean, slides?: boolean, carried?: { words: string[], picture: HTMLElement },
 * }} Held
 */

/** @type {Held | null} */
let held = null;
let told = false; // the click that follows was seen to already

/**
 * `take` a card, by its word, for the `asking` that was read when it was pressed; `carry` cards to the reader: those that
 * go `together` with one.
 * @type {(does: { take: (word: string, event: MouseEvent, asking?: number) => void, carry: (words: string[]) => void, together: (word: string) => string[], asking: () => number | undefined }) => void}
 */
export function picking({ take, carry, together, asking }) {
  document.addEventListener("pointerdown", (event) => {
    told = false;
    const holder = within(event, CARDS);
    if (holder && event.button === 0 && event.isPrimary) hold(holder, event, asking());
  });
  document.addEventListener("mousedown", ({ detail }) => {
    if (held) held.again = detail > 1; // who clicks twice means it once
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerId === held?.id) move(held, event.clientX, event.clientY, together);
  });
  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.id) return;
    const { word, carried, again, asking } = held;
    const lands = carried && isOver(event.clientX, event.clientY);
    told = true;
    end(Boolean(lands));
    if (lands) carry(carried.words);
    else if (!carried && !again) take(word, event, asking);
  });
  document.addEventListener("click", (event) => {
    const holder = within(event, CARDS);
    if (holder && !(told && event.detail)) take(wordOf(holder), event, asking());
  });
}

document.addEventListener("pointercancel", () => end(false));
document.addEventListener("contextmenu", (event) => held?.finger && event.preventDefault());
$("felt").addEventListener("touchmove", (event) => (held?.slides || held?.rests) && event.preventDefault(), {
  passive: false,
});

/** @type {(holder: HTMLElement, event: PointerEvent, asking?: number) => void} */
function hold(holder, event, asking) {
  end(false);
  /** @type {Held} */
  const now = {
    word: wordOf(holder),
    asking,
    hand: seatOf(holder),
    id: event.pointerId,
    finger: event.pointerType === "touch",
    x: event.clientX,
    y: event.clientY,
  };
  held = now;
  if (!now.finger) return;
  aim(now, holder);
  now.timer = setTimeout(() => (now.rests = true), HOLD_MS);
}

/** @type {(holder: HTMLElement) => string} */
const wordOf = (holder) => holder.dataset.word ?? "";
/** @type {(word: string) => HTMLElement | null} */
const cardOf = (word) => first(`${CARDS.replace("data-word", `data-word="${CSS.escape(word)}"`)} .card`);

/** @type {(held: Held, x: number, y: number, together: (word: string) => string[]) => void} */
function move(held, x, y, together) {
  if (held.carried) return drag(held.carried.picture, x, y);
  const aside = Math.abs(x - held.x), up = Math.abs(y - held.y);
  if (!held.slides && Math.hypot(aside, up) <= FAR_PX) return;
  if (held.finger && !held.slides && !held.rests && up > aside) return end(false); // it scrolls
  held.slides = true;
  const holder = held.finger && elementAt(x, y, CARDS);
  if (holder && seatOf(holder) === held.hand) aim(held, holder);
  else lift(held, x, y, together(held.word));
}

/** The card below the finger is the one that is meant. @type {(held: Held, holder: HTMLElement) => void} */
function aim(held, holder) {
  first(".aimed")?.classList.remove("aimed");
  holder.classList.add("aimed");
  held.word = wordOf(holder);
  tell(holder);
}

/** @type {(held: Held, x: number, y: number, words: string[]) => void} */
function lift(held, x, y, words) {
  const cards = words.map(cardOf).filter((card) => card !== null);
  if (!cards.length) return end(false);
  const picture = make("div", "carried", ...cards.map(copy));
  picture.style.setProperty("--card", `${cards[0].offsetWidth}px`);
  document.body.append(picture);
  for (const card of cards) card.parentElement?.classList.add("lifted");
  held.carried = { words, picture };
  hush();
  drag(picture, x, y);
}

/** @type {(picture: HTMLElement, x: number, y: number) => void} */
function drag(picture, x, y) {
  picture.style.translate = `${x}px ${y}px`;
  target.classList.toggle("near", isOver(x, y));
}

/** @type {(x: number, y: number) => boolean} */
function isOver(x, y) {
  const box = target.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/**
 * Nothing is held any more. What was carried goes back to its hand, at once or unless the table takes it meanwhile.
 * @type {(waits: boolean) => void}
 */
function end(waits) {
  clearTimeout(held?.timer);
  for (const holder of all(".lifted, .aimed")) holder.classList.remove("lifted", "aimed");
  const { words, picture } = held?.carried ?? { words: [] };
  words.forEach((word, at) =>
    picture && fallBack(word, picture.children[at].getBoundingClientRect(), waits ? WAITS_MS : 0)
  );
  picture?.remove();
  target.classList.remove("near");
  if (held?.finger) hush();
  held = null;
}
