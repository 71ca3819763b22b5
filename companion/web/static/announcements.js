// What somebody who listens hears of a view: the messages of the table that are new, a hint, and what the page refuses.

import { $ } from "./dom.js";
import { order } from "./orders.js";
import { hear, newOf, switchedBy, voiceMessage } from "./speech.js";

/** @import { TableView } from "./views.d.ts" */

let hinted = "";
let awaited = false; // somebody has asked for what is said next

/**
 * Hear what is new in a view, and a `moment`; `isNew`: the page's own remark is new. Of the `first` view nothing changed.
 * @type {(view: TableView, told: { first: boolean, isNew: boolean, moment: string }) => void}
 */
export function hears({ heard, hint, remark }, { first, isNew, moment }) {
  const fresh = newOf(heard, first);
  const proposed = hint?.says ?? "";
  const proposes = !first && proposed && proposed !== hinted;
  hinted = proposed;
  const last = fresh.at(-1);
  if (last?.say.length && proposes) fresh.splice(-1, 1, { ...last, say: [...last.say, ["turn", proposed]] });
  else if (proposes) fresh.push(voiceMessage("turn", proposed));
  if (moment) fresh.push(voiceMessage("move", moment));
  if (remark && isNew && !first) fresh.push(voiceMessage("mistake", remark));
  if (fresh.length && !awaited) $("spoken").ariaLive = "off";
  if (fresh.length) awaited = false;
  for (const message of fresh) hear(message);
}

/**
 * Have the table say something. The drawer closes: a modal dialog keeps what is beside it from screen readers.
 * @type {(word: string) => void}
 */
function asks(word) {
  $("drawer").close();
  awaited = true;
  $("spoken").ariaLive = "polite";
  order({ do: word });
}

for (const id of ["say-again", "tell-all"]) $(id).addEventListener("click", () => asks(id.replace("-", " ")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "F2" || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!event.repeat) asks(event.shiftKey ? "tell all" : "say again");
});
switchedBy($("aloud"), $("aloud-told"));
