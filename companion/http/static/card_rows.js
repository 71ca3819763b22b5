// Cards in a row, where nobody plays: on the page of a room and on phones.

import { face } from "./cards.js";
import { make } from "./dom.js";

/** @import { CardFace } from "./views.d.ts" */

/**
 * Cards side by side, over each other where there is no room.
 * @type {(cards: CardFace[], of: { look: string, game: string }) => HTMLElement}
 */
export const several = (cards, { look, game }) =>
  make("div", "held", ...cards.map((card) => make("span", "lies", face(card, look, game))));

/**
 * The cards of a pile that are seen.
 * @type {(cards: CardFace[]) => CardFace[]}
 */
export const topOf = (cards) => cards.slice(-5);
