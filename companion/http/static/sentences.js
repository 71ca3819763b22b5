// How a match ended, in words: for the page of the ending and for the picture of the evening.

import { language, plain, tr, trN, unitOf } from "./words.js";

/** @import { CardFace, MatchEnding } from "./views.d.ts" */

/**
 * What is told after the winner: a title, what is large, and a line below it; the cards of a trick. `seat`: large is its name.
 * @typedef {{ title: string, large: string, small: string, cards?: CardFace[], seat?: number }} Fact
 */

/** "Ann", "Ann and Cid", "Ann, Bob and Cid". @type {(names: string[]) => string} */
export function inList(names) {
  return names.length < 2
    ? names.join("")
    : tr("{others} and {last}", { others: names.slice(0, -1).join(", "), last: names.at(-1) });
}

/** So many deals or turns, by the word of the score chart for a step. @type {(step: string, n: number) => string} */
export const steps = (step, n) => (step === "turn" ? trN("{n} turn", "{n} turns", n) : trN("{n} deal", "{n} deals", n));

/** @type {(step: string, n: number) => string} */
const ordinal = (step, n) => (step === "turn" ? tr("turn {n}", { n }) : tr("deal {n}", { n }));

/** A change, with its sign. @type {(number: number) => string} */
export const withSign = (number) => (number < 0 ? plain(number) : `+${number}`);
/** @type {(counted: string, number: number) => string} */
export function unit(counted, number) {
  if (counted === "cards left") return trN("card left", "cards left", number);
  return counted === "points" ? trN("point", "points", number) : unitOf(counted);
}

/** The names of some seats, all that share a score. @type {(ending: MatchEnding, seats: number[]) => string} */
export const people = (ending, seats) => inList(seats.map((seat) => ending.names[seat]));

/** What is told after the winner. @type {(ending: MatchEnding) => Fact[]} */
export function facts(ending) {
  return [best(ending), turn(ending), revokes(ending), series(ending)].filter((fact) => fact !== null);
}

/**
 * What a player made of the deals, where there are several: the points of one on average, and of each.
 * @type {(ending: MatchEnding, seat: number) => Fact[]}
 */
export function deals({ curve: { points, step, counted } }, seat) {
  const stood = points.map((standing) => standing[seat]), changes = stood.slice(1).map((now, at) => now - stood[at]);
  if (step !== "deal" || counted !== "points" || changes.length < 2) return [];
  const average = Math.round(10 * changes.reduce((sum, change) => sum + change, 0) / changes.length) / 10;
  const large = plain((average || 0).toLocaleString(language)); // a negative nothing has a sign
  const small = changes.map((change) => change ? withSign(change) : "0").join(", ");
  return [{ title: tr("Your points a deal, on average"), large, small }];
}

/** @type {(ending: MatchEnding) => Fact | null} */
function best({ best: trick, names }) {
  if (!trick) return null;
  const { title, seat, cards, worth, deal } = trick;
  const gave = worth ? [trN("{n} point at once", "{n} points at once", worth)] : [];
  return { title, seat, cards, large: names[seat], small: [...gave, ordinal("deal", deal)].join(", ") };
}

/** @type {(ending: MatchEnding) => Fact | null} */
function turn(ending) {
  if (!ending.turn) return null;
  const { seats, step, number, counted, change } = ending.turn;
  const who = people(ending, seats), when = ordinal(step, number);
  const title = step === "deal" ? tr("Best deal") : tr("Biggest turn");
  if (counted === "cards left" && change < 0) {
    const large = trN("{n} card", "{n} cards", -change);
    return { title, large, small: tr("{who} got rid of them at once: {when}", { who, when }) };
  }
  const unnamed = counted === "points"; // a number of them says it
  const small = unnamed ? `${who}, ${when}` : tr("{who}: {unit}, {when}", { unit: unit(counted, change), who, when });
  return { title, large: withSign(change), small };
}

/** @type {(ending: MatchEnding) => Fact | null} */
function revokes({ revokes: found, names }) {
  if (!found) return null;
  const number = found.reduce((sum, count) => sum + count, 0);
  /** @type {(n: number, seat: number) => string} */
  const whose = (n, seat) => n > 1 ? tr("{who} {n} times", { who: names[seat], n }) : n ? names[seat] : "";
  return {
    title: tr("Rules broken"),
    large: number ? String(number) : tr("None"),
    small: number ? inList(found.map(whose).filter(Boolean)) : tr("No wrong card stayed on the table."),
  };
}

/**
 * What there is after the first match; partners who have won the same matches are named together.
 * @type {(ending: MatchEnding) => Fact | null}
 */
function series(ending) {
  if (!ending.series || ending.series.matches < 2) return null;
  const { matches, won: wins } = ending.series;
  const sides = ending.standings.map(({ seats }) => seats);
  const together = sides.every((seats) => new Set(seats.map((seat) => wins[seat])).size === 1);
  const shown = together ? sides : [...ending.names.keys()].map((seat) => [seat]);
  const rows = shown.map((seats) => ({ who: people(ending, seats), number: wins[seats[0]] }));
  rows.sort((some, other) => other.number - some.number);
  const won = rows.map(({ who, number }) => `${who} ${number}`).join(", ");
  const small = trN("{won}, in {n} match", "{won}, in {n} matches", matches, { won });
  return { title: tr("Won so far"), large: rows.map(({ number }) => number).join(" : "), small };
}
