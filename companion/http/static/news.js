// What the box tells, for as long as the page is open: a lost stream is opened anew, also after hours.

import { isOwn } from "./language.js";

const SILENT_MS = 40_000; // the server says every 15 s that it is there; a box that lost its power says nothing at all
const SLEPT_MS = 20_000; // no sign of life for so long, and no timer that told of it: the device slept, and the stream is dead
const AGAIN_MS = 3000;

let version = "";
let another = false; // its views are for the page that comes

/**
 * Open the stream of views, and `tell` each as it comes; load the page anew if the program is a newer one, or speaks another language.
 * @type {(tell: (view: string) => void, isAlive?: () => void) => EventSource}
 */
export function openStream(tell, isAlive = () => {}) {
  const stream = new EventSource("/events");
  stream.onmessage = ({ data }) => another || tell(data);
  stream.addEventListener("alive", ({ data }) => {
    isAlive();
    if (another) return;
    another = Boolean(version && version !== data) || !isOwn(data);
    version = data;
    // Not imported above: whole.js may be the one that did not arrive.
    if (another) import("./whole.js").then(({ loadAnew }) => loadAnew(), () => location.reload());
  });
  return stream;
}

/**
 * Call `tells` with every view and `lost` when there is no answer.
 * @type {<View>(tells: (view: View) => void, lost: () => void) => void}
 */
export function follow(tells, lost) {
  let silence = 0, heard = 0;
  /** @type {EventSource | undefined} */
  let stream;
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(again, SILENT_MS);
    heard = Date.now();
  };
  function again(after_ms = 0) {
    stream?.close();
    lost();
    silence = setTimeout(open, after_ms);
  }
  function open() {
    /** @type {(view: string) => void} */
    const tell = (view) => {
      alive();
      tells(JSON.parse(view));
    };
    stream = openStream(tell, alive);
    alive();
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
    const follows = stream?.readyState === EventSource.OPEN && Date.now() - heard < SLEPT_MS;
    if (document.visibilityState !== "visible" || follows) return;
    clearTimeout(silence);
    again();
  };
  addEventListener("online", now);
  document.addEventListener("visibilitychange", now);
}
