// A match where nobody plays, on the page of a room and on phones: cards in a row, and what all may know of a player.

import { face } from "./cards.js";
import { make, withLabel } from "./dom.js";
import { tr, trN } from "./words.js";

/** @import { BoardPlayer, CardFace, MatchBoard } from "./views.d.ts" */

/**
 * Cards side by side, over each other where there is no room.
 * @type {(cards: CardFace[], of: { look: string, game: string }) => HTMLElement}
 */
export const several = (cards, { look, game }) =>
  make("div", "held", ...cards.map((card) => make("span", "lies", face(card, look, game))));

/** The cards in the middle that are seen: the top of a pile, or all. @type {(cards: CardFace[], board: MatchBoard) => CardFace[]} */
export const topOf = (cards, { apart }) => apart ? cards : cards.slice(-5);

/** The sign of who deals. */
export const dealerSign = () => withLabel(make("span", "dealer", tr("D")), tr("deals"), "img");

/**
 * What is counted, and what was said of a player.
 * @type {(board: MatchBoard, player: BoardPlayer, won: boolean) => string[]}
 */
export function factsOf({ crate }, { beside, won: { tricks }, open }, won) {
  return [
    ...(won ? [tr("winner")] : []),
    ...beside,
    ...(tricks ? [trN("{n} trick", "{n} tricks", tricks)] : []),
    ...(crate ? [tr("crate {n} of {all}", { n: open.length, all: crate })] : []),
  ];
}
