// Cards are picked: a click, a tap or a key takes one; carried to the reader it is laid there. A mouse carries at once. A
// finger goes along the hand, and the card below it is aimed at; pulled out of the hand it is carried. A swipe still scrolls.

import { hush, tell } from "./aim.js";
import { $, make } from "./dom.js";
import { released } from "./motion.js";

const FAR_PX = 6, HOLD_MS = 200, WAITS_MS = 400;
const CARDS = ".holds[data-word]";
const reader = $("reader");
let held = null;
let told = false; // the click that follows was seen to already

/** `take` a card, by its word; `carry` cards to the reader: those that go `together` with one. */
export function picking({ take, carry, together }) {
  document.addEventListener("pointerdown", (event) => {
    told = false;
    const one = event.target.closest?.(CARDS);
    if (one && event.button === 0 && event.isPrimary) hold(one, event);
  });
  document.addEventListener(
    "pointermove",
    (event) => event.pointerId === held?.id && move(event.clientX, event.clientY, together),
  );
  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.id) return;
    const { word, words } = held;
    const lands = words && isOver(event.clientX, event.clientY);
    told = true;
    end(lands);
    if (lands) carry(words);
    else if (!words) take(word, event);
  });
  document.addEventListener("click", (event) => {
    const one = event.target.closest(CARDS);
    if (one && !(told && event.detail)) take(one.dataset.word, event);
  });
}

document.addEventListener("pointercancel", () => end(false));
document.addEventListener("contextmenu", (event) => held?.finger && event.preventDefault());
$("felt").addEventListener("touchmove", (event) => (held?.slides || held?.rests) && event.preventDefault(), {
  passive: false,
});

function hold(one, event) {
  end(false);
  held = {
    word: one.dataset.word,
    hand: handOf(one),
    id: event.pointerId,
    finger: event.pointerType === "touch",
    x: event.clientX,
    y: event.clientY,
  };
  if (!held.finger) return;
  aim(one);
  held.timer = setTimeout(() => (held.rests = true), HOLD_MS);
}

const handOf = (one) => one.closest("[data-seat]")?.dataset.seat ?? "";
const cardOf = (word) =>
  document.querySelector(`${CARDS.replace("data-word", `data-word="${CSS.escape(word)}"`)} .card`);

function move(x, y, together) {
  if (held.ghost) return drag(x, y);
  const aside = Math.abs(x - held.x), up = Math.abs(y - held.y);
  if (!held.slides && Math.hypot(aside, up) <= FAR_PX) return;
  if (held.finger && !held.slides && !held.rests && up > aside) return end(false); // it scrolls
  held.slides = true;
  const one = held.finger && document.elementFromPoint(x, y)?.closest(CARDS);
  if (one && handOf(one) === held.hand) aim(one);
  else lift(x, y, together(held.word));
}

/** The card below the finger is the one that is meant. */
function aim(one) {
  document.querySelector(".aimed")?.classList.remove("aimed");
  one.classList.add("aimed");
  held.word = one.dataset.word;
  tell(one);
}

function lift(x, y, words) {
  const cards = words.map(cardOf).filter(Boolean);
  if (!cards.length) return end(false);
  const ghost = make("div", "carried", "", ...cards.map((card) => card.cloneNode(true)));
  ghost.style.setProperty("--card", `${cards[0].offsetWidth}px`);
  document.body.append(ghost);
  for (const card of cards) card.parentElement.classList.add("lifted");
  Object.assign(held, { ghost, words });
  hush();
  drag(x, y);
}

function drag(x, y) {
  held.ghost.style.translate = `${x}px ${y}px`;
  reader.classList.toggle("near", isOver(x, y));
}

function isOver(x, y) {
  const box = reader.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** Nothing is held any more. What was carried goes back to its hand, at once or unless the table takes it meanwhile. */
function end(waits) {
  clearTimeout(held?.timer);
  for (const one of document.querySelectorAll(".lifted, .aimed")) one.classList.remove("lifted", "aimed");
  held?.words?.forEach((word, at) =>
    released(word, held.ghost.children[at].getBoundingClientRect(), waits ? WAITS_MS : 0)
  );
  held?.ghost?.remove();
  reader.classList.remove("near");
  if (held?.finger) hush();
  held = null;
}
