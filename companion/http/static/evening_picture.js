// An evening as a picture, drawn here in the browser: nothing is asked for and nothing is sent.

import { suitName } from "./cards.js";
import { dayInWords } from "./days.js";
import { button, make, save } from "./dom.js";
import { facts, inList, people, steps } from "./sentences.js";
import { plain, tr, unitOf } from "./words.js";

/** @import { CardFace, MatchEnding } from "./views.d.ts" */

const WIDE = 1080, HIGH = 1350, EDGE = 80;
const SERIF = 'Georgia, "DejaVu Serif", serif', SANS = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
const INK = "#f6f1e3", QUIET = "#b9d0c4", GOLD = "#e9c877", SHEET = "#ffffff14";
const LINES = ["#ffd54a", "#6fc3ff", "#ff9b85", "#8fe3a5", "#d7a8ff"];
const DASHES = [[], [18, 10], [5, 10], [26, 8, 5, 8], [10, 5]];

/**
 * A button that gives the picture away, and a line of a class that says what became of it.
 * @type {(ending: MatchEnding, at: string, said: string, main?: boolean) => HTMLElement[]}
 */
export function sharing(ending, at, said, main = false) {
  const line = make("p", said);
  line.setAttribute("role", "status");
  const gives = sends() ? tr("Send a picture") : tr("Save a picture");
  return [button(main ? "main" : "", gives, async () => (line.textContent = await share(ending, at))), line];
}

/** Whether this browser gives pictures to other programs; else it saves them. @type {() => boolean} */
const sends = () => Boolean(navigator.canShare?.({ files: [new File([], "game.png", { type: "image/png" })] }));

/**
 * Give the picture to other programs of the phone, or save it; what was done, in words. Empty: nothing to say.
 * @type {(ending: MatchEnding, at: string) => Promise<string>}
 */
