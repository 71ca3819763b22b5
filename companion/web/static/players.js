// The people around the table, each with what lies there: name, what was said and won, hand, rack, heads, fists and crate.

import { saysAgain } from "./asked.js";
import { back, bone, face, nameOfCard, smallBack } from "./cards.js";
import { button, make, redraw, withLabel } from "./dom.js";
import { order } from "./orders.js";
import { beside, counting, crate, fists, looker, withTitle } from "./pieces.js";
import { tr, trN } from "./words.js";

/** @import { CardFace, CardsOnPage, Fists, HandCard, TableCard, TableCards, TableSeat } from "./views.d.ts" */

/** By name, whether a hand lies face down that somebody has turned. @type {Map<string, boolean>} */
const turned = new Map();

/** Whether the hand of a seat lies face down. @type {(table: TableCards, place: number) => boolean} */
export const liesDown = ({ seats, down }, place) => turned.get(seats[place].name) ?? down.includes(place);

const READ = 4; // so many open cards of a computer can be read beside its rack

/** A player and all that lies there. @type {(table: TableCards, place: number) => HTMLElement} */
export function player(table, place) {
  const seat = table.seats[place], turn = table.turn.includes(place), down = liesDown(table, place);
  const person = onlyPerson(table), own = place === person;
  const open = seat.rack === undefined ? seat.hand : seat.hand.slice(-READ);
  const named = Object.assign(tag(seat.name), { id: `name-${place}` });
  const name = spot("name", make("h2", "", own ? make("b", "", tr("You")) : null, named));
  const partners = table.sides.find((side) => side.includes(place)) ?? [place];
  const header = make(
    "header",
    "row",
    name,
    !own && partners.includes(person) ? make("small", "partner", tr("partner")) : null,
    ...(seat.heads.length || seat.bones ? [] : scores(table, place, person)),
    beside(seat, place, table),
    many(seat, place, seat.hand.length > open.length),
    seat.hand.length && seat.you && !own ? turner(table, place) : null,
  );
  const lies = seat.heads.length || seat.bones;
  const body = make(
    "div",
    "before",
    seat.rack === undefined ? null : rack(seat.name, seat.rack),
    open.length ? fan(open, seat.name, table, down) : null,
    lies ? lower(seat, place, table) : null,
  );
  const made = make("article", `seat${turn ? " turn" : ""}`, header, body);
  made.classList.toggle("takes", table.took === place);
  if (seat.fists) made.append(drinks(seat, seat.fists, table));
  made.dataset.seat = String(place);
  const who = own ? tr("You") : seat.name;
  return withLabel(made, turn ? tr("{who}, whose turn it is", { who }) : who);
}

/** The seat of the only person at this page; -1: there are none, or several. @type {(table: CardsOnPage) => number} */
export function onlyPerson({ seats = [] }) {
  const people = seats.flatMap(({ you }, place) => (you ? [place] : []));
  return people.length === 1 ? people[0] : -1;
}

/**
 * How it stands: with partners both sides at the seat of the person who has one, else each at its first player.
 * @type {(table: TableCards, place: number, person: number) => HTMLElement[]}
 */
function scores(table, place, person) {
  const sides = new Set(table.seats.map((_, at) => table.sides.find((side) => side.includes(at)) ?? [at]));
  const here = [...sides].filter((side) =>
    table.seats[side[0]].stands !== null && place === (side.length > 1 && person >= 0 ? person : side[0])
  );
  return here.sort((side) => (side.includes(person) ? -1 : 1)).map((side) => score(table, side, person));
}

/** @type {(table: TableCards, side: number[], person: number) => HTMLElement} */
function score(table, side, person) {
  const { seats } = table,
    { stands, beside_score: counted, against_bid: bid } = seats[side[0]],
    together = side.length > 1 && person >= 0;
  const whose = !together ? tr("total") : side.includes(person) ? tr("we") : tr("they");
  const named = together || counting(seats[side[0]], table) ? make("small", "whose", whose, " ") : null;
  const title = side.length > 1
    ? tr("Score of {who}", { who: side.map((seat) => seats[seat].name).join(" + ") })
    : tr("Score");
  const made = make(
    "b",
    "score",
    named,
    stands,
    counted && make("small", "", `, ${counted}`),
    bid && make("small", "of-bid", ` ${bid}`),
  );
  return Object.assign(made, { title });
}

