// What somebody does with cards: a click lays one on the reader; where several are wanted at once it marks one of them, and
// a button lays those that are marked.

import { asksOn, saysAgain } from "./asked.js";
import { $, all } from "./dom.js";
import { order, tells } from "./orders.js";
import { recall, remember } from "./remembering.js";
import { tr, trN } from "./words.js";

/** @import { CardsOnPage, TableCard, TableView } from "./views.d.ts" */

/**
 * Whose a card is, and the cards it lies among.
 * @typedef {{ card: TableCard, seat: number | null, among: TableCard[] }} Place
 */
/**
 * How many cards are wanted at once, maybe face down.
 * @typedef {{ least: number, most: number, down?: boolean }} Wanted
 */

/** @type {Set<string>} */
const marks = new Set();
let free = false; // somebody marks what nobody asks for
const lays = $("lay");
lays.addEventListener("click", layMarked);
/** @type {CardsOnPage} */
let table = {};
let watched = false; // it is an example, which nobody plays
let others = false; // a computer lays its cards just now, and nobody else's are taken
/** @type {number | undefined} */
let number;

/** The number of the asking that is read here: no click on a card acts on another one. */
export const asking = () => number;
/** @type {Map<string, Place>} */
let rows = new Map(); // by card: whose it is, and the cards it lies among

/**
 * The table as it is drawn now. Marks stay as long as their cards stay with the same player.
 * @type {(view: TableView) => void}
 */
export function knows({ table: now, doing, asked: question, watching }) {
  const before = rows;
  table = now;
  watched = Boolean(watching);
  others = Boolean(doing);
  number = isRead() ? undefined : question?.number;
  /** @type {(cards: TableCard[], seat: number | null) => [string, Place][]} */
  const row = (cards, seat) => cards.map((card) => [card.word, { card, seat, among: cards }]);
  const seats = (now.seats ?? []).flatMap(({ hand, heads }, seat) => [...row(hand, seat), ...row(heads, seat)]);
  rows = new Map([...seats, ...row(now.centre ?? [], null)]);
  for (const word of marks) if (!rows.has(word) || rows.get(word)?.seat !== before.get(word)?.seat) marks.delete(word);
  if (!free && !wantedNow()) marks.clear();
  show();
}

/**
 * A card is clicked for the asking of this number; with shift it is marked whatever is wanted.
 * @type {(word: string, event: MouseEvent, number?: number) => void}
 */
export function take(word, { shiftKey, detail }, number) {
  if (!rows.has(word) || isTheirs(word)) return;
  if (!shiftKey && (!wantedWith(word) || isBarred(word))) return isAwaited() ? lay([word], { number }) : saysAgain();
  free = shiftKey || (free && marks.size > 0);
  if (!marks.delete(word)) {
    if (!free && ![...marks].every((marked) => together(marked, word))) marks.clear();
    if (isFull(word)) return tells.trouble(enough());
    marks.add(word);
  }
  show();
  if (isOpen() && marks.size === 1) {
    asksOn(tr("Choose more of the same rank, or press “{button}”.", { button: lays.textContent }));
  } else asksOn(wantedNow() && !isOpen() && isRight() ? enough() : "");
  if (detail === 0 && !isOpen() && isRight()) lays.focus(); // by a key: the next one lays them
}

/** Whether a computer has this card, which nobody else lays: then it is said. @type {(word: string) => boolean} */
function isTheirs(word) {
  const seat = table.seats?.[rows.get(word)?.seat ?? -1], theirs = Boolean(seat && !seat.you);
  if (theirs) tells.trouble(tr("That is {who}'s card.", { who: seat?.name }));
  return theirs;
}

/** Whether one card more than those marked is too many. @type {(word: string) => boolean} */
const isFull = (word) => marks.size > 0 && (!free || table.deal === "nest") && marks.size === wantedWith(word)?.most;

const enough = () =>
  trN(
    "{n} card is chosen: press “{button}”, or choose it again to take it back.",
    "{n} cards are chosen: press “{button}”, or choose one again to take it back.",
    marks.size,
    { button: lays.textContent },
  );

/**
 * Lay these cards on the reader, as the page is set to; a `whole` play needs no OK behind it, and `number` is its asking's.
 * @type {(words: string[], more?: { whole?: boolean, number?: number }) => void}
 */
function lay(words, more = {}) {
  for (const word of words) marks.delete(word);
  show();
  const dimmed = dims() && words.some(isBarred);
  order({ do: "lay", cards: words, how: $("how").value, ...more, ...(dimmed && { dimmed }) });
}

/** Lay the marked cards: on the reader, or aside, face down. */
export function layMarked() {
  if (!marks.size) return tells.trouble(tr("Choose a card first, or carry it here."));
  if (!isRight()) return;
  if (!wantedNow()?.down) return lay([...marks], free ? {} : { whole: true, number });
  order({ do: "nest", cards: [...marks], number });
  marks.clear();
  show();
}

