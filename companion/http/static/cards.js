// Cards, drinks and backs as elements, at any size: `--card` is the width of a card.

import { copy, draw, make } from "./dom.js";
import { tr, trAs } from "./words.js";

/** @import { CardFace } from "./views.d.ts" */

/** @type {Record<string, string>} */
const SUITS = { S: tr("spades"), H: tr("hearts"), D: tr("diamonds"), C: tr("clubs") };
/** @type {Record<string, string>} */
const COLOURS = { B: "black", G: "green", R: "red", Y: "yellow" }; // of the style sheet
/** @type {Record<string, string>} */
const COLOUR_NAMES = { B: tr("black"), G: tr("green"), R: tr("red"), Y: tr("yellow") };
/** @type {Record<string, string>} */
const COLOURS_ALONE = {
  B: trAs("suit", "black"),
  G: trAs("suit", "green"),
  R: trAs("suit", "red"),
  Y: trAs("suit", "yellow"),
}; // nouns in some languages
/** The letters in the corners of court cards. @type {Record<string, string>} */
const COURTS = { J: trAs("court", "J"), Q: trAs("court", "Q"), K: trAs("court", "K") };
/** @type {Record<string, string>} */
const RANKS = { A: trAs("rank", "ace"), K: trAs("rank", "king"), Q: trAs("rank", "queen"), J: trAs("rank", "jack") };

/** Each suit around 0 0, some 20 wide. @type {Record<string, string>} */
const SHAPES = {
  S: "M0-11C-3-6-10-2-10 4c0 5 6 6 8.5 2C-1.5 9-3 10.5-4.5 11h9C3 10.5 1.5 9 1.5 6 4 10 10 9 10 4 10-2 3-6 0-11z",
  H: "M0 11C-14 1-11-10-5-10c3 0 4.5 2 5 4C.5-8 2-10 5-10c6 0 9 11-5 21z",
  D: "M0-11.5C2-7 5-3 8.5 0 5 3 2 7 0 11.5-2 7-5 3-8.5 0-5-3-2-7 0-11.5z",
  C: "M0-11c5 0 6.5 5 3.5 8.5C8-4.5 11-1.5 10.5 2 10 6.5 4 7.5 1.5 3.5 1.5 7 3 10 4.5 11h-9C-3 10-1.5 7-1.5 3.5-4 7.5-10 6.5-10.5 2-11-1.5-8-4.5-3.5-2.5-6.5-6-5-11 0-11z",
};

/** Where the pips of a card lie, on a card of 60 by 84. */
const [LEFT, RIGHT] = [20.5, 39.5];
/** @type {Record<string, number[]>} */
const SIDES = { 4: [20, 64], 6: [20, 42, 64], 8: [18, 34, 50, 66] };
/** @type {Record<string, number[]>} */
const MIDDLE = { A: [42], 2: [20, 64], 3: [20, 42, 64], 5: [42], 7: [31], 8: [31, 53], 9: [42], 10: [26, 58] };
/** @type {Record<string, number>} */
const ON_SIDES = { 4: 4, 5: 4, 6: 6, 7: 6, 8: 6, 9: 8, 10: 8 };

/** A court card is a figure twice: hair, face, robe, collar, and what it wears. @type {Record<string, string>} */
const HAIR = { K: "M21 21h18v10c0 3-18 3-18 0z", Q: "M20 22c0-9 20-9 20 0v12H20z", J: "M22 20h16v10H22z" };
/** @type {Record<string, string>} */
const HATS = {
  K: "M20.5 21l-2-13 6 5L30 6.500l5.5 6.5 6-5-2 13c-6-1.5-13-1.5-19 0z",
  Q: "M22 17.500l-1-6.5 4.5 2.500L30 8l4.5 5.500L39 11l-1 6.500c-5-1.5-11-1.5-16 0z",
  J: "M20 21c0-8 5-11 11-11 3-4 7-5 11-4-1 5-3 7-6 8 3 1 4 4 4 7-6-2-14-2-20 0z",
};

/** @type {Record<string, string>} */
const DRINKS = {
  red: "#c9473f",
  green: "#4d9468",
  blue: "#4a7cb4",
  yellow: "#e3b93e",
  white: "#f6f2e6",
  black: "#3d3a45",
};

/**
 * A colour or a shape of a drink as people say it; what a house calls its own drinks stays.
 * @type {(word: string) => string}
 */
export const drinkWord = (word) => DRINK_WORDS[word] ?? word;

/** @type {Record<string, string>} */
const DRINK_WORDS = {
  red: tr("red"),
  green: tr("green"),
  blue: tr("blue"),
  yellow: tr("yellow"),
  white: tr("white"),
  black: tr("black"),
  can: tr("can"),
  tall: tr("tall"),
  small: tr("small"),
  bottle: tr("bottle"),
  high: tr("high"),
  tallest: tr("tallest"),
};

