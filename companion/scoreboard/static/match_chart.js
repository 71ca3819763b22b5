// The course of a match as a drawing: a line for each player or for partners together. Texts go in as text.

import { draw, make, withLabel } from "./dom.js";
import { inList, steps } from "./sentences.js";
import { plain, tr, unitOf } from "./words.js";

/** @import { ChartLines } from "./views.d.ts" */

const WIDE = 340, HIGH = 200, LEFT = 34, RIGHT = 8, TOP = 10, FOOT = 22;

/**
 * Drawing, and below it whose line is whose and where it ends.
 * @type {(curve: ChartLines, names: string[]) => Element[]}
 */
export function chart(curve, names) {
  const all = curve.points.flat();
  const low = Math.min(...all), high = Math.max(...all, low + 1), last = Math.max(1, curve.points.length - 1);
  /** @type {(step: number) => number} */
  const x = (step) => LEFT + (step / last) * (WIDE - LEFT - RIGHT);
  /** @type {(standing: number) => number} */
  const y = (standing) => TOP + ((high - standing) / (high - low)) * (HIGH - TOP - FOOT);
  const ends = curve.sides.map((side) =>
    `${inList(side.map((seat) => names[seat]))} ${plain(curve.points[curve.points.length - 1][side[0]])}`
  );
  const unit = unitOf(curve.counted);
  const course = curve.step === "turn" ? tr("{unit} by turn", { unit }) : tr("{unit} by deal", { unit });
  const svg = draw("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}` });
  withLabel(svg, `${course}: ${ends.join(", ")}`, "img");
  for (const standing of new Set([low, Math.round((low + high) / 2), high])) {
    svg.append(draw("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: y(standing), y2: y(standing) }));
    svg.append(draw("text", { x: LEFT - 5, y: y(standing) + 4, "text-anchor": "end" }, plain(standing)));
  }
  svg.append(
    draw("text", { x: LEFT, y: HIGH - 5 }, "0"),
    draw("text", { x: WIDE - RIGHT, y: HIGH - 5, "text-anchor": "end" }, steps(curve.step, curve.points.length - 1)),
  );
  for (const step of curve.corrected) {
    svg.append(draw("line", { class: "corrected", x1: x(step), x2: x(step), y1: TOP, y2: HIGH - FOOT }));
  }
  curve.sides.forEach((side, place) => {
    const points = curve.points.map((standing, step) => `${x(step)},${y(standing[side[0]])}`);
    svg.append(draw("polyline", { class: `s${place}`, points: points.join(" ") }));
  });
  const told = curve.corrected.length ? [make("p", "corrected", tr("Dotted: a score was corrected by hand."))] : [];
  return [svg, make("ul", "legend", ...ends.map((end, place) => make("li", "", sample(place), end))), ...told];
}

/** A piece of a line, to be found again in the drawing. @type {(place: number) => SVGElement} */
export function sample(place) {
  const made = draw("svg", { class: "sample", viewBox: "0 0 32 10", "aria-hidden": "true" });
  made.append(draw("line", { class: `s${place}`, x1: 0, x2: 32, y1: 5, y2: 5 }));
  return made;
}
