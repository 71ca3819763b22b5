// What the table says: a log for screen readers, and the browser's own voice where it is switched on.

import { $, make } from "./dom.js";
import { recall, remember } from "./remembering.js";
import { language, tr } from "./words.js";

/** @import { SpokenMessage, SpokenMessages } from "./views.d.ts" */

/** @typedef {{ kind: string, text: string, language: string }} Sentence */

const MOVE = "move", TURN = "turn", MISTAKE = "mistake";
const MOST_KEPT = 6, MOST_LOGGED = 8;
const KEPT_AS = "aloud";

const synthesis = globalThis.speechSynthesis;
/** @type {Sentence[]} */
let waiting = []; // the first one is being said
/** @type {SpeechSynthesisUtterance | null} */
let now = null; // what says it
let aloud = false;

/**
 * What waits after a message. A test holds it against `queue` in companion/voice/messages.py.
 * @type {(waiting: Sentence[], heard: Sentence[]) => Sentence[]}
 */
export function queue(waiting, heard) {
  if (!heard.length) return [];
  const moves = heard.every(({ kind }) => kind === MOVE);
  const kept = waiting.filter(({ kind }) => kind === MOVE || moves).slice(-MOST_KEPT);
  return heard.some(({ kind }) => kind === MISTAKE) ? [...heard, ...kept] : [...kept, ...heard];
}

/** @type {number | null} */
let heard = null; // how many messages of the table

/**
 * The messages that are new in a view; none for the first view, and for a view that comes `anew`.
 * @type {(messages: SpokenMessages, anew?: boolean) => SpokenMessage[]}
 */
export function newOf({ number, latest }, anew = false) {
  const missed = heard === null || anew ? 0 : number < heard ? latest.length : number - heard;
  heard = number;
  return missed ? latest.slice(-missed) : [];
}

/** A message of the table: its sentences go to the log, and to the voice. @type {(message: SpokenMessage) => void} */
export function hear({ say, language }) {
  const heard = say.map(([kind, text]) => ({ kind, text, language }));
  if (heard.length) {
    const log = $("spoken");
    log.append(Object.assign(make("p", "", heard.map(({ text }) => text).join(" ")), { lang: language }));
    while (log.children.length > MOST_LOGGED) log.firstChild?.remove();
  }
  if (aloud) speak(heard);
}

/**
 * A message with texts of the page, in the language of the page.
 * @type {(kind: string, ...texts: string[]) => SpokenMessage}
 */
export const voiceMessage = (kind, ...texts) => ({ say: texts.map((text) => [kind, text]), language });

/** @type {(heard: Sentence[]) => void} */
function speak(heard) {
  const next = queue(waiting, heard);
  const cut = now && next[0] !== waiting[0];
  waiting = next;
  if (cut) {
    now = null;
    synthesis.cancel();
  }
  if (!now) sayNext();
}

function sayNext() {
  if (!waiting.length) return;
  const utterance = (now = new SpeechSynthesisUtterance(waiting[0].text));
  utterance.lang = waiting[0].language;
  utterance.onend = utterance.onerror = () => {
    if (utterance !== now) return; // it was cut off
    now = null;
    waiting.shift();
    sayNext();
  };
  synthesis.speak(utterance);
}

/**
 * A switch for the voice, which this browser remembers, and a text beside it that says why there is none.
 * @type {(button: HTMLButtonElement, beside: HTMLElement) => void}
 */
export function switchedBy(button, beside) {
  const explained = beside.textContent;
  const tell = () => {
    button.ariaPressed = String(aloud);
    const voices = synthesis.getVoices();
    beside.textContent = aloud && !voices.some(({ lang }) => lang.startsWith(language))
      ? tr("This browser has no voice for this language.")
      : explained;
  };
  if (!synthesis) {
    button.disabled = true;
    beside.textContent = tr("This browser has no voice.");
    return;
  }
  aloud = recall(KEPT_AS) === "yes";
  tell();
  synthesis.addEventListener?.("voiceschanged", tell);
  button.addEventListener("click", () => {
    aloud = !aloud;
    remember(KEPT_AS, aloud ? "yes" : "no");
    tell();
    // Browsers let a page speak whose user has asked for it: the first words are said at once.
    speak(aloud ? [{ kind: TURN, text: tr("The page speaks."), language }] : []);
  });
}

// A tab that nobody sees gets no views: it says nothing, either.
document.addEventListener("visibilitychange", () => document.hidden && aloud && speak([]));
