// How a match ended, in words: for the page of the ending and for the picture of the evening.

/** "Ann", "Ann and Cid", "Ann, Bob and Cid". */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A number with a true minus sign; and the same with its sign, as a change. */
export const plain = (number) => String(number).replace("-", "−");
export const signed = (number) => (number < 0 ? plain(number) : `+${number}`);
const unit = (counted, number) => (Math.abs(number) === 1 ? counted.replace("points", "point").replace("cards", "card") : counted);

/** The names of some seats, all that share a score. */
export const people = (ending, seats) => listed(seats.map((seat) => ending.names[seat]));

/** What is told after the winner: a title, what is large, and a line below it; the cards of a trick. */
export function facts(ending) {
  return [best(ending), turn(ending), revokes(ending), series(ending)].filter(Boolean);
}

function best({ best: one, names }) {
  if (!one) return null;
  const worth = one.worth ? `${one.worth} ${unit("points", one.worth)}, ` : "";
  return { title: one.dear ? "Dearest trick" : "Best trick", large: names[one.seat], small: `${worth}deal ${one.deal}`, cards: one.cards };
}

function turn(ending) {
  const one = ending.turn;
  if (!one) return null;
  const small = `${unit(one.counted, one.change)} for ${people(ending, one.seats)}, ${one.step} ${one.number}`;
  return { title: "Biggest turn", large: signed(one.change), small };
}

function revokes({ revokes: found, names }) {
  if (!found) return null;
  const number = found.reduce((sum, one) => sum + one, 0);
  const whose = found.flatMap((one, seat) => (one ? [one > 1 ? `${names[seat]} ${one} times` : names[seat]] : []));
  return { title: "Revokes found", large: number ? String(number) : "None", small: number ? listed(whose) : "Nobody broke a rule." };
}

/** What there is after the first match; partners who have won the same matches are named together. */
function series(ending) {
  const one = ending.series;
  if (!(one?.matches > 1)) return null;
  const sides = ending.standings.map(({ seats }) => seats);
  const together = sides.every((seats) => new Set(seats.map((seat) => one.won[seat])).size === 1);
  const shown = together ? sides : [...ending.names.keys()].map((seat) => [seat]);
  const won = shown.map((seats) => [people(ending, seats), one.won[seats[0]]]).sort((some, other) => other[1] - some[1]);
  const small = `${won.map(([who, number]) => `${who} ${number}`).join(", ")}, in ${one.matches} ${one.matches === 1 ? "match" : "matches"}`;
  return { title: "Won so far", large: won.map(([, number]) => number).join(" : "), small };
}
