// What the box tells, for as long as the page is open: a lost stream is opened anew, also after hours.

import { isOwn } from "./language.js";

const SILENT_MS = 40_000; // the server says every 15 s that it is there; a box that lost its power says nothing at all
const AGAIN_MS = 3000;

/**
 * Call `tells` with every view and `lost` when there is no answer; load the page anew if the box has a newer one, or it in another language.
 * @type {<View>(tells: (view: View) => void, lost: () => void) => void}
 */
export function follow(tells, lost) {
  let page = "", silence = 0;
  /** @type {EventSource | undefined} */
  let stream;
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(again, SILENT_MS);
  };
  function again(after_ms = 0) {
    stream?.close();
    lost();
    silence = setTimeout(open, after_ms);
  }
  function open() {
    stream = new EventSource("/events");
    alive();
    stream.onmessage = (event) => {
      alive();
      tells(JSON.parse(event.data));
    };
    stream.addEventListener("alive", (event) => {
      alive();
      if ((page && page !== event.data) || !isOwn(event.data)) location.reload();
      page = event.data;
    });
    // A browser tries again by itself after a lost stream, but gives up after any other answer.
    stream.onerror = () => {
      if (stream?.readyState !== EventSource.CLOSED) return lost();
      clearTimeout(silence);
      again(AGAIN_MS);
    };
  }
  open();
  // A phone that slept, or came back into the network, does not wait.
  const now = () => {
    if (document.visibilityState !== "visible" || stream?.readyState === EventSource.OPEN) return;
    clearTimeout(silence);
    again();
  };
  addEventListener("online", now);
  document.addEventListener("visibilitychange", now);
}
