// Who sits where: a small picture of the table, oneself at the bottom, the next player on the left.

import { $, all, make, withLabel } from "./dom.js";
import { recall, remember } from "./remembering.js";
import { tr } from "./words.js";

/** @import { GameTile, TableView } from "./views.d.ts" */

/** @typedef {{ name: string, level: string }} SeatAsked the level of a computer; "": a person at this page */

/** Where the others sit around the table, clockwise from oneself, by their number: areas of the picture. */
const AROUND = ["", "top", "left right", "left top right", "left first last right", "left first top last right"];
const OPPOSITE = 2;
/** @type {string[]} */
let people = [];
/** @type {string[]} */
let computers = [];
/** @type {GameTile | undefined} */
let game;
const KEPT_AS = "name";
let own = recall(KEPT_AS) ?? ""; // the name that somebody here has typed

/** @type {() => { name: HTMLInputElement, level: HTMLSelectElement }[]} */
const seats = () =>
  all(".sits", $("seats")).map((seat) => ({
    name: /** @type {HTMLInputElement} */ (seat.querySelector("input")),
    level: /** @type {HTMLSelectElement} */ (seat.querySelector("select")),
  }));

/**
 * Offer seats for this game: by default four, or the most that it has.
 * @type {(chosen: GameTile, view: TableView) => void}
 */
export function seatsFor(chosen, view) {
  [game, people, computers] = [chosen, view.regulars, view.computers];
  $("people").replaceChildren(...game.players.map((number) => new Option(String(number))));
  $("people").value = String(game.players.includes(4) ? 4 : game.players.at(-1));
  $("people").closest("label")?.toggleAttribute("hidden", game.players.length === 1);
  for (const option of $("company").options) option.disabled = option.hidden = Boolean(option.value) && !game.computers;
  const wanted = game.computers ? $("company").value : "";
  $("company").value = wanted;
  setSeats();
}

/** Everybody but oneself is what the others are. */
function setSeats() {
  const others = AROUND[Number($("people").value) - 1].split(" ");
  $("seats").replaceChildren(seat("own", 0, ""), ...others.map((place, at) => seat(place, at + 1, $("company").value)));
  const { name } = seats()[0];
  name.value = own || personIn(0);
  name.addEventListener("input", () => {
    own = name.value.trim();
    remember(KEPT_AS, own);
    nameComputers();
  });
  nameComputers();
}

/** @type {(place: string, number: number, level: string) => HTMLElement} */
function seat(place, number, level) {
  const partner = game?.partners && number === OPPOSITE;
  const who = number ? partner ? tr("Your partner") : tr("Player {n}", { n: number + 1 }) : tr("You");
  const name = withLabel(make("input"), tr("Name of {who}", { who }));
  Object.assign(name, { value: personIn(number), maxLength: 20, required: true });
  name.addEventListener("focus", () => name.select());
  name.addEventListener("input", () => name.removeAttribute("aria-invalid"));
  const levels = withLabel(make("select"), tr("Who plays: {who}", { who }));
  levels.append(...[...$("company").options].map((option) => new Option(LEVELS[option.value], option.value)));
  levels.value = level;
  levels.hidden = !number || !game?.computers;
  levels.addEventListener("change", nameComputers);
  const made = withLabel(
    make("div", "sits", make("small", "", number ? who : tr("Your name")), name, levels),
    who,
    "group",
  );
  made.classList.toggle("ours", !number || Boolean(partner));
  made.style.gridArea = place;
  return made;
}

/** @type {Record<string, string>} */
const LEVELS = {
  gentle: tr("gentle"),
  easy: tr("easy"),
  normal: tr("normal"),
  strong: tr("strong"),
  "": tr("a person"),
};

/**
 * Who sits there at first; whose name somebody here has taken makes room for the first one.
 * @type {(number: number) => string}
 */
function personIn(number) {
  const name = people[number] ?? tr("Guest {n}", { n: number + 1 });
  return number && name.toLowerCase() === own.toLowerCase() ? people[0] : name;
}

/** The names of computers are the table's: the first ones that no person has. */
function nameComputers() {
  const sitting = seats();
  sitting.forEach(({ name, level }, number) => {
    if (name.readOnly && !level.value) name.value = personIn(number);
    name.readOnly = Boolean(level.value);
  });
  const taken = sitting.filter(({ name }) => !name.readOnly).map(({ name }) => name.value.trim().toLowerCase());
  const free = computers.filter((name) => !taken.includes(name.toLowerCase()));
  for (const { name } of sitting.filter(({ name }) => name.readOnly)) name.value = free.shift() ?? "";
}

/** Who sits where, clockwise from oneself. @type {() => SeatAsked[]} */
export const sitting = () => seats().map(({ name, level }) => ({ name: name.value.trim(), level: level.value }));

/** @type {(seat: string) => void} */
export function refusesName(seat) {
  const { name } = seats()[Number(seat)];
  name.ariaInvalid = "true";
  name.setAttribute("aria-describedby", "deal-said");
  name.focus();
}

$("people").addEventListener("change", setSeats);
$("company").addEventListener("change", setSeats);
