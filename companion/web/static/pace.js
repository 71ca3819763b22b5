// How fast the computers play: chosen here, and remembered by this browser for the next table.

import { $ } from "./dom.js";
import { order } from "./orders.js";
import { remember, remembered } from "./remembering.js";

/** @import { TableView } from "./views.d.ts" */

const KEPT_AS = "pace", list = $("pace");

/**
 * The pace of this view; one that is remembered is chosen again where the table `begins` anew.
 * @type {(view: TableView, begins: boolean) => void}
 */
export function paced({ pace }, begins) {
  const kept = begins && remembered(KEPT_AS);
  if (kept && kept !== pace) order({ do: "pace", pace: kept });
  if (document.activeElement !== list) list.value = pace;
}

list.addEventListener("change", () => {
  remember(KEPT_AS, list.value);
  order({ do: "pace", pace: list.value });
});
