// Cards go to their new places. A view is drawn at once, as it is; over it pictures of the cards that changed their places
// fly there, by transforms alone. Nothing waits for them: a click, a key or a scroll puts everything where it belongs.

import { back } from "./cards.js";
import { $, all, copy, find, first, make } from "./dom.js";

/** @import { CardsOnPage, Fists, TableCards } from "./views.d.ts" */

const SHORT_MS = 180, LONG_MS = 280, PX_PER_MS = 6, MOST_MS = 600, STEP_MS = 30;
const EASING = "cubic-bezier(.2, .7, .2, 1)";
const ARRIVES_S = 0.1;
const LEAST_PX = 1, SMALL_PX = 16, OF_A_CARD = 1.4, AWAY = 0.4, STAYS = 0.6;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const layer = make("div", "flights");
layer.ariaHidden = "true";
document.body.append(layer);

/** So long after it is seen on its way a card is at the reader: light and sound of the box come then. */
export const arrives_s = () => (still.matches ? 0 : ARRIVES_S);

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/**
 * Where a card is seen: it, its picture, and its place and region of the table.
 * @typedef {{ holder: HTMLElement, card: HTMLElement, box: Box, place: string, region: string }} Seen
 */
/** @typedef {{ cards: Map<string, Seen>, spots: Record<string, Box> }} Glance */
/** @typedef {{ box: Box, holder?: HTMLElement, place?: string }} Target A card, or only where it would be. */
/** @typedef {{ picture: HTMLElement, from: Box, width: number, animation: Animation, to: Target }} Flight */

/** @type {Map<string, Flight>} */
const flights = new Map(); // by card: its picture in the air, and where it goes
/** @type {Set<Animation>} */
const slides = new Set();
/** @type {CardsOnPage | null} */
let table = null;
/** @type {Map<string, string>} */
let places = new Map(); // of all cards, as they were seen last
/** @type {Map<string, string>} */
const homes = new Map(); // of cards that were seen nowhere before they lay on the reader: the spots they came from

/**
 * Draw the next view, and let what changed its place go there, unless it is there `atOnce`.
 * @type {(draw: () => void, next: CardsOnPage, atOnce: boolean) => void}
 */
export function moving(draw, next, atOnce) {
  const was = table;
  const before = !was || atOnce || still.matches || document.hidden ? null : glance();
  draw();
  table = next;
  if (!next.seats) return endAll();
  const after = glance();
  if (was && before) go(was, before, next, after);
  else endAll();
  places = new Map([...after.cards].map(([word, { place }]) => [word, place]));
}

/**
 * A card that was carried falls back into its hand, after a while unless the table takes it.
 * @type {(word: string, box: Box, after_ms: number) => void}
 */
export function fallBack(word, box, after_ms) {
  const holder = first(`[data-word="${CSS.escape(word)}"]`);
  if (!holder || still.matches) return;
  const to = sightOf(holder);
  fly(word, box, to, to.card, after_ms);
}

/** Everything is where it belongs, now. */
function endAll() {
  for (const word of [...flights.keys()]) end(word);
  for (const slide of slides) slide.cancel();
  slides.clear();
}

const ENDS = ["pointerdown", "keydown", "resize", "scroll"];
for (const name of ENDS) window.addEventListener(name, endAll, { capture: true, passive: true });

/**
 * Where each card is seen, or at least whose it is, and the spots of those that are seen nowhere.
 * @type {() => Glance}
 */
function glance() {
  /** @type {Glance} */
  const { cards, spots } = { cards: new Map(), spots: {} };
  for (const holder of all("[data-word]")) cards.set(holder.dataset.word ?? "", sightOf(holder));
  for (const holder of all("[data-lying]")) cards.set(holder.dataset.lying ?? "", sightOf(holder));
  for (const spot of all("[data-spot]")) {
    const box = spot.getBoundingClientRect();
    if (box.width) spots[`${spot.dataset.spot}${seatOf(spot)}`] = box; // on a phone no rack of the others is seen
  }
  spots.trick = $("trick").getBoundingClientRect();
  const reader = $("reader").getBoundingClientRect();
  if (reader.width) spots.reader = reader; // else no box lies there
  return { cards, spots };
}

