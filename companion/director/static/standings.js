// The standings, each direction by itself where they are apart; and who has won.

import { all, first, make } from "./dom.js";
import { grid } from "./forms.js";
import { inList } from "./sentences.js";
import { language, plain, tr, trN } from "./words.js";

/** @import { DirectorView, EventTold, StandingRow } from "./views.d.ts" */
/** @import { Cell } from "./forms.js" */

/** @type {(view: DirectorView) => HTMLElement[]} */
export function standings(view) {
  const { event, standings: rows } = view;
  if (!event) return [make("p", "state", tr("There is no event yet: begin one under Event."))];
  const wait = waiting(event);
  if (!rows.some(({ deals }) => deals)) {
    const none = tr("Nothing was scored yet. Standings come with the first deal that a table has finished.");
    return [make("p", "state", wait[0]?.textContent ?? none)];
  }
  /** @type {(group: string) => StandingRow[]} */
  const rowsOf = (group) => rows.filter((standing) => standing.group === group);
  const tables = groups(rows).map((group) =>
    make("section", "", group && make("h2", "", direction(group)), table(view, event, rowsOf(group)))
  );
  return [...winners(view), ...wait, make("div", `standings of-${tables.length}`, ...tables)];
}

/**
 * Whether there are places yet: in duplicate play a board must have been played twice.
 * @type {(view: DirectorView) => boolean}
 */
export const isRanked = ({ event, standings: rows }) =>
  rows.some(({ deals, percent: share }) => deals && (!event?.duplicate || share !== null));

/**
 * The directions that have standings of their own; one without a name where all are one field.
 * @type {(rows: StandingRow[]) => string[]}
 */
export const groups = (rows) => [...new Set(rows.map(({ group }) => group))];
/** @type {(group: string) => string} */
export const direction = (group) => (group === "N-S" ? tr("North and South") : tr("East and West"));

/**
 * Who has won an event that is over, in large letters: nobody if nothing counts.
 * @type {(view: DirectorView) => HTMLElement[]}
 */
export function winners(view) {
  const { event } = view;
  if (!event?.over || !isRanked(view)) return [];
  return groups(view.standings).map((group) => {
    const winning = view.standings.filter((standing) => standing.place === 1 && standing.group === group);
    const names = winning.flatMap((standing) => standing.names);
    const made = make(
      "p",
      "winners",
      make("strong", "", trN("{names} has won", "{names} have won", names.length, { names: inList(names) })),
      make("span", "", worth(event, winning[0])),
    );
    if (group) made.prepend(make("span", "", direction(group)));
    return made;
  });
}

/**
 * What decides: percent in duplicate play, else points.
 * @type {(event: EventTold, standing: StandingRow) => string}
 */
export function worth(event, standing) {
  if (event.duplicate) return inPercent(standing);
  return trN("{n} point", "{n} points", standing.points, { n: plain(standing.points) });
}

/**
 * The same boards count when nobody will play them any more: until then they stay on their boxes.
 * @type {(event: EventTold) => HTMLElement[]}
 */
export function waiting({ duplicate, over, counted, finished }) {
  const n = finished - counted;
  if (!duplicate || over || n <= 0) return [];
  const secret = trN(
    "{n} finished deal is still kept secret: its result comes when no table will play its board any more.",
    "{n} finished deals are still kept secret: a result comes when no table will play its board any more.",
    n,
  );
  return [make("p", "small", secret)];
}

/** @type {(view: DirectorView, event: EventTold, rows: StandingRow[]) => HTMLElement} */
function table(view, event, rows) {
  const ranked = isRanked(view);
  const sat = rows.some(({ out }) => out), cells = rows.map((standing) => row(standing, event, sat, ranked));
  const heads = [
    tr("Place"),
    tr("Names"),
    ...(event.duplicate ? [tr("Percent")] : []),
    tr("Points"),
    tr("Deals"),
    ...(sat ? [tr("Sat out")] : []),
  ];
  const made = grid(heads, cells, 2, "ranks");
  for (const [place, line] of all("tbody tr", made).entries()) {
    line.classList.toggle("first", ranked && rows[place].place <= 3);
    const third = first("td:nth-child(3)", line);
    if (!event.duplicate || !third) continue;
    third.style.setProperty("--part", `${rows[place].percent ?? 0}%`);
    third.className = "bar";
  }
  return made;
}

/** @type {(standing: StandingRow, event: EventTold, sat: boolean, ranked: boolean) => Cell[]} */
function row(standing, event, sat, ranked) {
  const names = Object.assign(make("a", "", inList(standing.names)), {
    href: `#results?of=${encodeURIComponent(standing.names[0])}`,
    id: `of-${standing.names[0]}`,
  });
  return [
    ranked ? [place(standing.place)] : "–",
    [names],
    ...(event.duplicate ? [percent(standing.percent)] : []),
    plain(standing.points),
    String(standing.deals),
    ...(sat ? [String(standing.out)] : []),
  ];
}

/**
 * The first three have a medal.
 * @type {(n: number) => HTMLElement}
 */
export const place = (n) => make("span", n <= 3 ? `medal of-${n}` : "", String(n));

/** @type {(value: number | null | undefined) => string} */
export const percent = (value) => (value === null || value === undefined ? "–" : HUNDREDTHS.format(value));

/** @type {(standing: StandingRow) => string} */
export const inPercent = (standing) => tr("{n}%", { n: percent(standing.percent) });

const HUNDREDTHS = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
