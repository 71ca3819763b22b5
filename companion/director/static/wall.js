// The page on a wall: who sits where, then the standings, in turn and without controls. It shows no more than those.

import { keepAwake } from "./awake.js";
import { round, showClock } from "./clock.js";
import { $, button, copy, make, within, withLabel } from "./dom.js";
import { felt, tableNumber } from "./seats.js";
import { direction, groups, inPercent, isRanked, place, winners } from "./standings.js";
import { standing } from "./tables.js";
import { inList } from "./sentences.js";
import { plain, tr, trN } from "./words.js";

/** @import { DirectorView, EventTold, RoundTable } from "./views.d.ts" */
/** @import { TimedView } from "./clock.js" */

/** @typedef {[title: string, ...inside: HTMLElement[]]} Slide */

const TURN_MS = 12_000, MOVED_MS = 3000;
const FEW = 6, TABLES = 9, PLACES = 10, PEOPLE = 40;
/** @type {Record<number, number>} */
const COLUMNS = { 1: 1, 2: 2, 4: 2 }; // by the number of tables; of more: 3
/** @type {() => boolean} */
const isOn = () => "wall" in document.documentElement.dataset;
/** @type {TimedView | null} */
let view = null;
let at = 0, stands = false, turns = 0, moved = 0;

/**
 * Show the wall, or the page again.
 * @type {(now: TimedView | null, on: boolean) => void}
 */
export function wall(now, on) {
  view = now;
  if (on !== isOn()) (on ? enter : leave)();
  if (on) draw();
}

function enter() {
  document.documentElement.dataset.wall = "";
  $("wall").hidden = false;
  [at, stands] = [0, false];
  turns = setInterval(() => stands || turn(1), TURN_MS);
  keepAwake(true);
}

function leave() {
  delete document.documentElement.dataset.wall;
  $("wall").hidden = true;
  clearInterval(turns);
  keepAwake(false);
  if (document.fullscreenElement) document.exitFullscreen();
}

/** @type {(by: number) => void} */
function turn(by) {
  at += by;
  draw();
}

function pause() {
  stands = !stands;
  draw();
}

function draw() {
  if (!view) return;
  const all = slides(view), shown = ((at % all.length) + all.length) % all.length;
  const clock = make("p", "clock");
  showClock(clock, view);
  clock.id = "wall-clock";
  const head = make(
    "div",
    "head",
    make("h1", "", view.event?.title ?? tr("Club evening")),
    make("p", "", view.event ? round(view.event) : ""),
    clock,
  );
  const [title, ...inside] = all[shown];
  const slide = make("div", "slide", ...(title ? [make("h2", "", title)] : []), ...inside);
  const focused = document.activeElement?.id;
  $("wall").replaceChildren(head, slide, tools(all.length, shown));
  const kept = focused && $(focused);
  if (kept && $("wall").contains(kept)) kept.focus();
}

/**
 * Where it is in its turns, and what a mouse or a finger needs: seen while it moves.
 * @type {(all: number, shown: number) => HTMLElement}
 */
function tools(all, shown) {
  const dots = make("p", "dots", ...Array.from({ length: all }, (_, slide) => make("i", slide === shown ? "now" : "")));
  dots.setAttribute("aria-hidden", "true");
  const keys = make(
    "div",
    "keys",
    Object.assign(button("action", stands ? tr("Go on (space)") : tr("Pause (space)"), pause), { id: "wall-pause" }),
    Object.assign(make("a", "action", tr("Leave (Esc)")), { href: "#tables", id: "wall-leave" }),
  );
  return make("div", "foot", dots, ...(stands ? [make("p", "mark", tr("paused"))] : []), keys);
}

/** @type {<T>(all: T[], most: number) => T[][]} */
const parts = (all, most) =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, n) => all.slice(n * most, (n + 1) * most));

/**
 * The slides: each a title and what is below it.
 * @type {(view: DirectorView) => Slide[]}
 */