/** Somebody's name tag, which says whose the next card is, or who sits here. @type {(name: string) => HTMLElement} */
export function tag(name) {
  return Object.assign(button("tag", name, () => order({ do: "tag", name })), {
    dir: "auto", // it is cut at its end
    title: tr("Tap {who}'s name tag", { who: name }),
  });
}

/** A computer's hidden cards, backs to the people. @type {(who: string, cards: number) => HTMLElement} */
function rack(who, cards) {
  const backs = Array.from({ length: cards }, () => make("span", "slot"));
  const made = spot("rack", inColumns(make("div", "rack", ...backs), cards));
  return withLabel(made, tr("{who}: {what}", { who, what: trN("{n} card", "{n} cards", cards) }), "img");
}

/**
 * How many cards; where some lie open, a button to look at them, also where there is room if there are `more` than are seen.
 * @type {(seat: TableSeat, place: number, more: boolean) => HTMLElement | null}
 */
function many(seat, place, more) {
  const number = seat.crate?.length ??
    (seat.rack ?? 0) + seat.hand.length + seat.heads.length + seat.bones;
  if (!number && !seat.crate) return null;
  const all = seat.crate ? trN("{n} drink", "{n} drinks", number) : trN("{n} card", "{n} cards", number);
  const title = seat.heads.length || seat.bones ? tr("{all}: hand, heads and bones", { all }) : all;
  if (!seat.you && !seat.hand.length) {
    return withLabel(Object.assign(make("span", "quiet many", all), { title }), title, "img");
  }
  return withLabel(
    looker(more ? "quiet many more" : "quiet many", `many-${place}`, tr("show all")),
    tr("Show what lies before {who}: {n}", { who: seat.name, n: number }),
  );
}

/**
 * Turns a hand over, where several people share this page; turned back, it lies as the table has it from then on.
 * @type {(table: TableCards, place: number) => HTMLElement}
 */
function turner(table, place) {
  const { name } = table.seats[place], down = liesDown(table, place);
  const made = button("quiet turner", "", () => {
    if (down === table.down.includes(place)) turned.set(name, !down);
    else turned.delete(name);
    redraw();
  }, smallBack(down));
  made.id = `turner-${place}`;
  const whose = down
    ? tr("Turn {who}'s cards face up", { who: name })
    : tr("Turn {who}'s cards face down", { who: name });
  return withLabel(Object.assign(made, { title: whose }), whose);
}

const FEW = 5; // so many cards of a spread leave room beside them on a phone
const CROWD = 20, MANY = 10, SOME = 8; // more than so many cards lie in three rows on a phone, in two, in two on a small one
const UNEVEN = 2; // so many cards a row may have beyond half of them, to break between two suits

/**
 * A hand. Its rows stay as they were dealt until few cards are left.
 * @type {(hand: HandCard[], who: string, table: TableCards, down: boolean) => HTMLElement}
 */
function fan(hand, who, table, down) {
  const number = hand.length, dealt = whole(hand, who), made = make("div", "fan");
  const above = dealt.slice(0, lengthOfUpperRow(dealt)).map(({ word }) => word);
  const kept = hand.filter(({ word }) => above.includes(word)).length;
  const upper = number <= SOME || (kept && kept < number) ? kept : lengthOfUpperRow(hand);
  made.append(...hand.map((card, at) => {
    const held = toLay(card, table, down);
    held.classList.toggle("breaks", at === upper);
    return held;
  }));
  made.style.setProperty("--two", String(Math.max(upper, number - upper)));
  made.style.setProperty("--three", String(Math.ceil(dealt.length / 3)));
  const most = number > FEW ? dealt.length : number;
  if (most > SOME) made.dataset.cards = most > CROWD ? "crowd" : most > MANY ? "many" : "some";
  return make("div", `hand${number > FEW ? "" : " few"}`, inColumns(made, number));
}

