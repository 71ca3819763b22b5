// The cards as they lie: players, heaps, the trick, the drinks. Drawn anew only where something changed.

import { back, bone, face, smallBack, spoken } from "./cards.js";
import { $, all, button, first, labelled, make } from "./dom.js";
import { order } from "./orders.js";
import { beside, crate, fists, lookedAt, shelf, trump, turned } from "./pieces.js";
import { tr, trN } from "./words.js";

/** @import { CardsOnPage, Fists, HandCard, HintTold, LaidTableCards, TableCard, TableCards, TableSeat } from "./views.d.ts" */

/** @type {Set<string>} */
const turnedOver = new Set();
let look = "";
let front = 0;
let wanted = { place: -1, turn: "" };
let game = "";

/**
 * Draw everything that lies on the table.
 * @type {(table: CardsOnPage) => void}
 */
export function draw(table) {
  const focused = document.activeElement?.getAttribute("data-word") ?? document.activeElement?.id;
  look = table.look ?? "";
  game = table.game ?? "";
  if (!table.seats) wanted = { place: -1, turn: "" };
  front = table.seats ? inFront(table) : 0;
  const alone = table.seats?.filter(isPerson).length === 1;
  const seats =
    table.seats?.map((seat, place) =>
      player(seat, place, table, { whole: alone || place !== front, alone: alone && isPerson(seat) })
    ) ?? [];
  $("own").replaceChildren(...seats.slice(front, front + 1));
  const free = table.seats && !alone ? [left(table, front)] : [];
  $("others").replaceChildren(...seats.flatMap((seat, place) => (place === front ? free : [seat])));
  $("trick").style.setProperty("--seats", String(Math.max(1, seats.length)));
  $("heaps").replaceChildren(...heaps(table));
  $("trick").replaceChildren(...(table.middle ?? []).map((play) => pile(play, table.takes)));
  $("trick").classList.toggle("has-pile", (table.middle ?? []).some(({ who }) => !who));
  $("centre").replaceChildren(...shelf(table, (drink) => toLay(drink)));
  $("centre").hidden = !table.shelf;
  lookedAt(table);
  const again = focused && (first(`[data-word="${CSS.escape(focused)}"]`) ?? $(focused));
  if (again && document.activeElement === document.body) again.focus();
}

/**
 * Mark what a hint proposes and warns of.
 * @type {(hint: HintTold | null) => void}
 */
export function mark(hint) {
  for (const one of all("[data-word]")) {
    const { word = "" } = one.dataset;
    const right = hint?.right.includes(word);
    one.classList.toggle("right", Boolean(right));
    one.classList.toggle("wrong", Boolean(!right && hint?.wrong.includes(word)));
  }
}

/** @type {(seat: TableSeat) => boolean} */
const isPerson = (seat) => !seat.rack;

/**
 * Whose cards lie in the tray: somebody's on turn, or of whom they were wanted; else they stay where they are.
 * @type {(table: TableCards) => number}
 */
function inFront(table) {
  const people = [...table.seats.keys()].filter((place) => isPerson(table.seats[place]));
  const asked = people.filter((place) => table.turn.includes(place));
  if (wanted.turn !== turnOf(table)) wanted = { place: -1, turn: "" }; // it was for that turn alone
  if (people.includes(wanted.place)) return wanted.place;
  if (asked.includes(front) || (!asked.length && people.includes(front))) return front;
  return asked[0] ?? people[0] ?? 0;
}

/** @type {(table: TableCards) => string} */
const turnOf = (table) => `${table.title} ${table.turn}`;

/**
 * The place of the player whose cards lie in the tray: it stays free, so that nobody moves.
 * @type {(table: TableCards, place: number) => HTMLElement}
 */
function left(table, place) {
  const turn = table.turn.includes(place) ? " turn" : "";
  const seat = table.seats[place];
  return make("div", `place${turn}`, make("header", "", make("h2", "", seat.name), beside(seat, place, table)));
}