function slides(view) {
  const { event } = view;
  const ranks = event && isRanked(view) ? groups(view.standings).flatMap((group) => standings(view, event, group)) : [];
  if (event?.over) return ranks.length ? ranks : [[tr("The event has ended.")]];
  if (!event?.round) return gathering(view);
  const { out } = event;
  const waiting = out.length ? [make("p", "out", tr("Sitting out: {names}", { names: inList(out) }))] : [];
  /** @type {(some: RoundTable[]) => Slide} */
  const slide = (some) => ["", seats(some, event), ...waiting.map(copy)];
  return [...parts(view.tables, TABLES).map(slide), ...ranks];
}

/** @type {(view: DirectorView) => Slide[]} */
function gathering({ people }) {
  const here = people.filter((person) => person.here).map(({ name }) => name);
  const title = tr("Tap your name tag at any box");
  const count = make("p", "count", trN("{n} is here", "{n} are here", here.length));
  if (!here.length) return [[title]];
  const lists = parts(here, PEOPLE).map((some) => make("ul", "where", ...some.map((name) => make("li", "", name))));
  return lists.map((list) => [title, copy(count), list]);
}

/**
 * Of many tables there is room for the number alone, and for a tick at one that has finished.
 * @type {(some: RoundTable[], event: EventTold) => HTMLElement}
 */
function seats(some, event) {
  const few = some.length <= FEW;
  const made = some.map((roundTable) => {
    const [look, word] = standing(roundTable, event), done = look === "done";
    const number = few ? tableNumber("h2", roundTable.table) : withLabel(
      make("h2", "numbered", make("b", "", String(roundTable.table))),
      tr("Table {n}", { n: roundTable.table }),
    );
    const mark = done || (few && look === "plays")
      ? [make("span", "mark", few ? word : "", ...(few ? [] : [make("span", "for-ears", word)]))]
      : [];
    return make(
      "li",
      `one table ${mark.length ? look : ""}`,
      make("div", "line", number, ...mark),
      felt({ names: roundTable.names }, event),
    );
  });
  const all = make("ul", `all tables${few ? " few" : ""}`, ...made);
  all.style.setProperty("--columns", String(COLUMNS[some.length] ?? 3));
  return all;
}

/** @type {(view: DirectorView, event: EventTold, group: string) => Slide[]} */
function standings(view, event, group) {
  const rows = view.standings.filter((standing) => standing.group === group);
  return parts(rows, PLACES).map((some, part) => {
    const made = some.map((standing) => {
      const line = make(
        "li",
        standing.place <= 3 ? "first" : "",
        place(standing.place),
        make("span", "name", inList(standing.names)),
        make("b", "", event.duplicate ? inPercent(standing) : plain(standing.points)),
      );
      if (event.duplicate) line.style.setProperty("--part", `${standing.percent ?? 0}%`);
      return line;
    });
    const won = part ? [] : winners({ ...view, standings: rows });
    return [won.length ? "" : group ? direction(group) : tr("Standings"), ...won, make("ol", "places", ...made)];
  });
}

document.addEventListener("keydown", (pressed) => {
  if (!isOn() || pressed.ctrlKey || pressed.altKey || pressed.metaKey) return;
  const does = {
    " ": pause,
    p: pause,
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    Escape: () => (location.hash = "#tables"),
  }[pressed.key];
  if (!does || (pressed.key === " " && within(pressed, "button"))) return;
  pressed.preventDefault();
  does();
});
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && isOn()) location.hash = "#tables";
});
document.addEventListener("pointermove", () => {
  $("wall").classList.add("touched");
  clearTimeout(moved);
  moved = setTimeout(() => $("wall").classList.remove("touched"), MOVED_MS);
});
$("to-wall").addEventListener("click", () => {
  if (navigator.userActivation?.isActive) document.documentElement.requestFullscreen?.().catch(() => {});
});
setInterval(() => {
  const clock = $("wall-clock");
  if (isOn() && clock) showClock(clock, view);
}, 1000);
