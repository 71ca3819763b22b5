// Sends something to the server of the page, with the token by which it knows its own page.

import { tr } from "./words.js";

/** @type {(page: Document) => string | undefined} */
const tokenOf = (page) => page.querySelector('meta[name="token"]')?.getAttribute("content") ?? undefined;

let token = tokenOf(document) ?? "";

/** What the page wants to know: that its server was started anew. @type {{ anew: () => void }} */
export const server = { anew: () => {} };

/**
 * Send something to a place of the table. One that was started anew has another token, which its page tells.
 * @type {(place: string, body: BodyInit) => Promise<Response>}
 */
export async function post(place, body) {
  const held = token, answer = await send(place, body);
  if (answer.status !== 403) return answer;
  if (token === held) await renewToken(); // maybe as another one does that was refused, too
  return token === held ? answer : send(place, body);
}

/** @type {(place: string, body: BodyInit) => Promise<Response>} */
const send = (place, body) =>
  fetch(place, { method: "POST", headers: { "content-type": "application/json", "x-token": token }, body });

/** Take the token of the page, asked for again. */
async function renewToken() {
  const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  const found = tokenOf(page) ?? token;
  if (found !== token) server.anew();
  token = found;
}

/** @type {(answer: Response) => Promise<any>} */
const asJson = (answer) => answer.json();

/**
 * What a place of the table answers, or why it refused. `lost`: no answer came. `seat`: whose name it refused.
 * @type {(asked: Promise<Response>, read?: (answer: Response) => Promise<any>) => Promise<[told: any, refused: string, lost?: boolean, seat?: string | null]>}
 */
export async function answerTo(asked, read = asJson) {
  try {
    const answer = await asked;
    return answer.ok
      ? [answer.status === 204 ? null : await read(answer), ""]
      : [null, await answer.text(), false, answer.headers.get("x-seat")];
  } catch {
    return [null, tr("The table does not answer."), true];
  }
}
