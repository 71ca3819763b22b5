// The round and its clock.

import { tr } from "./words.js";

/** @import { DirectorView, EventTold } from "./views.d.ts" */

/** @typedef {DirectorView & { told: number }} TimedView A view, and when it was told, by the clock of the page. */

/**
 * The seconds that are left of the round; less than 0 when it is late. Null: there is no clock.
 * @type {(view: TimedView) => number | null}
 */
function secondsLeft({ event, told }) {
  if (!event || event.over || event.left === null) return null;
  return event.left - (event.paused ? 0 : Math.floor((performance.now() - told) / 1000));
}

/** @type {(seconds: number) => string} */
function inWords(seconds) {
  const all = Math.abs(seconds);
  const time = `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
  return seconds < 0 ? tr("{time} late", { time }) : time;
}

/**
 * "Round 2 of 7", "Not begun", "The event has ended."
 * @type {(event: EventTold) => string}
 */
export function round(event) {
  if (event.over) return tr("The event has ended.");
  if (!event.round) return tr("Not begun");
  const all = event.rounds || event.length;
  return all ? tr("Round {n} of {all}", { n: event.round, all }) : tr("Round {n}", { n: event.round });
}

/**
 * Show in an element what is left of the round: "12:30", or how late it is. Whether it stands is seen, too.
 * @type {(shown: HTMLElement, view: TimedView | null) => void}
 */
export function showClock(shown, view) {
  const seconds = view ? secondsLeft(view) : null, text = seconds === null ? "" : inWords(seconds);
  shown.hidden = !text;
  if (shown.textContent !== text) shown.textContent = text;
  shown.classList.toggle("late", seconds !== null && seconds < 0);
  shown.classList.toggle("stands", Boolean(text && view?.event?.paused));
}
