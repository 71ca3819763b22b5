// Readers that are plugged in, or a phone: with one of them the chosen game is played with real cards.

import { $, button } from "./dom.js";
import { answerTo, post } from "./posts.js";
import { tr } from "./words.js";

/** @import { ReadersTold } from "./views.d.ts" */

/**
 * Offer the readers that are there now, a button each.
 * @type {(game: () => string) => Promise<void>}
 */
export async function offerReaders(game) {
  /** @type {[ReadersTold | null, string]} */
  const [told] = await answerTo(fetch("/readers"));
  const readers = told?.readers ?? [];
  $("real").hidden = !readers.length;
  $("real").replaceChildren(...readers.map((reader, number) => {
    const begins = () => post("/readers", JSON.stringify({ number, game: game() })); // another page comes in place of this one
    return button("", tr("Play with real cards: {reader}", { reader }), begins);
  }));
}
