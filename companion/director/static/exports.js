// Every event as files.

import { make } from "./dom.js";
import { tr } from "./words.js";

/** @import { DirectorView, EventOfFiles } from "./views.d.ts" */

const FILES = {
  "standings.csv": tr("Standings (CSV)"),
  "scores.csv": tr("All scores (CSV)"),
  "records.csv": tr("What they are made from (CSV)"),
  "event.json": tr("Everything (JSON)"),
};
/** @type {[string, string]} */
const USEBIO = ["usebio.xml", tr("Pairs on the same boards (USEBIO)")];

/** @type {(view: DirectorView) => HTMLElement[]} */
export function exports({ events }) {
  if (!events.length) return [make("p", "state", tr("There is no event yet: begin one under Event."))];
  return [make("ul", "all", ...[...events].reverse().map(files))];
}

/** @type {(event: EventOfFiles) => HTMLElement} */
function files({ name, usebio }) {
  const links = [...Object.entries(FILES), ...(usebio ? [USEBIO] : [])].map((file) => link(name, file));
  return make("li", "one", make("h2", "", name), make("div", "row", ...links));
}

/** @type {(event: string, file: [string, string]) => HTMLElement} */
function link(event, [name, text]) {
  const made = Object.assign(make("a", "action", text), {
    href: `/exports/${encodeURIComponent(event)}/${name}`,
    id: `export-${event}-${name}`,
  });
  made.download = "";
  return made;
}
