// The phone that is the reader of the table: the code by which one is paired, or a button that takes it away.

import { $, say } from "./dom.js";
import { post } from "./requests.js";
import { tr } from "./words.js";

/** @import { PhoneTold } from "./views.d.ts" */

/** @type {(told: PhoneTold | null) => void} */
export function phone(told) {
  $("phone").hidden = !told;
  if (!told) return;
  $("code").hidden = !told.code;
  $("part").hidden = Boolean(told.code);
  const picture = `/phone.svg?${told.code}`;
  if (told.code && $("code").getAttribute("src") !== picture) $("code").setAttribute("src", picture);
  say(
    $("phone-said"),
    told.code
      ? tr("Scan it with an Android phone, the reader here. Chrome warns: Advanced, Proceed.")
      : tr("A phone is the reader."),
  );
}

$("part").addEventListener("click", () => post("/part", "{}"));
