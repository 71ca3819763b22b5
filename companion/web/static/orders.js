// Sends what somebody does to the table, one after another.

import { answerTo, post, server } from "./requests.js";

/** @typedef {(text: string, seat?: string | null) => void} Refuses */

let last = Promise.resolve();
let waiting = 0, latest = 0, done = 0;

/**
 * What the page wants to know: a refusal in words, maybe because the table is `lost`, and whether hands are still moving.
 * @type {{ trouble: (text: string, lost?: boolean) => void, busy: (busy: boolean) => void }}
 */
export const tells = { trouble: () => {}, busy: () => {} };

/**
 * Do this when everything before it has arrived. Whether it is taken; what `refuses` hears why not.
 * @type {(asked: { do: string, [name: string]: unknown }, refuses?: Refuses) => Promise<boolean>}
 */
export function order(asked, refuses) {
  waiting += 1;
  tellBusy();
  const sent = last.then(() => send(asked, refuses));
  last = sent.then(() => {
    waiting -= 1;
    tellBusy();
  });
  return sent;
}

/**
 * So many orders are done, as the table counts them; one that was started `anew` knows of none before.
 * @type {(number: number, anew: boolean) => void}
 */
export function areDone(number, anew) {
  if (anew) latest = 0;
  done = number;
  tellBusy();
}

server.anew = () => {
  latest = done = 0;
};

/** Whether something that was asked for is still being done. */
function tellBusy() {
  tells.busy(waiting > 0 || done < latest);
}

/** @type {(asked: object, refuses?: Refuses) => Promise<boolean>} */
async function send(asked, refuses) {
  const [told, refused, lost, seat] = await answerTo(post("/orders", JSON.stringify(asked)));
  if (told) latest = told.number;
  else {
    tells.trouble(refused, lost);
    refuses?.(refused, seat);
  }
  return Boolean(told);
}