/** @type {(holder: HTMLElement) => Seen} */
function sightOf(holder) {
  const card = find(".card", holder), box = card.getBoundingClientRect();
  const name = holder.closest("[data-seat]")?.querySelector("[data-spot=name]");
  return {
    holder,
    card,
    box: box.width || !name ? box : cardAt(name.getBoundingClientRect(), SMALL_PX),
    place: placeOf(holder),
    region: holder.closest("#own, #others, #felt")?.id ?? "",
  };
}

/** Whose a card or a spot is: the number of a seat, or nothing. @type {(holder: HTMLElement) => string} */
export const seatOf = (holder) => holder.closest("[data-seat]")?.getAttribute("data-seat") ?? "";
/** @type {(holder: HTMLElement) => string} */
const placeOf = (holder) => holder.closest("#lying, #trick, #heaps, #centre")?.id ?? seatOf(holder);

/** A card of this width in the middle of a spot. @type {(spot: Box, width: number) => Box} */
function cardAt(spot, width) {
  const height = width * OF_A_CARD;
  return { left: spot.left + (spot.width - width) / 2, top: spot.top + (spot.height - height) / 2, width, height };
}

/** @type {(one: Box, other: Box) => boolean} */
const isFar = (one, other) =>
  Math.hypot(one.left - other.left, one.top + one.height - other.top - other.height) > LEAST_PX;

/** @type {(was: CardsOnPage, before: Glance, next: TableCards, after: Glance) => void} */
function go(was, before, next, after) {
  for (const [word, { picture }] of flights) {
    const card = before.cards.get(word);
    if (card) card.box = picture.getBoundingClientRect();
  }
  for (const [word, flight] of [...flights]) {
    const to = after.cards.get(word);
    if (to && to.place === flight.to.place) aim(flight, to);
    else if (to) end(word);
  }
  const come = [...after.cards].filter(([word, to]) => places.get(word) !== to.place);
  const seats = (was.seats ? come : [...after.cards]).filter(([, to]) => to.place in next.seats);
  if (new Set(come.map(([, to]) => to.place).filter((place) => place in next.seats)).size > 1) {
    return deal(seats, before, after);
  }
  if (!was.seats) return;
  for (const [word, to] of after.cards) {
    if (!come.some(([card]) => card === word) && !flights.has(word)) slide(before.cards.get(word), to);
  }
  for (const [word, to] of come) {
    const from = before.cards.get(word);
    const spot = from ? "" : origin(word, to, was, next, before.spots);
    if (to.place === "lying") homes.set(word, from?.place === "centre" ? fistOf(next, was) : spot);
    if (from) fly(word, from.box, to, to.card);
    else if (before.spots[spot]) fly(word, cardAt(before.spots[spot], to.box.width), to, to.card);
  }
  for (const [word, from] of before.cards) {
    if (!after.cards.has(word) && !has(next, word)) leave(word, from, was, next, after.spots);
  }
}

/**
 * Cards come from the stack to several players, one after another, and are turned up when they are there.
 * @type {(cards: [string, Seen][], before: Glance, after: Glance) => void}
 */
function deal(cards, before, after) {
  endAll();
  const spot = before.spots.stack ?? after.spots.stack ?? after.spots.trick;
  const many = new Map();
  const nth = cards.map(([, { place }]) => many.set(place, (many.get(place) ?? 0) + 1).get(place));
  const order = cards.map((_, at) => at).sort((one, other) => nth[one] - nth[other]);
  const step = Math.min(STEP_MS, (MOST_MS - LONG_MS) / cards.length);
  order.forEach((at, place) => {
    const [word, to] = cards[at];
    fly(word, cardAt(spot, to.box.width), to, back(), place * step);
  });
}

/**
 * Whether a card lies in the middle, maybe so deep in a pile that it is not seen.
 * @type {(table: TableCards, word: string) => boolean}
 */
const has = (table, word) => table.middle.some(({ cards }) => cards.some((card) => card.word === word));

/**
 * The spot from which a card comes that was seen nowhere.
 * @type {(word: string, to: Seen, was: TableCards, next: TableCards, spots: Record<string, Box>) => string}
 */