/**
 * What a card is called aloud; `look` is "suits", "colours" (a suit is one), or "drinks" (and the rank a shape).
 * @type {(card: CardFace, look: string) => string}
 */
export function nameOfCard(card, look) {
  if (look === "drinks") return tr("{colour} {shape}", { colour: drinkWord(card.suit), shape: drinkWord(card.rank) });
  const rank = RANKS[card.rank] ?? card.rank;
  if (!card.suit) return rank;
  return look === "colours"
    ? tr("{colour} {rank}", { colour: COLOUR_NAMES[card.suit], rank })
    : tr("{rank} of {suit}", { rank, suit: SUITS[card.suit] });
}

/** The letters of a rank in the corner of a card. @type {(card: CardFace) => string} */
export const letterOf = ({ rank }) => COURTS[rank] ?? rank;

/** What a suit is called: "clubs", "red". @type {(suit: string, look: string) => string} */
export const suitName = (suit, look) => (look === "colours" ? COLOURS_ALONE : SUITS)[suit] ?? suit;

/**
 * A suit as a drawn sign, or its colour as a spot; in the colour of its cards.
 * @type {(suit: string, look?: string) => Element}
 */
export function suitSign(suit, look) {
  if (look !== "colours" && !SHAPES[suit]) return make("span", "", suit);
  const made = look === "colours" ? make("span", "swatch") : drawing("-12 -12 24 24", path(SHAPES[suit]));
  made.classList.add("suit", colourOf({ suit }, look));
  return made;
}

/** @type {Map<string, HTMLElement>} */
const faces = new Map();

/**
 * The face of a card of this game, to look at. Each is drawn once.
 * @type {(card: CardFace, look: string, game: string) => HTMLElement}
 */
export function face(card, look, game) {
  const key = [game, look, card.suit, card.rank, card.picture].join();
  const known = faces.get(key) ?? newFace(card, look, game);
  faces.set(key, known);
  return copy(known);
}

/** @type {(card: CardFace, look: string, game: string) => HTMLElement} */
function newFace(card, look, game) {
  if (look === "drinks") return drink(card, game);
  const made = make("span", `card ${colourOf(card, look)}${look === "colours" ? " coloured" : ""}`);
  const bird = look === "colours" && !card.suit;
  const wide = card.rank.length > 1 ? "wide" : "";
  const index = () => (card.picture ? [picture(game, card.picture)] : [make("b", wide, letterOf(card))]);
  /** @type {(where: string) => HTMLElement} */
  const corner = (where) =>
    make("span", `corner ${where}`, ...index(), ...(SHAPES[card.suit] ? [suitSign(card.suit)] : []));
  made.append(corner("top"), ...centre(card, look, game), corner("bottom"));
  if (look === "colours") made.append(make("span", "edge", bird ? card.rank : COLOUR_NAMES[card.suit]));
  return made;
}

/** @type {(card: CardFace, look: string, game: string) => Element[]} */
function centre(card, look, game) {
  if (card.picture) return [make("span", "big", picture(game, card.picture))];
  if (!SHAPES[card.suit] || look === "colours") {
    return [make("span", "big", make("b", card.rank.length > 1 ? "wide" : "", card.rank))];
  }
  return [HATS[card.rank] ? court(card) : pips(card)];
}

/** @type {(card: CardFace) => SVGElement} */
function pips({ rank, suit }) {
  const rows = SIDES[ON_SIDES[rank]] ?? [];
  const spots = [...rows.flatMap((y) => [[LEFT, y], [RIGHT, y]]), ...(MIDDLE[rank] ?? []).map((y) => [30, y])];
  const size = rank === "A" ? 1.5 : spots.length > 8 ? 0.48 : 0.62;
  const made = spots.map(([x, y]) => path(SHAPES[suit], "", `translate(${x} ${y}) scale(${y > 42 ? -size : size})`));
  return drawing("0 0 60 84", ...made);
}

