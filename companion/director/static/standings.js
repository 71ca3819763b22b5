// The standings, each direction by itself where they are apart.

import { make } from "./dom.js";
import { grid } from "./forms.js";
import { listed, plain } from "./told.js";
import { tr } from "./words.js";

export function standings({ event, standings: rows }) {
  if (!rows.length) return [make("p", "state", tr("Nothing was scored yet."))];
  const groups = [...new Set(rows.map(({ group }) => group))];
  return groups.flatMap((group) => [...(group ? [make("h2", "", group === "N-S" ? tr("North and South") : tr("East and West"))] : []), table(event, rows.filter((one) => one.group === group))]);
}

function table(event, rows) {
  const heads = [tr("Place"), tr("Names"), ...(event.duplicate ? [tr("Percent")] : []), tr("Points"), tr("Deals"), tr("Sat out")];
  return grid(heads, rows.map((one) => [String(one.place), listed(one.names), ...(event.duplicate ? [percent(one.percent)] : []), plain(one.points), String(one.deals), String(one.out)]), 2);
}

export const percent = (value) => (value === null || value === undefined ? "–" : value.toFixed(2));