/** @type {(seat: TableSeat, place: number, table: TableCards, shown: { whole: boolean, alone: boolean }) => HTMLElement} */
function player(seat, place, table, { whole, alone }) {
  const turn = table.turn.includes(place);
  const name = spot("name", make("h2", "", Object.assign(tag(seat.name), { id: `name-${place}` })));
  const header = make(
    "header",
    "",
    name,
    ...(whole ? [beside(seat, place, table)] : []),
    many(seat, place, table),
    ...(seat.hand.length ? [turner(seat, place, alone)] : []),
  );
  const made = make("article", `seat${turn ? " turn" : ""}${seat.hand.length <= FEW ? " few" : ""}`, header);
  made.dataset.seat = String(place);
  const body = make("div", "before");
  if (seat.rack) body.append(rack(seat.name, seat.rack));
  if (seat.hand.length) body.append(fan(seat.hand, turnedOver.has(seat.name)));
  if (seat.heads.length || seat.bones) body.append(lower(seat, place));
  made.append(body);
  if (seat.fists) made.append(drinks(seat, seat.fists));
  return labelled(made, turn ? tr("{who}, whose turn it is", { who: seat.name }) : seat.name);
}

/**
 * Somebody's name tag, which says whose the next card is, or who sits here.
 * @type {(name: string) => HTMLElement}
 */
export function tag(name) {
  return Object.assign(button("tag", name, () => order({ do: "tag", name })), {
    title: tr("Tap {who}'s name tag", { who: name }),
  });
}

/**
 * A computer's hidden cards stand in numbered slots, backs to the people.
 * @type {(who: string, rack: boolean[]) => HTMLElement}
 */
function rack(who, rack) {
  const slots = rack.map((full, place) => make("span", `slot${full ? "" : " free"}`, String(place + 1)));
  const told = { who, n: rack.filter(Boolean).length, all: slots.length };
  const made = spot("rack", inColumns(make("div", "rack", ...slots), slots.length));
  return labelled(made, tr("{who}'s rack: {n} cards in {all} slots", told), "img");
}

/**
 * So many cards; where there is no room for them beside the name, a click lays them in the tray.
 * @type {(seat: TableSeat, place: number, table: TableCards) => HTMLElement}
 */
function many(seat, place, table) {
  const number = seat.crate?.length ??
    (seat.rack ?? []).filter(Boolean).length + seat.hand.length + seat.heads.length + seat.bones;
  const all = seat.crate ? trN("{n} drink", "{n} drinks", number) : trN("{n} card", "{n} cards", number);
  const title = seat.heads.length || seat.bones ? tr("{all}: hand, heads and bones", { all }) : all;
  if (!isPerson(seat)) {
    const unit = make("span", "unit", ` ${all.replace(String(number), "").trim()}`);
    return labelled(Object.assign(make("span", "quiet many", number, unit), { title }), title, "img");
  }
  const made = button("quiet many", `${number}`, () => {
    wanted = { place, turn: turnOf(table) };
    document.dispatchEvent(new Event("redraw"));
  });
  made.id = `many-${place}`;
  return labelled(made, tr("Show what lies before {who}: {n}", { who: seat.name, n: number }));
}

/**
 * Turns a hand over; `own` is the only one of a person at this page.
 * @type {(seat: TableSeat, place: number, own: boolean) => HTMLElement}
 */
function turner({ name }, place, own) {
  const down = turnedOver.has(name);
  const made = button("quiet turner", "", () => {
    if (!turnedOver.delete(name)) turnedOver.add(name);
    document.dispatchEvent(new Event("redraw"));
  }, smallBack(down));
  made.id = `turner-${place}`;
  const mine = down ? tr("Turn my cards face up") : tr("Turn my cards face down");
  const theirs = down
    ? tr("Turn {who}'s cards face up", { who: name })
    : tr("Turn {who}'s cards face down", { who: name });
  const whose = own ? mine : theirs;
  return labelled(Object.assign(made, { title: whose }), whose);
}

/** @type {(cards: HandCard[], down: boolean) => HTMLElement} */
function fan(cards, down) {
  const made = inColumns(make("div", "fan", ...cards.map((card) => toLay(card, down))), cards.length);
  if (cards.length > ONE_ROW) made.children[Math.ceil(cards.length / 2) - 1].classList.add("half");
  return make("div", "hand", made);
}

/**
 * Tell the style sheet how many cards lie side by side, also where it lays them in two rows.
 * @type {(made: HTMLElement, number: number) => HTMLElement}
 */
function inColumns(made, number) {
  const one = Math.max(1, number);
  made.style.setProperty("--one", String(one));
  made.style.setProperty("--two", String(number > ONE_ROW ? Math.ceil(number / 2) : one));
  return made;
}

