// An Android phone as the reader of the table: Web NFC gives the number of each tag, and each is an order.

import { keepAwake } from "./awake.js";
import { $, say } from "./dom.js";
import { recall, remember } from "./remembering.js";
import { answerTo, post } from "./requests.js";
import { tr } from "./words.js";

/**
 * What of Web NFC is used here.
 * @typedef {EventTarget & { scan: () => Promise<void> }} TagReader
 * @typedef {Event & { serialNumber?: string }} TagRead
 */

/** @type {(new () => TagReader) | undefined} */
const Reader = /** @type {any} */ (window).NDEFReader;
/** A code pairs one phone: it is the same one after a lost answer, and when Chrome has loaded the page anew. */
const [paired, kept] = (recall("paired") ?? "").split(" ");
let token = paired === location.hash ? kept : "";
let taps = 0, last = Promise.resolve();

/** @type {(text: string) => void} */
const tell = (text) => say($("said"), text);

function welcome() {
  if (!location.hash) return tell(tr("Scan the code that the table shows: it leads here."));
  if (!isSecureContext) return tell(tr("The address must begin with https: scan the code that the table shows."));
  if (!Reader) {
    return tell(
      tr("This browser reads no tags. Chrome on an Android phone with NFC does; iPhones and computers do not."),
    );
  }
  tell(tr("Press the button, and allow NFC when Chrome asks."));
  $("start").hidden = false;
}

/** Why scanning did not begin, in words. @type {(why: unknown) => string} */
function reason(why) {
  switch (why instanceof DOMException ? why.name : "") {
    case "NotAllowedError":
      return tr("Chrome may not use NFC here. Press the sign beside the address, allow NFC, and load this page anew.");
    case "NotSupportedError":
      return tr("This phone has no NFC.");
    case "NotReadableError":
      return tr("NFC is off. Switch it on in the settings of the phone, then press the button again.");
    default:
      return tr("Reading did not begin: {why}", { why: String(why) });
  }
}

/** @type {(reader: new () => TagReader) => Promise<void>} */
async function start(Reader) {
  const reader = new Reader();
  $("start").hidden = true;
  const refused = await reader.scan().then(pair, reason);
  if (refused) {
    $("start").hidden = false;
    return tell(refused);
  }
  reader.addEventListener("reading", (event) => {
    const tag = /** @type {TagRead} */ (event).serialNumber ?? "";
    last = last.then(() => sendTap(tag)); // of two connections the later one may be the faster
  });
  reader.addEventListener("readingerror", () => tell(tr("This tag cannot be read here. An NTAG sticker can.")));
  keepAwake(true); // it reads nothing while its screen is dark
  tell(tr("Tap a card with the back of this phone. Leave this page in front."));
}

/** Become the reader of the table; why that was refused. @type {() => Promise<string>} */
async function pair() {
  token ||= crypto.randomUUID();
  remember("paired", `${location.hash} ${token}`);
  const [, refused] = await answerTo(post("/pair", JSON.stringify({ code: location.hash.slice(1), token })));
  return refused;
}

/** @type {(tag: string) => Promise<void>} */
async function sendTap(tag) {
  if (!token) return;
  if (!tag) return tell(tr("This tag cannot be read here. An NTAG sticker can."));
  try {
    const answer = await post("/tap", JSON.stringify({ token, tag }));
    if (answer.ok) {
      taps += 1;
      return tell(tr("{n} read. The table says what it was.", { n: taps }));
    }
    if (answer.status === 403) {
      token = "";
      keepAwake(false);
    }
    tell(await answer.text());
  } catch {
    tell(tr("The table does not answer."));
  }
}

addEventListener("hashchange", () => location.reload()); // another code, opened in the same tab
$("start").addEventListener("click", () => Reader && start(Reader));
welcome();