/** @type {(card: CardFace) => SVGElement} */
function court({ rank, suit }) {
  /** @type {(turn: boolean) => SVGElement} */
  const half = (turn) => {
    const worn = [
      path("M15 42v-3c2-6 8-10 15-10s13 4 15 10v3z"),
      path(HAIR[rank], "hair"),
      path("M24 20h12v5c0 9-12 9-12 0z", "skin"),
      path("M25 30l5 6 5-6 3 1.5L30 42l-8-10.5z", "gold"),
      path("M26.8 21.500h1.600v1.800h-1.600zM31.6 21.500h1.600v1.800h-1.600zM28.5 26h3v.8h-3z", "eyes"),
      path(HATS[rank], rank === "J" ? "" : "gold"),
      path("M15 41h30v1H15z", "gold"),
      path(SHAPES[suit], "", "translate(41.5 23.5) scale(.27)"),
    ];
    return draw("g", turn ? { transform: "rotate(180 30 42)" } : {}, ...worn);
  };
  return drawing(
    "0 0 60 84",
    draw("rect", { x: 15, y: 5, width: 30, height: 74, rx: 2, class: "frame" }),
    half(false),
    half(true),
  );
}

/** @type {(card: CardFace, game: string) => HTMLElement} */
function drink(card, game) {
  const made = make("span", "card drink");
  made.style.setProperty("--drink", DRINKS[card.suit] ?? (CSS.supports("color", card.suit) ? card.suit : "silver"));
  made.append(
    card.picture ? picture(game, card.picture) : make("span", "glass"),
    make("span", "label", drinkWord(card.suit)),
  );
  if (!card.picture) made.append(make("span", "label", drinkWord(card.rank)));
  return made;
}

/** A card seen from behind. @type {() => HTMLElement} */
export function back() {
  return make("span", "card back");
}

const FIST =
  "M10 30c-4-1-6-4-6-8 0-3 2-5 4-6 0-5 3-8 7-8 1-3 4-4 7-3 2-2 6-2 8 0 3-1 6 0 7 3 4 1 6 5 5 9v6c0 9-5 14-12 14H22c-6 0-10-2-12-7z";
const KNUCKLES = "M15 9c-1 3-1 7 0 10M23 6c-1 4-1 8 0 12M31 6c1 4 1 8 0 12M8 17c5-1 12 1 14 4 2 4-2 7-6 6-3 0-5-1-7-2";
const PALM =
  "M16 44c-6-4-9-9-13-16-2-4 2-6 5-3l5 5-3-19c-1-4 4-5 5-1l3 13V5c0-4 5-4 5 0v17l4-15c1-4 6-3 5 1l-2 16 5-9c2-4 7-2 5 2-4 9-4 16-9 23-3 4-11 6-15 4z";

/** A hand of pieces, from outside: an open palm, or a fist. @type {(open: boolean) => SVGElement} */
export function fist(open) {
  const made = shape("0 0 46 46", open ? PALM : FIST, "skin");
  if (!open) made.append(path(KNUCKLES, "knuckles"));
  return made;
}

/** A card face down that is drawn as a bone. @type {() => HTMLElement} */
export function bone() {
  const made = back();
  made.append(
    shape(
      "0 0 60 84",
      "M17 72c-5-5 1-11 5-7 1 1 2 2 3 2h10c1 0 2-1 3-2 4-4 10 2 5 7 5 5-1 11-5 7-1-1-2-2-3-2H25c-1 0-2 1-3 2-4 4-10-2-5-7z",
      "bone",
    ),
  );
  return made;
}

/** The back of a card, small; with an arrow up where a click turns the cards up. @type {(up: boolean) => SVGElement} */
export function smallBack(up) {
  const made = shape(
    "0 0 20 20",
    "M6 2.5h8a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 16V4A1.5 1.5 0 0 1 6 2.5z",
    "sheet",
  );
  made.append(path(up ? "M10 13V7m-2.5 2.5L10 7l2.5 2.5" : "M10 5.5l3 4.5-3 4.5-3-4.5z", "print"));
  made.classList.add("icon");
  return made;
}

/** A symbol among the pictures of a game. @type {(game: string, symbol: string) => SVGElement} */
export function picture(game, symbol) {
  const made = drawing("", draw("use", { href: `/games/${game}.svg#${symbol}` }));
  made.classList.add("picture");
  return made;
}

/** @type {(card: { suit: string }, look?: string) => string} */
function colourOf(card, look) {
  if (look === "colours") return COLOURS[card.suit] ?? "bird";
  return card.suit === "H" || card.suit === "D" ? "red" : card.suit ? "black" : "number";
}

/** A drawn shape of one path. @type {(box: string, d: string, name?: string) => SVGElement} */
export const shape = (box, d, name) => drawing(box, path(d, name));

/** @type {(box: string, ...shapes: SVGElement[]) => SVGElement} */
function drawing(box, ...shapes) {
  return draw("svg", { "aria-hidden": "true", ...(box && { viewBox: box }) }, ...shapes);
}

/** @type {(d: string, name?: string, transform?: string) => SVGElement} */
const path = (d, name = "", transform = "") =>
  draw("path", { d, ...(name && { class: name }), ...(transform && { transform }) });
