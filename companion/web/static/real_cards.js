// Readers that are plugged in, or a phone: with one of them the chosen game is played with real cards.

import { $, button, say } from "./dom.js";
import { answerTo, post } from "./requests.js";
import { tr } from "./words.js";

/** @import { ReadersTold } from "./views.d.ts" */

/**
 * Offer to play with real cards; of several readers that are there now the next click chooses one.
 * @type {(game: () => string) => Promise<void>}
 */
export async function offerReaders(game) {
  /** @type {[ReadersTold | null, ...unknown[]]} */
  const [told] = await answerTo(fetch("/readers"));
  const readers = told?.readers ?? [];
  $("real").hidden = !readers.length;
  /** @type {(number: number) => Promise<void>} */
  const begins = async (number) => {
    const wish = { number, reader: readers[number], game: game() };
    const [, refused, lost] = await answerTo(post("/readers", JSON.stringify(wish)));
    if (!refused || lost) return; // another page comes in place of this one
    say($("deal-said"), refused);
    await offerReaders(game);
  };
  const ways = readers.map((reader, number) => button("", reader, () => begins(number)));
  const offers = () => (ways.length > 1 ? $("real").replaceChildren(...ways) : begins(0));
  $("real").replaceChildren(button("", tr("Play with real cards"), offers));
}
