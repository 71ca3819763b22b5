// A place on which another button stood a moment ago does nothing yet: who clicks there means the one that is gone.

import { elementAt, within } from "./dom.js";

const SETTLES_MS = 500, BUTTONS = ".talk button";

/**
 * A place, and the button that `find` finds there: what it says, and what stood there before while somebody was there.
 * @type {(find: () => Element | null | undefined) => { goes: () => void, look: () => boolean, age: () => number }}
 */
function place(find) {
  let says = "", before = "", changed = 0;
  const read = () => {
    const one = find();
    return one ? `${one.ariaLabel ?? ""} ${one.textContent}` : "";
  };
  return {
    /** The button there may be another one by now: whether it is. */
    look() {
      const now = read();
      if (now === says) return false;
      [before, says] = [says || before, now];
      changed = performance.now();
      return true;
    },
    /** Somebody goes elsewhere. */
    goes() {
      const now = read();
      if (now !== says) [says, before] = [now, ""];
    },
    /** Milliseconds since another one stood there; infinite: none did. */
    age: () => before && says !== before ? performance.now() - changed : Infinity,
  };
}

let x = -1, y = -1;
/** @type {Element | null} */
let unmeant = null;
const pointer = place(() => elementAt(x, y, BUTTONS));
const focus = place(() => document.activeElement?.closest(BUTTONS));

/** Another view is drawn. A button that came under a mouse at rest looks as if no mouse were there. */
export function settles() {
  if (pointer.look()) unmeant = elementAt(x, y, BUTTONS) ?? null;
  focus.look();
  unmeant?.classList.add("unmeant");
}

for (const name of /** @type {const} */ (["pointermove", "pointerdown"])) {
  addEventListener(name, (event) => {
    pointer.look();
    [x, y] = [event.clientX, event.clientY];
    pointer.goes();
    unmeant?.classList.remove("unmeant");
    unmeant = null;
  }, { capture: true });
}
addEventListener("focusin", ({ relatedTarget }) => (relatedTarget ? focus.goes() : focus.look()));
addEventListener("click", (event) => {
  const clicked = event.isTrusted && within(event, BUTTONS);
  if (!clicked) return;
  settles();
  if ((event.detail ? pointer : focus).age() >= SETTLES_MS) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}, { capture: true });
