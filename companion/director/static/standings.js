// The standings, each direction by itself where they are apart.

import { make } from "./dom.js";
import { grid } from "./forms.js";
import { listed, plain } from "./told.js";
import { tr, trN } from "./words.js";

export function standings({ event, standings: rows }) {
  if (!rows.length) return [make("p", "state", tr("Nothing was scored yet."))];
  const wait = waiting(event);
  if (rows.every(({ deals }) => !deals)) return [wait || make("p", "state", tr("Nothing was scored yet."))];
  const groups = [...new Set(rows.map(({ group }) => group))];
  return [wait, ...groups.flatMap((group) => [...(group ? [make("h2", "", group === "N-S" ? tr("North and South") : tr("East and West"))] : []), table(event, rows.filter((one) => one.group === group))])].filter(Boolean);
}

/** The same boards count when nobody will play them any more: until then they stay on their boxes. */
export function waiting({ duplicate, over, counted, finished }) {
  const n = finished - counted;
  return duplicate && !over && n > 0 ? make("p", "small", trN("{n} finished deal is still kept secret: its result comes when no table will play its board any more.", "{n} finished deals are still kept secret: a result comes when no table will play its board any more.", n)) : "";
}

function table(event, rows) {
  const sat = rows.some(({ out }) => out);
  const heads = [tr("Place"), tr("Names"), ...(event.duplicate ? [tr("Percent")] : []), tr("Points"), tr("Deals"), ...(sat ? [tr("Sat out")] : [])];
  return grid(heads, rows.map((one) => [String(one.place), listed(one.names), ...(event.duplicate ? [percent(one.percent)] : []), plain(one.points), String(one.deals), ...(sat ? [String(one.out)] : [])]), 2);
}

export const percent = (value) => (value === null || value === undefined ? "–" : value.toFixed(2));
