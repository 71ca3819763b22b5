// A place on which another button stood a moment ago does nothing yet: who clicks there means the one that is gone.

import { elementAt, within } from "./dom.js";

const SETTLES_MS = 500, BUTTONS = ".talk button";

/**
 * A place, and the button that `find` finds there: what it says, and what stood there before.
 * @type {(find: () => Element | null | undefined) => { look: () => void, goes: () => void, isNew: () => boolean }}
 */
function place(find) {
  let says = "", before = "", gone = -SETTLES_MS;
  const read = () => {
    const one = find();
    return one ? `${one.ariaLabel ?? ""} ${one.textContent}` : "";
  };
  return {
    /** The button there may be another one by now. */
    look() {
      const now = read();
      if (says && now !== says) [before, gone] = [says, performance.now()];
      says = now;
    },
    /** Somebody goes elsewhere. */
    goes() {
      const now = read();
      if (now !== says) [says, gone] = [now, -SETTLES_MS];
    },
    isNew: () => says !== before && performance.now() - gone < SETTLES_MS,
  };
}

let x = -1, y = -1;
const pointer = place(() => elementAt(x, y, BUTTONS));
const focus = place(() => document.activeElement?.closest(BUTTONS));

/** Another view is drawn. */
export function settles() {
  pointer.look();
  focus.look();
}

for (const name of /** @type {const} */ (["pointermove", "pointerdown"])) {
  addEventListener(name, (event) => {
    pointer.look();
    [x, y] = [event.clientX, event.clientY];
    pointer.goes();
  }, { capture: true });
}
addEventListener("focusin", ({ relatedTarget }) => (relatedTarget ? focus.goes() : focus.look()));
addEventListener("click", (event) => {
  if (!event.isTrusted || !within(event, BUTTONS)) return;
  settles();
  if (!(event.detail ? pointer : focus).isNew()) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}, { capture: true });
