// The round and its clock.

import { tr } from "./words.js";

/** The seconds that are left of the round; less than 0 when it is late. Null: there is no clock. */
function left({ event, told }) {
  if (!event || event.over || event.left === null) return null;
  return event.left - (event.paused ? 0 : Math.floor((performance.now() - told) / 1000));
}

function inWords(seconds) {
  const all = Math.abs(seconds);
  const time = `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
  return seconds < 0 ? tr("{time} late", { time }) : time;
}

/** "Round 2 of 7", "Not begun", "The event has ended." */
export function round({ event }) {
  if (event.over) return tr("The event has ended.");
  if (!event.round) return tr("Not begun");
  const all = event.rounds || event.length;
  return all ? tr("Round {n} of {all}", { n: event.round, all }) : tr("Round {n}", { n: event.round });
}

/** Show in an element what is left of the round: "12:30", or how late it is. Whether it stands is seen, too. */
export function showClock(shown, view) {
  const seconds = view ? left(view) : null, text = seconds === null ? "" : inWords(seconds);
  shown.hidden = !text;
  if (shown.textContent !== text) shown.textContent = text;
  shown.classList.toggle("late", seconds !== null && seconds < 0);
  shown.classList.toggle("stands", Boolean(text && view.event.paused));
}