/** @type {Map<string, TableCard[]>} */
const came = new Map(); // by place, its cards as they lay when the last one came

/** @type {(cards: TableCard[], place: string) => TableCard[]} */
function whole(cards, place) {
  const before = came.get(place) ?? [], words = before.map(({ word }) => word);
  if (cards.every(({ word }) => words.includes(word))) return before;
  came.set(place, cards);
  return cards;
}

/**
 * How many cards lie in the upper one of two rows: about half of them, so that no suit is parted where it can be.
 * @type {(cards: TableCard[]) => number}
 */
function lengthOfUpperRow(cards) {
  const half = Math.ceil(cards.length / 2);
  const between = cards.flatMap(({ suit }, at) => (at && suit !== cards[at - 1].suit ? [at] : []));
  const [best = half] = between.sort((one, other) => Math.abs(one - half) - Math.abs(other - half));
  return Math.abs(best - half) <= UNEVEN ? best : half;
}

/** Tell the style sheet how many cards lie side by side. @type {(made: HTMLElement, number: number) => HTMLElement} */
export function inColumns(made, number) {
  made.style.setProperty("--one", String(Math.max(1, number)));
  return made;
}

/**
 * A card that can be laid down: a button, so that keys reach it, too.
 * @type {(card: HandCard, table: TableCards, down?: boolean) => HTMLElement}
 */
export function toLay(card, table, down = false) {
  const made = make("button", `holds${card.new ? " new" : ""}${card.received ? " received" : ""}`);
  made.type = "button";
  made.dataset.word = card.word;
  made.append(down ? back() : face(card, table.look, table.game));
  if (card.received) made.setAttribute("aria-description", tr("received"));
  return withLabel(made, down ? tr("a card, face down") : nameOfCard(card, table.look));
}

/**
 * A card that lies open, and cannot be laid down again; one of a trick that is only looked at has no word.
 * @type {(card: CardFace & { word?: string }, table: TableCards) => HTMLElement}
 */
export function lies(card, table) {
  const made = make("span", "", face(card, table.look, table.game));
  if (card.word) made.dataset.word = card.word;
  return withLabel(made, nameOfCard(card, table.look), "img");
}

/**
 * Heads lie open, bones face down below them.
 * @type {(seat: TableSeat, place: number, table: TableCards) => HTMLElement}
 */
function lower(seat, place, table) {
  const asked = seat.you && table.turn.includes(place), turns = asked && !seat.hand.length && !seat.heads.length;
  const click = () => asked ? order({ do: "bone" }) : saysAgain(); // the table says why none is turned now
  /** @type {(_: unknown, at: number) => HTMLElement} */
  const under = (_, at) =>
    Object.assign(button("holds bone", "", click, bone()), {
      id: `bone-${place}-${at}`,
      ariaDisabled: turns ? null : "true",
      tabIndex: turns ? 0 : -1,
    });
  const bones = Array.from({ length: seat.bones }, under).map((made) =>
    withLabel(spot("bones", made), tr("{who}'s bone, face down", { who: seat.name }))
  );
  const heads = seat.heads.map((card) => toLay(card, table));
  bones.forEach((made, at) => (made.style.gridColumn = String(at + 1)));
  const places = whole(seat.heads, `heads of ${seat.name}`).map(({ word }) => word); // each stays above its bone
  heads.forEach((made) => (made.style.gridColumn = String(places.indexOf(made.dataset.word ?? "") + 1)));
  return make("div", "lower", ...bones, ...heads);
}

/** @type {(seat: TableSeat, held: Fists, table: TableCards) => HTMLElement} */
function drinks(seat, held, table) {
  const [hands, told] = fists(seat, held), standing = seat.crate?.map((card) => withTitle(lies(card, table))) ?? [];
  return make("div", "drinks", spot("fists", hands), crate(standing, seat.room ?? 0, told));
}

/**
 * Where cards come from, and go to, that are not seen there (`motion.js`).
 * @type {<Made extends HTMLElement>(name: string, made: Made) => Made}
 */
export function spot(name, made) {
  made.dataset.spot = name;
  return made;
}
