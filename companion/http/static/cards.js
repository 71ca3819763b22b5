// Cards, drinks and backs as elements.

import { make } from "./dom.js";

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs", B: "black", G: "green", R: "red", Y: "yellow" };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack" };

/** What a card is called aloud; `look` is "suits", "colours" (a suit is one), or "drinks" (and the rank a shape). */
export function spoken(card, look) {
  if (look === "drinks") return `${card.suit} ${card.rank}`;
  const rank = RANKS[card.rank] ?? card.rank;
  return card.suit ? (look === "colours" ? `${SUITS[card.suit]} ${rank}` : `${rank} of ${SUITS[card.suit]}`) : rank;
}

/** The face of a card, to look at. */
export function face(card, look) {
  if (look === "drinks") return drink(card);
  const made = make("span", `card ${colourOf(card, look)}`);
  const bird = look === "colours" && !card.suit;
  const rank = bird ? "♜" : card.rank;
  const sign = look === "colours" ? "" : SIGNS[card.suit] ?? "";
  const corner = (where) => make("span", `corner ${where}`, "", make("b", "", rank), make("i", "", sign));
  made.append(corner("top"), make("span", sign ? "pip" : "pip number", bird ? card.rank : sign || rank), corner("bottom"));
  return made;
}

function drink(card) {
  const made = make("span", "card drink");
  const glass = make("span", "glass");
  glass.style.setProperty("--drink", CSS.supports("color", card.suit) ? card.suit : "silver");
  made.append(glass, make("span", "label", card.suit), make("span", "label", card.rank));
  return made;
}

/** A card seen from behind. */
export function back() {
  return make("span", "card back");
}

function colourOf(card, look) {
  if (look === "colours") return { B: "black", G: "green", R: "red", Y: "yellow" }[card.suit] ?? "bird";
  return card.suit === "H" || card.suit === "D" ? "red" : card.suit ? "black" : "number";
}
