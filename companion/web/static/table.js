// The cards as they lie: players, heaps, the trick, the drinks. Drawn anew only where something changed.

import { back, face, make, spoken } from "./cards.js";
import { carrying } from "./drag.js";
import { carried, clicked, isChosen } from "./hands.js";
import { order } from "./orders.js";

const $ = (id) => document.getElementById(id);
const turnedOver = new Set();
let look = "";

/** Draw everything that lies on the table. */
export function draw(table) {
  const focused = document.activeElement?.dataset.word ?? document.activeElement?.id;
  look = table.look ?? "";
  const seats = (table.seats ?? []).map((seat, place) => player(seat, place, table));
  $("own").replaceChildren(...seats.slice(0, 1));
  $("others").replaceChildren(...seats.slice(1));
  $("heaps").replaceChildren(...heaps(table));
  $("trick").replaceChildren(...(table.middle ?? []).map(pile));
  $("centre").replaceChildren(...(table.centre ?? []).map((card) => toLay(card, null)));
  $("centre").hidden = !table.centre?.length;
  const again = focused && (document.querySelector(`[data-word="${CSS.escape(focused)}"]`) ?? $(focused));
  if (again && document.activeElement === document.body) again.focus();
}

/** Mark what a hint proposes and warns of. */
export function mark(hint) {
  for (const one of document.querySelectorAll("[data-word]")) {
    one.classList.toggle("right", Boolean(hint?.right.includes(one.dataset.word)));
    one.classList.toggle("wrong", Boolean(hint?.wrong.includes(one.dataset.word)));
  }
}

function player(seat, place, table) {
  const turn = table.turn.includes(place);
  const made = make("article", `seat${turn ? " turn" : ""}`);
  made.setAttribute("aria-label", `${seat.name}${turn ? ", whose turn it is" : ""}`);
  const name = make("h2", "", "", tag(seat.name));
  made.append(make("header", "", "", name, ...(seat.hand.length ? [turner(seat, place)] : [])));
  const body = make("div", "before");
  if (seat.rack) body.append(rack(seat));
  if (seat.hand.length) body.append(fan(seat.hand, place, turnedOver.has(seat.name)));
  if (seat.heads.length || seat.bones) body.append(lower(seat, place));
  made.append(body);
  if (seat.fists) made.append(fists(seat));
  return made;
}

/** Somebody's name tag, which says whose the next card is, or who sits here. */
export function tag(name) {
  const made = make("button", "tag", name);
  made.type = "button";
  made.title = `Tap ${name}'s name tag`;
  made.addEventListener("click", () => order({ do: "tag", name }));
  return made;
}

/** A computer's hidden cards stand in numbered slots, backs to the people. */
function rack(seat) {
  const made = make("div", "rack");
  made.setAttribute("role", "img");
  const filled = seat.rack.filter(Boolean).length;
  made.setAttribute("aria-label", `${seat.name}'s rack: ${filled} cards in ${seat.rack.length} slots`);
  made.append(...seat.rack.map((full, place) => make("span", `slot${full ? "" : " free"}`, String(place + 1))));
  return made;
}

function turner(seat, place) {
  const down = turnedOver.has(seat.name);
  const made = make("button", "quiet", down ? "turn up" : "turn down");
  made.type = "button";
  made.id = `turner-${place}`;
  made.setAttribute("aria-label", `Turn ${seat.name}'s hand ${down ? "up" : "face down"}`);
  made.addEventListener("click", () => {
    if (!turnedOver.delete(seat.name)) turnedOver.add(seat.name);
    document.dispatchEvent(new Event("redraw"));
  });
  return made;
}

function fan(cards, place, down) {
  const made = make("div", "fan");
  made.append(...cards.map((card) => toLay(card, place, down)));
  return made;
}

/** A card that can be laid down: a button, so that keys reach it, too. */
function toLay(card, place, down = false) {
  const made = make("button", `holds${card.new ? " new" : ""}${isChosen(card.word) ? " chosen" : ""}`);
  made.type = "button";
  made.dataset.word = card.word;
  made.setAttribute("aria-label", down ? "a card, face down" : spoken(card, look));
  made.append(down ? back() : face(card, look));
  carrying(made, () => carried(card));
  made.addEventListener("click", (event) => clicked(card, place, event));
  return made;
}

/** Heads lie open, bones face down below them. */
function lower(seat, place) {
  const made = make("div", "lower");
  made.append(...seat.heads.map((card) => toLay(card, place)));
  for (let bone = 0; bone < seat.bones; bone++) {
    const one = make("button", "holds bone", "", back());
    one.type = "button";
    one.setAttribute("aria-label", `${seat.name}'s bone, face down`);
    one.addEventListener("click", () => order({ do: "bone" }));
    made.append(one);
  }
  return made;
}

function fists(seat) {
  const closed = (hand) => {
    const many = seat.fists[hand];
    const made = make("span", "fist", many ? "●".repeat(many) : "–");
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", `${hand} hand: ${many} closed`);
    return make("span", "hold", `${hand} `, made);
  };
  const crate = make("div", "crate", "", ...seat.crate.map((card) => face(card, look)));
  crate.setAttribute("aria-label", `crate: ${seat.crate.map((card) => spoken(card, look)).join(", ") || "empty"}`);
  crate.setAttribute("role", "img");
  return make("div", "drinks", "", make("p", "", "", closed("left"), closed("right")), crate);
}

const DEALS = { scan: "Scan the hand", draw: "Scan the drawn card", "turn up": "Turn one up" };

function heaps(table) {
  const made = [];
  const deal = DEALS[table.deal];
  if (table.stack || deal) made.push(stack(table.stack, deal));
  if (table.up) made.push(make("div", "heap", "", face(table.up, look), make("span", "small", "turned up")));
  if (table.nest) made.push(make("div", "heap", "", back(), make("span", "small", `nest of ${table.nest}`)));
  return made;
}

function stack(cards, deal) {
  const made = make("button", "heap stack", "", ...(cards ? [back()] : []));
  made.append(make("span", "small", deal ?? `stack of ${cards}`));
  made.type = "button";
  made.id = "stack";
  made.disabled = !deal;
  made.addEventListener("click", () => order({ do: "deal" }));
  return made;
}

const SEEN_OF_A_PILE = 6;

function pile(play) {
  const many = play.cards.length;
  const cards = play.cards.slice(-SEEN_OF_A_PILE).map((card) => make("span", "", "", face(card, look)));
  const told = play.who || (many > SEEN_OF_A_PILE ? `pile of ${many}` : "pile");
  const made = make("figure", "play", "", make("div", "fan", "", ...cards), make("figcaption", "", told));
  made.setAttribute("aria-label", `${told}: ${play.cards.map((card) => spoken(card, look)).join(", ")}`);
  return made;
}