async function share(ending, at) {
  const blob = await new Promise((done) => picture(ending, at).toBlob(done, "image/png"));
  const day = at ? at.slice(0, 10) : "evening";
  const file = new File([blob], `${ending.title} ${day}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    const shared = await navigator.share({ files: [file], title: ending.title }).then(
      () => "",
      (problem) => problem.name,
    );
    if (shared !== "NotAllowedError") return "";
  }
  save(file, file.name);
  return tr("The picture is saved among your downloads.");
}

/** The picture, as a canvas. @type {(ending: MatchEnding, at: string) => HTMLCanvasElement} */
export function picture(ending, at) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const felt = pen.createRadialGradient(WIDE / 2, 260, 80, WIDE / 2, 500, 1100);
  felt.addColorStop(0, "#2c6651");
  felt.addColorStop(1, "#0c241c");
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.fillStyle = "#3a2b20";
  pen.fillRect(0, 0, WIDE, 18);
  pen.fillRect(0, HIGH - 18, WIDE, 18);
  pen.textBaseline = "alphabetic";
  write(pen, `${ending.title}  ·  ${dayInWords(at)}`, EDGE, 110, 34, QUIET, SANS);
  const who = inList(ending.winners.map((seat) => ending.names[seat]));
  write(pen, who, EDGE, 235, 112, GOLD, SERIF, "600");
  write(pen, ending.winners.length > 1 ? tr("have won") : tr("has won"), EDGE, 292, 40, INK, SERIF, "italic");
  const below = standings(pen, ending, 350);
  curve(pen, ending, below + 24, HIGH - 320);
  writeFacts(pen, ending, HIGH - 280);
  return canvas;
}

/**
 * A text in one line, made smaller or cut where it is too long.
 * @type {(pen: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, colour: string, family: string, style?: string, wide?: number, align?: CanvasTextAlign) => void}
 */
function write(pen, text, x, y, size, colour, family, style = "", wide = WIDE - EDGE - x, align = "left") {
  /** @type {(px: number) => string} */
  const font = (px) => `${style} ${px}px ${family}`;
  pen.font = font(size);
  pen.font = font(Math.max(size * 0.55, Math.min(size, (size * wide) / (pen.measureText(text).width || 1))));
  const letters = [...text];
  while (letters.length > 1 && pen.measureText(letters.join("")).width > wide) letters.splice(-2, 2, "…");
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(letters.join(""), x, y);
}

/** @type {(pen: CanvasRenderingContext2D, ending: MatchEnding, top: number) => number} */
function standings(pen, ending, top) {
  const high = 66;
  ending.standings.forEach(({ seats, stands }, place) => {
    const y = top + place * (high + 8), won = ending.winners.includes(seats[0]);
    pen.fillStyle = won ? "#e9c87733" : SHEET;
    pen.beginPath();
    pen.roundRect(EDGE, y, WIDE - 2 * EDGE, high, 14);
    pen.fill();
    stroke(pen, line(ending, seats[0]), [[EDGE + 24, y + high / 2], [EDGE + 84, y + high / 2]]);
    write(pen, people(ending, seats), EDGE + 108, y + 46, 38, INK, SERIF, "", 600);
    write(pen, plain(stands), WIDE - EDGE - 28, y + 48, 44, won ? GOLD : INK, SANS, "600", 160, "right");
  });
  return top + ending.standings.length * (high + 8);
}

/** @type {(ending: MatchEnding, seat: number) => number} */
const line = (ending, seat) => ending.curve.sides.findIndex((side) => side.includes(seat));

/** @type {(pen: CanvasRenderingContext2D, number: number, points: number[][]) => void} */
function stroke(pen, number, points) {
  pen.strokeStyle = LINES[number % LINES.length];
  pen.setLineDash(DASHES[number % DASHES.length]);
  pen.lineWidth = 6;
  pen.lineJoin = pen.lineCap = "round";
  pen.beginPath();
  points.forEach(([x, y], place) => (place ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
  pen.setLineDash([]);
}

/** @type {(pen: CanvasRenderingContext2D, ending: MatchEnding, top: number, foot: number) => void} */
function curve(pen, { curve: chart }, top, foot) {
  const all = chart.points.flat(), low = Math.min(...all), high = Math.max(...all, low + 1);
  const last = Math.max(1, chart.points.length - 1);
  const left = EDGE + 70, wide = WIDE - EDGE - 10 - left;
  /** @type {(standing: number) => number} */
  const y = (standing) => top + 20 + ((high - standing) / (high - low)) * (foot - top - 70);
  for (const standing of new Set([low, Math.round((low + high) / 2), high])) {
    pen.fillStyle = "#ffffff26";
    pen.fillRect(left, y(standing), wide, 2);
    write(pen, plain(standing), left - 16, y(standing) + 9, 26, QUIET, SANS, "", 60, "right");
  }
  chart.sides.forEach((side, number) =>
    stroke(pen, number, chart.points.map((standing, step) => [left + (step / last) * wide, y(standing[side[0]])]))
  );
  const after = tr("{unit} after {steps}", { unit: unitOf(chart.counted), steps: steps(chart.step, last) });
  write(pen, after, WIDE - EDGE, foot - 6, 26, QUIET, SANS, "", 500, "right");
}

/** @type {(pen: CanvasRenderingContext2D, ending: MatchEnding, top: number) => void} */
function writeFacts(pen, ending, top) {
  const shown = facts(ending), gap = 20, wide = (WIDE - 2 * EDGE - gap) / 2;
  shown.slice(0, 4).forEach((fact, place) => {
    const x = EDGE + (place % 2) * (wide + gap), y = top + Math.floor(place / 2) * 116;
    pen.fillStyle = SHEET;
    pen.beginPath();
    pen.roundRect(x, y, wide, 104, 14);
    pen.fill();
    write(pen, fact.title, x + 22, y + 38, 24, QUIET, SANS, "", wide - 44);
    const cards = fact.cards ? trick(pen, fact.cards, ending.look, x + wide - 22, y + 24) : 0;
    if (!cards) write(pen, fact.large, x + wide - 22, y + 40, 34, GOLD, SERIF, "600", wide / 2, "right");
    const below = cards ? `${fact.large}, ${fact.small}` : fact.small;
    write(pen, below, x + 22, y + 80, 26, INK, SANS, "", wide - 44 - cards);
  });
}

const MOST_CARDS = 9;
/** @type {Record<string, string>} */
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
/** @type {Record<string, string>} */
const COLOURS = { H: "#b3202c", D: "#b3202c", R: "#b3202c", G: "#17703a", Y: "#7a5a00" };

/**
 * The cards of a trick, small; how wide they are.
 * @type {(pen: CanvasRenderingContext2D, cards: CardFace[], look: string, right: number, top: number) => number}
 */
function trick(pen, cards, look, right, top) {
  const shown = cards.slice(0, MOST_CARDS), wide = 46, step = Math.min(42, 240 / shown.length);
  shown.forEach((card, place) => {
    const x = right - wide - (shown.length - 1 - place) * step;
    pen.fillStyle = "#fffdf4";
    pen.strokeStyle = "#0005";
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.roundRect(x, top, wide, 60, 6);
    pen.fill();
    pen.stroke();
    const colour = COLOURS[card.suit] ?? "#1d1d22";
    const seen = place < shown.length - 1 ? step : wide; // the next one lies on the rest
    const size = card.rank.length > 2 ? 16 : 24;
    write(pen, card.rank, x + seen / 2, top + 28, size, colour, SERIF, "600", seen - 6, "center");
    if (look !== "colours") {
      write(pen, SIGNS[card.suit] ?? "", x + seen / 2, top + 52, 22, colour, SERIF, "", seen - 6, "center");
    } else if (card.suit) {
      pen.fillStyle = colour;
      pen.fillRect(x + 5, top + 37, wide - 10, 18);
      write(pen, suitName(card.suit, look), x + seen / 2, top + 51, 14, "#fff", SANS, "", seen - 12, "center");
    }
  });
  return (shown.length - 1) * step + wide + 16;
}
