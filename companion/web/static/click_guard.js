// A place on which another button stood a moment ago does nothing yet: who clicks there means the one that is gone.

import { all, elementAt, within } from "./dom.js";

const SETTLES_MS = 500, BUTTONS = ".talk button";
/** Time to notice that a button has gone, and to aim at the one that came. */
const AIMS_MS = 300;

/** @type {(button: Element | null | undefined) => string} */
const read = (button) => (button ? `${button.ariaLabel ?? ""} ${button.textContent}` : "");

/**
 * A place, and the button that `find` finds there: what it says, and what stood there before while somebody was there.
 * @type {(find: () => Element | null | undefined) => { goes: () => void, look: () => boolean, age: (at: number) => number }}
 */
function place(find) {
  let says = "", before = "", changed = 0;
  return {
    /** The button there may be another one by now: whether it is. */
    look() {
      const now = read(find());
      if (now === says) return false;
      [before, says] = [says || before, now];
      changed = performance.now();
      return true;
    },
    /** Somebody goes elsewhere. */
    goes() {
      const now = read(find());
      if (now !== says) [says, before] = [now, ""];
    },
    /** Milliseconds since another one stood there, at this time of the page; infinite: none did. */
    age: (at) => before && says !== before ? at - changed : Infinity,
  };
}

/** @typedef {{ button: Element, says: string, box: DOMRect, until: number }} Spot Where a button stood that says this. */

/** @type {Spot[]} */
let spots = [];
/** @type {Spot[]} */
let gone = [];

/** Buttons may have come and gone. */
function lookAround() {
  const now = performance.now(), before = spots;
  spots = all(BUTTONS).filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .map((button) => ({ button, says: read(button), box: button.getBoundingClientRect(), until: Infinity }));
  /** @type {(spot: Spot) => boolean} */
  const stays = ({ says, box: { x, y } }) =>
    spots.some((spot) => spot.says === says && spot.box.x === x && spot.box.y === y);
  const went = before.filter((spot) => !stays(spot)).map((spot) => ({ ...spot, until: now }));
  gone = [...gone.filter(({ until }) => now - until < AIMS_MS), ...went];
}

/**
 * Whether another button than this one stood at this point when somebody who presses at this time aimed at it.
 * @type {(x: number, y: number, at: number, now: Element) => boolean}
 */
const stoodThere = (x, y, at, now) =>
  gone.some(({ button, says, box, until }) =>
    button !== now && says !== read(now) && at - until < AIMS_MS && x >= box.left && x < box.right && y >= box.top &&
    y < box.bottom
  );

let x = -1, y = -1, pressedAt = 0;
/** @type {Element | null} */
let unmeant = null;
const pointer = place(() => elementAt(x, y, BUTTONS));
const focus = place(() => document.activeElement?.closest(BUTTONS));

/** Another view is drawn. A button that came under a mouse at rest looks as if no mouse were there. */
export function settles() {
  lookAround();
  if (pointer.look()) unmeant = elementAt(x, y, BUTTONS) ?? null;
  focus.look();
  unmeant?.classList.add("unmeant");
}

for (const name of /** @type {const} */ (["pointermove", "pointerdown"])) {
  addEventListener(name, (event) => {
    pointer.look();
    [x, y] = [event.clientX, event.clientY];
    if (event.type === "pointerdown") pressedAt = event.timeStamp; // a busy page hears of it later
    pointer.goes();
    unmeant?.classList.remove("unmeant");
    unmeant = null;
  }, { capture: true });
}
let walks = false; // the keys go somewhere at this moment, maybe from where nothing has them
addEventListener("keydown", ({ key }) => {
  walks = /^(Tab|Arrow)/.test(key);
  setTimeout(() => (walks = false));
}, { capture: true });
addEventListener("focusin", ({ relatedTarget }) => (relatedTarget || walks ? focus.goes() : focus.look()));
addEventListener("click", (event) => {
  const clicked = event.isTrusted && within(event, BUTTONS);
  if (!clicked) return;
  settles();
  const meant = event.detail
    ? !stoodThere(x, y, pressedAt, clicked) && pointer.age(pressedAt) >= SETTLES_MS
    : focus.age(event.timeStamp) >= SETTLES_MS;
  if (meant) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}, { capture: true });
