// Sends what somebody does to the table, one after another.

export const token = document.querySelector('meta[name="token"]').content;
let last = Promise.resolve();
let waiting = 0, latest = 0, done = 0;

/** What the page wants to know: a refusal in words, and whether hands are still moving. */
export const tells = { trouble: () => {}, busy: () => {} };

/** Do this when everything before it has arrived. */
export function order(asked) {
  waiting += 1;
  tellBusy();
  last = last.then(() => send(asked)).then(() => {
    waiting -= 1;
    tellBusy();
  });
  return last;
}

/** So many orders are done, as the table counts them. */
export function areDone(number) {
  done = number;
  tellBusy();
}

function tellBusy() {
  tells.busy(waiting > 0 || done < latest);
}

async function send(asked) {
  try {
    const answer = await fetch("/orders", {
      method: "POST",
      headers: { "content-type": "application/json", "x-token": token },
      body: JSON.stringify(asked),
    });
    if (answer.ok) latest = (await answer.json()).number;
    else tells.trouble(await answer.text());
  } catch {
    tells.trouble("The table does not answer.");
  }
}