/**
 * These cards were carried to the reader; those that are to be laid aside are not tapped there.
 * @type {(words: string[]) => void}
 */
export function carry(words) {
  if (isTheirs(words[0])) return;
  if (!wantedWith(words[0])?.down) lay(words);
  else if (!marks.has(words[0])) take(words[0], new MouseEvent("click", { detail: 1 }));
  else if (isRight()) layMarked();
}

/** What goes to the reader with this card: all marked ones, if it is one of them. @type {(word: string) => string[]} */
export const goesWith = (word) => (marks.has(word) ? [...marks] : [word]);

/**
 * How many cards are wanted at once where this one lies; nothing where a click lays it.
 * @type {(word: string) => Wanted | null}
 */
function wantedWith(word) {
  const row = rows.get(word);
  if (!row || !table.turn || row.seat === null || !table.turn.includes(row.seat)) return null;
  const { card, seat, among } = row;
  if (table.deal === "nest") return { least: table.lays, most: table.lays, down: true };
  const alike = among.filter(({ rank }) => rank === card.rank).length;
  const left = table.several - (table.seats[seat]?.laid ?? 0); // what another seat lays is no part of this play
  const most = table.alike ? Math.min(left, alike) : left;
  return most > 1 ? { least: table.alike ? 1 : most, most } : null;
}

/** @type {(one: string, other: string) => boolean} */
function together(one, other) {
  const [first, second] = [rows.get(one), rows.get(other)];
  return first?.among === second?.among &&
    (table.deal === "nest" || !table.alike || first?.card.rank === second?.card.rank);
}

/**
 * How many cards are wanted where the marked ones lie; nothing where nobody asks for them.
 * @type {() => Wanted | null}
 */
function wantedNow() {
  const [first] = marks;
  return first && (!free || table.deal === "nest") ? wantedWith(first) : null;
}

/** Whether cards of a hand are read one by one, each of them another asking. */
const isRead = () => table.deal === "scan" || table.deal === "draw";
const isOpen = () => wantedNow()?.least !== wantedNow()?.most;
const isRight = () =>
  !(others && wantedNow()) && marks.size >= (wantedNow()?.least ?? 1) && marks.size <= (wantedNow()?.most ?? Infinity);

/** @type {(numbers: { n: number, all?: number }, some: boolean, down?: boolean) => string} */
function layLabel(numbers, some, down) {
  if (down && table.passes) {
    return some ? tr("Pass {n} of {all}", numbers) : trN("Pass {n} card", "Pass {n} cards", numbers.n);
  }
  if (down) return some ? tr("Lay {n} of {all} away", numbers) : tr("Lay {n} away", numbers);
  return some ? tr("Lay {n} of {all}", numbers) : tr("Lay {n}", numbers);
}

function show() {
  const { most, down } = wantedNow() ?? {};
  lays.hidden = !marks.size;
  lays.textContent = layLabel({ n: marks.size, all: most }, Boolean(most && !isOpen() && marks.size !== most), down);
  lays.ariaDisabled = String(!isRight());
  $("dims").checked = dims();
  for (const card of all(".holds[data-word]")) {
    const { word = "" } = card.dataset;
    if (marks.has(word) || wantedWith(word)) card.ariaPressed = String(marks.has(word));
    else card.removeAttribute("aria-pressed");
    card.ariaDisabled = mayLie(word) ? null : "true";
    card.classList.toggle("dim", dims() && isBarred(word));
  }
}

const KEPT_AS = "dims";

/** @type {(word: string) => boolean} */
const isBarred = (word) => !watched && rows.get(word)?.seat === table.me && table.playable?.includes(word) === false;

/** Whether a person at this page is to lay a card now, and not only to say something. */
const isAwaited = () => !others && Boolean(table.awaits || table.deal);

/** Whether the player on turn has this card, and nothing on the table forbids it. @type {(word: string) => boolean} */
function mayLie(word) {
  const seat = rows.get(word)?.seat ?? null;
  const awaited = wantedWith(word) || (isAwaited() && (seat === null || table.turn?.includes(seat)));
  return Boolean(awaited) && !isBarred(word);
}

/** Cards that may not be laid are dimmed where somebody wants it; else for those who play, or will, at the gentle level. */
function dims() {
  const kept = recall(KEPT_AS), { seats = [] } = watched ? {} : table;
  const levels = seats.length ? seats.map(({ level }) => level) : [$("company").value];
  return kept ? kept === "yes" : levels.includes("gentle");
}

$("company").addEventListener("change", show);

$("dims").addEventListener("change", () => {
  remember(KEPT_AS, $("dims").checked ? "yes" : "no");
  show();
});