/**
 * A card that can be laid down: a button, so that keys reach it, too.
 * @type {(card: HandCard, down?: boolean) => HTMLElement}
 */
function toLay(card, down = false) {
  const made = make("button", `holds${card.new ? " new" : ""}`);
  made.type = "button";
  made.dataset.word = card.word;
  made.append(down ? back() : face(card, look, game));
  return labelled(made, down ? tr("a card, face down") : spoken(card, look));
}

/**
 * A card that lies open, and cannot be laid down again.
 * @type {(card: TableCard) => HTMLElement}
 */
function lies(card) {
  const made = make("span", "", face(card, look, game));
  made.dataset.word = card.word;
  return labelled(made, spoken(card, look), "img");
}

/**
 * Heads lie open, bones face down below them.
 * @type {(seat: TableSeat, place: number) => HTMLElement}
 */
function lower(seat, place) {
  /** @type {(_: unknown, at: number) => HTMLElement} */
  const under = (_, at) =>
    Object.assign(button("holds bone", "", () => order({ do: "bone" }), bone()), { id: `bone-${place}-${at}` });
  const bones = Array.from({ length: seat.bones }, under).map((one) =>
    labelled(spot("bones", one), tr("{who}'s bone, face down", { who: seat.name }))
  );
  const heads = seat.heads.map((card) => toLay(card));
  for (const lying of [bones, heads]) lying.forEach((one, at) => (one.style.gridColumn = String(at + 1)));
  return make("div", "lower", ...bones, ...heads);
}

/** @type {(seat: TableSeat, held: Fists) => HTMLElement} */
function drinks(seat, held) {
  const [hands, told] = fists(seat, held);
  return make("div", "drinks", spot("fists", hands), crate(seat.crate?.map(lies) ?? [], seat.room ?? 0, told));
}

/**
 * Where cards come from, and go to, that are not seen there (`motion.js`).
 * @type {<Made extends HTMLElement>(name: string, made: Made) => Made}
 */
function spot(name, made) {
  made.dataset.spot = name;
  return made;
}

/** @type {Record<string, string>} */
const DEALS = { scan: tr("Scan the hand"), draw: tr("Scan the drawn card"), "turn up": tr("Turn one up") };

/** @type {(table: CardsOnPage) => HTMLElement[]} */
function heaps(table) {
  const made = table.trump ? [trump(table.trump.suit, table.look)] : [];
  const deal = DEALS[table.deal ?? ""];
  if (table.stack || deal) made.push(stack(table.stack ?? 0, deal));
  if (table.up) made.push(make("div", "heap", lies(table.up), make("span", "small", tr("turned up"))));
  if (table.nest) {
    const told = make("span", "small", tr("nest of {n}", { n: table.nest }));
    made.push(spot("nest", make("div", "heap", back(), told)));
  }
  return made;
}

/** @type {(cards: number, deal: string | undefined) => HTMLElement} */
function stack(cards, deal) {
  const says = make("span", "small", deal ?? tr("stack of {n}", { n: cards }));
  const made = button("heap stack", "", () => order({ do: "deal" }), ...(cards ? [back()] : []), says);
  made.style.setProperty("--deep", `${Math.min(6, cards - 1)}px`);
  return Object.assign(spot("stack", made), { id: "stack", disabled: !deal });
}

const SEEN_OF_A_PILE = 6;
const FEW = 5; // cards of a hand, beside which there is room on a phone
const ONE_ROW = 7;

/**
 * What was played, or a pile, which a click takes where that is an answer now.
 * @type {(play: LaidTableCards, takes: string | undefined) => HTMLElement}
 */
function pile(play, takes) {
  const many = play.cards.length;
  const cards = play.cards.slice(-SEEN_OF_A_PILE).map(lies);
  const told = play.who || tr("pile of {n}", { n: many });
  if (!play.who) cards.forEach((card, at) => turned(card, many + at));
  const taken = takes && !play.who, fan = make("span", "fan", ...cards);
  const made = taken
    ? Object.assign(
      button("play pile takes", "", () => order({ do: "take" }), fan, make("span", "caption", `${takes} (${many})`)),
      { id: "pile" },
    )
    : make("figure", `play${play.who ? "" : " pile"}`, fan, make("figcaption", "caption", told));
  const read = play.cards.map((card) => spoken(card, look)).join(", ");
  return labelled(inColumns(made, cards.length), `${taken ? `${takes}, ` : ""}${told}: ${read}`);
}
