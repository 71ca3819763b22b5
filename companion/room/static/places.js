// The table from above: a place for each player, the cards that lie open before it, and what all may know.

import { dealerSign, factsOf, several, topOf } from "./card_rows.js";
import { nameOfCard, suitName, suitSign } from "./cards.js";
import { make, withLabel } from "./dom.js";
import { plain, tr, trAs, unitOf } from "./words.js";

/** @import { BoardPlayer, MatchBoard } from "./views.d.ts" */

/**
 * The table in parts: the line above it, the places, and what lies in the middle.
 * @type {(board: MatchBoard) => HTMLElement[]}
 */
export function places(board) {
  const seats = board.players.map((player, seat) => place(board, player, seat));
  const around = make("div", `around of-${seats.length}`, middle(board), ...seats);
  return [head(board), around];
}

/** @type {(board: MatchBoard) => HTMLElement} */
function head(board) {
  const { trump, look } = board;
  const suit = trump && !board.scored
    ? make("span", "trump", tr("Trump"), " ", suitSign(trump.suit, look), suitName(trump.suit, look))
    : null;
  return make(
    "p",
    "head",
    make("b", "", board.title),
    make("span", "", [board.where, board.memo].filter(Boolean).join(", ")),
    suit,
  );
}

/** @type {(board: MatchBoard, player: BoardPlayer, seat: number) => HTMLElement} */
function place(board, player, seat) {
  const cards = board.lies.filter((lying) => lying.seat === seat).flatMap((lying) => lying.cards);
  const first = cards.length > 0 && seat === (board.took ?? board.ahead);
  const turn = board.turn.includes(seat), won = board.won.includes(seat);
  const marks = [turn && "turn", first && "first", won && "won"].filter(Boolean).join(" ");
  const name = make(
    "p",
    "name",
    seat === board.dealer ? dealerSign() : null,
    Object.assign(make("b", "", player.name), { dir: "auto" }), // it is cut at its end
    make("span", "stands", player.stands, player.beside_score && `, ${player.beside_score}`),
  );
  const facts = [...factsOf(board, player, won), ...player.markers.map((card) => card.rank)];
  const open = [...cards, ...player.open];
  const made = make("article", `place ${marks}`, several(open, board), name, make("p", "facts", facts.join(" · ")));
  made.style.gridArea = "abcdef"[seat];
  if (turn) made.setAttribute("aria-current", "true");
  const told = [
    `${plain(player.stands)} ${unitOf(board.counted)}`,
    ...player.beside_score ? [player.beside_score] : [],
    ...open.map((card) => nameOfCard(card, board.look)),
    ...facts,
    ...(seat === board.dealer ? [trAs("dealer", "Deals")] : []),
  ];
  return withLabel(made, `${player.name}: ${told.join(", ")}`, "group");
}

/** @type {(board: MatchBoard) => HTMLElement} */
function middle(board) {
  const cards = board.lies.filter((lying) => lying.seat === null).flatMap((lying) => lying.cards);
  return make("div", "middle", several(topOf(cards, board), board));
}
