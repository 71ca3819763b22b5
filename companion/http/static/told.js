// How a match ended, in words: for the page of the ending and for the picture of the evening.

import { tr, trN, unitOf } from "./words.js";

/** "Ann", "Ann and Cid", "Ann, Bob and Cid". */
export function listed(names) {
  return names.length < 2
    ? names.join("")
    : tr("{others} and {last}", { others: names.slice(0, -1).join(", "), last: names.at(-1) });
}

/** So many deals or turns, by the word of the score chart for a step. */
export const steps = (step, n) => (step === "turn" ? trN("{n} turn", "{n} turns", n) : trN("{n} deal", "{n} deals", n));

const ordinal = (step, n) => (step === "turn" ? tr("turn {n}", { n }) : tr("deal {n}", { n }));

/** A number with a true minus sign; and the same with its sign, as a change. */
export const plain = (number) => String(number).replace("-", "−");
export const signed = (number) => (number < 0 ? plain(number) : `+${number}`);
export const unit = (
  counted,
  number,
) => (counted === "cards left"
  ? trN("card left", "cards left", number)
  : counted === "points"
  ? trN("point", "points", number)
  : unitOf(counted));

/** The names of some seats, all that share a score. */
export const people = (ending, seats) => listed(seats.map((seat) => ending.names[seat]));

/** What is told after the winner: a title, what is large, and a line below it; the cards of a trick. */
export function facts(ending) {
  return [best(ending), turn(ending), revokes(ending), series(ending)].filter(Boolean);
}

function best({ best: one, names }) {
  if (!one) return null;
  const small = [...(one.worth ? [trN("{n} point", "{n} points", one.worth)] : []), ordinal("deal", one.deal)].join(
    ", ",
  );
  return { title: one.dear ? tr("Dearest trick") : tr("Best trick"), large: names[one.seat], small, cards: one.cards };
}

function turn(ending) {
  const one = ending.turn;
  if (!one) return null;
  const who = people(ending, one.seats), when = ordinal(one.step, one.number);
  if (one.counted === "cards left" && one.change < 0) {
    const cards = trN("{n} card", "{n} cards", -one.change);
    return {
      title: tr("Biggest turn"),
      large: cards,
      small: tr("{who} got rid of {cards} in {when}.", { who, cards, when }),
    };
  }
  const small = tr("{unit} for {who}, {when}", { unit: unit(one.counted, one.change), who, when });
  return { title: tr("Biggest turn"), large: signed(one.change), small };
}

function revokes({ revokes: found, names }) {
  if (!found) return null;
  const number = found.reduce((sum, one) => sum + one, 0);
  const whose = found.flatMap((
    one,
    seat,
  ) => (one ? [one > 1 ? tr("{who} {n} times", { who: names[seat], n: one }) : names[seat]] : []));
  return {
    title: tr("Revokes found"),
    large: number ? String(number) : tr("None"),
    small: number ? listed(whose) : tr("Nobody broke a rule."),
  };
}

/** What there is after the first match; partners who have won the same matches are named together. */
function series(ending) {
  const one = ending.series;
  if (!(one?.matches > 1)) return null;
  const sides = ending.standings.map(({ seats }) => seats);
  const together = sides.every((seats) => new Set(seats.map((seat) => one.won[seat])).size === 1);
  const shown = together ? sides : [...ending.names.keys()].map((seat) => [seat]);
  const won = shown.map((seats) => [people(ending, seats), one.won[seats[0]]]).sort((some, other) =>
    other[1] - some[1]
  );
  const small = trN("{won}, in {n} match", "{won}, in {n} matches", one.matches, {
    won: won.map(([who, number]) => `${who} ${number}`).join(", "),
  });
  return { title: tr("Won so far"), large: won.map(([, number]) => number).join(" : "), small };
}
