// The middle of the table: each player's cards by the player's name, as they sit around it; or a pile.

import { several, topOf } from "./card_rows.js";
import { nameOfCard } from "./cards.js";
import { make, withLabel } from "./dom.js";
import { tr, trN } from "./words.js";

/** @import { BoardPlayer, CardFace, MatchBoard } from "./views.d.ts" */

let seated = "";

/** What lies in the middle; nothing for a game without a middle. @type {(view: MatchBoard) => HTMLElement[]} */
export function felt(view) {
  if (view.look === "drinks") return [];
  if (view.scored && view.lies.every(({ seat }) => seat === null)) return [];
  const middle = view.lies.filter(({ seat }) => seat === null);
  if (isAround(view) && !middle.length) return view.players.map((player, seat) => place(view, player, seat));
  return [pile(view, middle.flatMap(({ cards }) => cards))];
}

/**
 * Whether cards lie by the names of their players: so they did before, where none lies now.
 * @type {(view: MatchBoard) => boolean}
 */
export function isAround(view) {
  if (view.lies.some(({ seat }) => seat !== null)) seated = view.game;
  return seated === view.game || view.dealer !== null;
}

/** @type {(view: MatchBoard, player: BoardPlayer, seat: number) => HTMLElement} */
function place(view, player, seat) {
  const order = view.lies.findIndex((lying) => lying.seat === seat);
  const cards = order < 0 ? [] : view.lies[order].cards;
  const turn = view.turn.includes(seat), first = view.took ?? view.ahead;
  const facts = [
    ...(order === 0 && view.lies.length ? [tr("led")] : []),
    ...(cards.length && seat === first ? [view.took === null ? tr("ahead") : tr("took it")] : []),
  ];
  const named = Object.assign(make("span", "name", player.name), { dir: "auto" }); // it is cut at its end
  const name = make("figcaption", "", named, make("span", "fact", facts.join(", ")));
  const made = make(
    "figure",
    `place${turn ? " turn" : ""}${cards.length && seat === first ? " first" : ""}`,
    cards.length ? several(cards, view) : empty(view.lies.length ? "" : player.beside[0]),
    name,
  );
  made.style.gridArea = "abcdef"[seat];
  const told = cards.map((card) => nameOfCard(card, view.look)).join(", ") || tr("nothing yet");
  return withLabel(made, `${player.name}: ${[told, ...facts].join(", ")}`, "group");
}

/** The place of a card; before one is led, what was said there. @type {(said: string) => HTMLElement} */
const empty = (said) => make("div", "held", make("span", "empty", said));

/** @type {(view: MatchBoard, cards: CardFace[]) => HTMLElement} */
function pile(view, cards) {
  const seen = topOf(cards, view), made = cards.length ? several(seen, view) : empty("");
  const many = cards.length > 1 ? trN("{n} card", "{n} cards", cards.length) : cards.length ? "" : view.memo;
  const told = seen.map((card) => nameOfCard(card, view.look)).join(", ");
  return withLabel(
    make("figure", "place pile", made, make("figcaption", "", many)),
    told || many || tr("nothing yet"),
    "group",
  );
}
