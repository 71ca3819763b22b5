// Every event as files.

import { make } from "./dom.js";
import { tr } from "./words.js";

const files = () => ({
  "standings.csv": tr("Standings (CSV)"),
  "scores.csv": tr("All scores (CSV)"),
  "records.csv": tr("What they are made from (CSV)"),
  "event.json": tr("Everything (JSON)"),
  "usebio.xml": tr("Pairs on the same boards (USEBIO)"),
});

export function exports({ events }) {
  if (!events.length) return [make("p", "state", tr("There is no event yet: begin one under Event."))];
  return [
    make(
      "ul",
      "all",
      "",
      ...[...events].reverse().map((event) =>
        make(
          "li",
          "one",
          "",
          make("h2", "", event),
          make("div", "row", "", ...Object.entries(files()).map((file) => link(event, file))),
        )
      ),
    ),
  ];
}

function link(event, [name, text]) {
  const made = Object.assign(make("a", "action", text), {
    href: `/exports/${encodeURIComponent(event)}/${name}`,
    id: `export-${event}-${name}`,
  });
  made.download = "";
  return made;
}