function origin(word, to, was, next, spots) {
  if (was.deal === "turn up" || to.place === "heaps") return "stack";
  const played = to.place === "trick" || to.place === "lying";
  if (to.place === "trick" && spots.reader) return "reader";
  if (to.place === "centre") return fistOf(was, next);
  const seat = played ? was.turn[0] : to.place;
  const own = ["rack", "bones", "fists", "name"].map((name) => name + seat).find((name) => name in spots) ?? "";
  if (played || own === `fists${seat}`) return own;
  return has(was, word) || !spots.stack ? "trick" : "stack";
}

/**
 * A card goes where it is seen no more; what was given away lies face down.
 * @type {(word: string, from: Seen, was: TableCards, next: TableCards, spots: Record<string, Box>) => void}
 */
function leave(word, from, was, next, spots) {
  const given = from.place in was.seats;
  /** @type {Record<string, string | undefined>} */
  const names = {
    trick: ["won", "name"].map((spot) => spot + was.took).find((spot) => spots[spot]?.width),
    centre: fistOf(next, was),
    lying: homes.get(word),
  };
  const name = given ? (spots.nest ? "nest" : "trick") : names[from.place] ?? "";
  const to = spots[name] ? cardAt(spots[name], from.box.width * AWAY) : from.box;
  fly(word, from.box, { box: to }, given ? back() : from.card);
}

/**
 * The fists of the seat that has more in them than at another time.
 * @type {(one: TableCards, other: TableCards) => string}
 */
const fistOf = (one, other) =>
  `fists${one.seats.findIndex(({ fists }, seat) => drinksIn(fists) > drinksIn(other.seats[seat]?.fists))}`;
/** @type {(fists: Fists | undefined) => number} */
const drinksIn = (fists) => (fists ? fists.left + fists.right : 0);

/**
 * A card that stays in its hand is moved there itself: what is seen at the pointer is what a click takes.
 * @type {(from: Seen | undefined, to: Seen) => void}
 */
function slide(from, to) {
  if (from?.region !== to.region || !isFar(from.box, to.box)) return;
  const x = from.box.left - to.box.left, y = from.box.top + from.box.height - to.box.top - to.box.height;
  const slid = to.holder.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
    duration: SHORT_MS,
    easing: EASING,
  });
  slides.add(slid);
  slid.onfinish = () => slides.delete(slid);
}

/**
 * A picture of a card goes from a box to a card, or to a spot where it vanishes.
 * @type {(word: string, from: Box, to: Target, look: HTMLElement, delay?: number) => void}
 */
function fly(word, from, to, look, delay = 0) {
  end(word);
  const picture = copy(look), width = to.holder ? to.box.width : from.width;
  picture.style.setProperty("--card", `${width}px`);
  layer.append(picture);
  const far = Math.hypot(from.left - to.box.left, from.top - to.box.top);
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration: Math.min(LONG_MS, SHORT_MS + far / PX_PER_MS), delay, easing: EASING, fill: "both" };
  const flight = { picture, from, width, to, animation: picture.animate([], timing) };
  flights.set(word, flight);
  aim(flight, to);
  flight.animation.onfinish = () => end(word);
}

/**
 * Where the picture goes to now, on its way or before; the card there is seen when it has arrived.
 * @type {(flight: Flight, to: Target) => void}
 */
function aim(flight, to) {
  flight.to = to;
  to.holder?.classList.add("flying");
  /** @type {(box: Box) => string} */
  const at = (box) => `translate(${box.left}px, ${box.top}px) scale(${box.width / flight.width})`;
  const fades = to.holder ? [] : [{ opacity: 1, offset: STAYS }];
  const last = { transform: at(to.box), opacity: to.holder ? 1 : 0 };
  const effect = /** @type {KeyframeEffect} */ (flight.animation.effect);
  effect.setKeyframes([{ transform: at(flight.from), opacity: 1 }, ...fades, last]);
}

/** @type {(word: string) => void} */
function end(word) {
  const flight = flights.get(word);
  if (!flight) return;
  flights.delete(word);
  flight.animation.cancel();
  flight.picture.remove();
  flight.to.holder?.classList.remove("flying");
}
