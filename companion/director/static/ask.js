// Requests to the director: wishes go out with the page's token, and a refusal is shown.

import { $, say } from "./dom.js";
import { post } from "./requests.js";
import { tr } from "./words.js";

const ANSWER_MS = 20_000;

/**
 * Send an object; the text of a refusal, empty if there is none.
 * @type {(path: string, object: object) => Promise<string>}
 */
export async function send(path, object) {
  const answer = await post(path, JSON.stringify(object)).catch(() => null);
  if (answer?.ok) return "";
  return answer ? (await answer.text()) || tr("That was refused.") : tr("The director does not answer.");
}

/**
 * Wish for something, and show why it is refused; whether it was done.
 * @type {(object: object) => Promise<boolean>}
 */
export async function wish(object) {
  const refused = await send("/wishes", object);
  say($("refused"), refused);
  return !refused;
}

/**
 * A JSON answer, or its status if there is none; 0 also of a director that is gone without a word.
 * @type {(path: string) => Promise<any>}
 */
export const fetchAnswer = (path) =>
  fetch(path, { signal: AbortSignal.timeout(ANSWER_MS) }).then((answer) => answer.ok ? answer.json() : answer.status)
    .catch(() => 0);
