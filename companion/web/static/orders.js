// Sends what somebody does to the table, one after another.

import { tr } from "./words.js";

/** @type {(page: Document) => string | undefined} */
const tokenOf = (page) => page.querySelector('meta[name="token"]')?.getAttribute("content") ?? undefined;

let token = tokenOf(document) ?? "";
/** @type {Promise<void>} */
let last = Promise.resolve();
let waiting = 0, latest = 0, done = 0;

/**
 * What the page wants to know: a refusal in words, and whether hands are still moving.
 * @type {{ trouble: (text: string) => void, busy: (busy: boolean) => void }}
 */
export const tells = { trouble: () => {}, busy: () => {} };

/**
 * Do this when everything before it has arrived.
 * @type {(asked: { do: string, [name: string]: unknown }) => Promise<void>}
 */
export function order(asked) {
  waiting += 1;
  tellBusy();
  last = last.then(() => send(asked)).then(() => {
    waiting -= 1;
    tellBusy();
  });
  return last;
}

/** Whether something that was asked for is still being done. */
const isBusy = () => waiting > 0 || done < latest;

/**
 * So many orders are done, as the table counts them; one that was started `anew` knows of none before.
 * @type {(number: number, anew: boolean) => void}
 */
export function areDone(number, anew) {
  if (anew) latest = 0;
  done = number;
  tellBusy();
}

/**
 * Send something to a place of the table. One that was started anew has another token, which its page tells.
 * @type {(place: string, body: BodyInit) => Promise<Response>}
 */
export async function post(place, body) {
  const answer = await posted(place, body);
  return answer.status === 403 && (await renewed()) ? posted(place, body) : answer;
}

/** @type {(place: string, body: BodyInit) => Promise<Response>} */
const posted = (place, body) =>
  fetch(place, { method: "POST", headers: { "content-type": "application/json", "x-token": token }, body });

/**
 * Whether the page, asked for again, has another token.
 * @type {() => Promise<boolean>}
 */
async function renewed() {
  const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  const found = tokenOf(page) ?? token;
  const another = found !== token;
  if (another) latest = done = 0;
  token = found;
  return another;
}

/**
 * What a place of the table answers, and why it refused: one of them is there.
 * @type {(asked: Promise<Response>) => Promise<[told: any, refused: string]>}
 */
export async function answerTo(asked) {
  try {
    const answer = await asked;
    return answer.ok ? [await answer.json(), ""] : [null, await answer.text()];
  } catch {
    return [null, tr("The table does not answer.")];
  }
}

function tellBusy() {
  tells.busy(isBusy());
}

/** @type {(asked: object) => Promise<void>} */
async function send(asked) {
  const [told, refused] = await answerTo(post("/orders", JSON.stringify(asked)));
  if (told) latest = told.number;
  else tells.trouble(refused);
}
