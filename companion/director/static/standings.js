// The standings, each direction by itself where they are apart; and who has won.

import { make } from "./dom.js";
import { grid } from "./forms.js";
import { listed, plain } from "./told.js";
import { tr, trN } from "./words.js";

export function standings(view) {
  const { event, standings: rows } = view;
  if (!event) return [make("p", "state", tr("There is no event yet: begin one under Event."))];
  const wait = waiting(event);
  if (!isScored(view)) {
    return [make(
      "p",
      "state",
      wait
        ? wait.textContent
        : tr("Nothing was scored yet. Standings come with the first deal that a table has finished."),
    )];
  }
  const tables = groups(rows).map((group) =>
    make(
      "section",
      "",
      "",
      ...(group ? [make("h2", "", direction(group))] : []),
      table(view, rows.filter((one) => one.group === group)),
    )
  );
  return [...winners(view), wait, make("div", `standings of-${tables.length}`, "", ...tables)].filter(Boolean);
}

/** Whether anybody has a result. */
export const isScored = ({ standings: rows }) => rows.some(({ deals }) => deals);

/** Whether there are places yet: in duplicate play a board must have been played twice. */
export const isRanked = ({ event, standings: rows }) =>
  rows.some(({ deals, percent: one }) => deals && (!event.duplicate || one !== null));

/** The directions that have standings of their own; one without a name where all are one field. */
export const groups = (rows) => [...new Set(rows.map(({ group }) => group))];
export const direction = (group) => (group === "N-S" ? tr("North and South") : tr("East and West"));

/** Who has won an event that is over, in large letters: nobody if nothing counts. */
export function winners(view) {
  if (!view.event.over || !isRanked(view)) return [];
  return groups(view.standings).map((group) => {
    const first = view.standings.filter((one) => one.place === 1 && one.group === group);
    const names = first.flatMap((one) => one.names);
    const made = make(
      "p",
      "winners",
      "",
      make("strong", "", trN("{names} has won", "{names} have won", names.length, { names: listed(names) })),
      make("span", "", worth(view.event, first[0])),
    );
    if (group) made.prepend(make("span", "", direction(group)));
    return made;
  });
}

/** What decides: percent in duplicate play, else points. */
export const worth = (
  event,
  one,
) => (event.duplicate
  ? tr("{percent} %", { percent: percent(one.percent) })
  : trN("{n} point", "{n} points", one.points, { n: plain(one.points) }));

/** The same boards count when nobody will play them any more: until then they stay on their boxes. */
export function waiting({ duplicate, over, counted, finished }) {
  const n = finished - counted;
  return duplicate && !over && n > 0
    ? make(
      "p",
      "small",
      trN(
        "{n} finished deal is still kept secret: its result comes when no table will play its board any more.",
        "{n} finished deals are still kept secret: a result comes when no table will play its board any more.",
        n,
      ),
    )
    : "";
}

function table(view, rows) {
  const { event } = view, ranked = isRanked(view);
  const sat = rows.some(({ out }) => out), cells = rows.map((one) => row(one, event, sat, ranked));
  const heads = [
    tr("Place"),
    tr("Names"),
    ...(event.duplicate ? [tr("Percent")] : []),
    tr("Points"),
    tr("Deals"),
    ...(sat ? [tr("Sat out")] : []),
  ];
  const made = grid(heads, cells, 2, "ranks");
  for (const [place, line] of made.querySelectorAll("tbody tr").entries()) {
    line.classList.toggle("first", ranked && rows[place].place <= 3);
    if (event.duplicate) line.cells[2].style.setProperty("--part", `${rows[place].percent ?? 0}%`);
    if (event.duplicate) line.cells[2].className = "bar";
  }
  return made;
}

function row(one, event, sat, ranked) {
  const names = Object.assign(make("a", "", listed(one.names)), {
    href: `#results?of=${encodeURIComponent(one.names[0])}`,
    id: `of-${one.names[0]}`,
  });
  return [
    ranked ? [place(one.place)] : "–",
    [names],
    ...(event.duplicate ? [percent(one.percent)] : []),
    plain(one.points),
    String(one.deals),
    ...(sat ? [String(one.out)] : []),
  ];
}

/** The first three have a medal. */
export const place = (n) => make("span", n <= 3 ? `medal of-${n}` : "", String(n));

export const percent = (value) => (value === null || value === undefined ? "–" : value.toFixed(2));
