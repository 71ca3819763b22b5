// What an organiser does next: one sentence, and one button that stands out.

import { $, button, make } from "./dom.js";
import { end } from "./event.js";
import { wishes } from "./forms.js";
import { inList } from "./sentences.js";
import { tr, trN } from "./words.js";

/** @import { DirectorView, EventTold } from "./views.d.ts" */

/**
 * The sheet at the head of the tables.
 * @type {(view: DirectorView) => HTMLElement}
 */
export function next(view) {
  const [text, main] = step(view);
  const row = make("div", "row", main, ...quiet(view));
  const made = make("div", "next", make("p", "", text));
  if (view.event?.out.length && !view.event.over) {
    made.append(make("p", "small", tr("Sitting out: {names}", { names: inList(view.event.out) })));
  }
  made.append(row);
  return made;
}

/**
 * The sentence, and the button: none while others are to act.
 * @type {(view: DirectorView) => [string, HTMLElement?]}
 */
function step(view) {
  const { event } = view;
  if (!event) return [tr("There is no event yet: choose what is played."), leads("event", tr("A new event"))];
  if (event.over) return [tr("The event has ended. The standings say who has won."), leads("event", tr("A new event"))];
  if (event.round) return event.waits.length ? [waits(event), begins(event, false)] : afterRound(event);
  if (!view.people.length) {
    return [
      tr("Nobody has tapped a name tag yet. Tap at any box, or add people by hand."),
      leads("people", tr("Add people by hand")),
    ];
  }
  const n = view.people.filter(({ entrant }) => entrant < 0).length;
  if (n) {
    return [
      trN("{n} person is not entered yet.", "{n} people are not entered yet.", n),
      leads("people", tr("Enter them")),
    ];
  }
  return [event.refusal || tr("Everybody is entered: the first round can begin."), begins(event, !event.refusal)];
}

/** @type {(event: EventTold) => string} */
function waits(event) {
  return tr("Waiting for: {tables}", { tables: inList(event.waits.map((n) => tr("table {n}", { n }))) });
}

/** @type {(event: EventTold) => [string, HTMLElement]} */
function afterRound(event) {
  const all = event.rounds || event.length;
  if (all && event.round >= all) return [tr("All tables have finished, and it was the last round."), end(true)];
  return [event.refusal || tr("All tables have finished."), begins(event, !event.refusal)];
}

/**
 * The button for the next round, if there is one. It may be pressed before all tables have finished.
 * @type {(event: EventTold, main: boolean) => HTMLElement}
 */
function begins(event, main) {
  const n = event.round + 1, all = event.rounds || event.length;
  if (all && n > all) return end(false);
  return Object.assign(wishes("next-round", tr("Begin round {n}", { n }), { do: "round", round: n }, main), {
    disabled: Boolean(event.refusal),
  });
}

/**
 * What is seldom wanted.
 * @type {(view: DirectorView) => HTMLElement[]}
 */
function quiet({ event }) {
  if (!event) return [];
  const clock = event.round && event.minutes && !event.over;
  const undo = wishes("undo", tr("Take back the last step"), { do: "undo", step: event.step });
  if (!clock) return [undo];
  return [
    event.paused
      ? wishes("pause", tr("Let the clock go on"), { do: "goes" })
      : wishes("pause", tr("Stop the clock"), { do: "pause" }),
    undo,
  ];
}

/** @type {(tab: string, text: string) => HTMLElement} */
const leads = (tab, text) =>
  Object.assign(button("action main", text, () => $(`show-${tab}`).click()), { id: `to-${tab}` });
