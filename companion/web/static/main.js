// The page: every view that the server sends is drawn; everything somebody does is sent back.

import { $, button, labelled, make } from "./dom.js";
import { dropping } from "./drag.js";
import { knows, layChosen } from "./hands.js";
import { areDone, isBusy, order, tells } from "./orders.js";
import { Buzzer, Panel, shine } from "./panel.js";
import { enrolled } from "./decks.js";
import "./house.js";
import { draw, mark, tag } from "./table.js";

const panel = new Panel($("panel"));
const buzzer = new Buzzer();
const EASY_S = 2.5;
let now = null;
let drawn = "";

// ------------------------------------------------------------------ what the server sends

const views = new EventSource("/events");
views.onmessage = (event) => show(JSON.parse(event.data));
views.onopen = () => ($("offline").hidden = true);
views.onerror = () => ($("offline").hidden = false);
tells.trouble = (text) => ($("remark").textContent = text);
tells.busy = (busy) => {
  $("felt").setAttribute("aria-busy", busy);
  $("next").setAttribute("aria-disabled", busy || Boolean(now?.watching));
};
document.addEventListener("redraw", () => show(now, true));

function show(view, anew = false) {
  const first = now === null;
  if (!first && view.start !== now.start) return location.reload(); // the table was started anew, maybe as another version
  const begins = !first && view.table.game && !now.table.game; // by the box's buttons, or by Next
  now = view;
  if (begins) openNew(false);
  showBox(view.box);
  const table = JSON.stringify(view.table);
  if (anew || table !== drawn) {
    drawn = table;
    knows(view.table);
    draw(view.table);
  }
  mark(view.hint);
  showLying(view.lying);
  tell(view);
  showFaults(view.faults);
  if (first) firstLook(view);
  else offerCards();
  enrolled(view.enrolling);
  areDone(view.done);
}

function showBox(box) {
  panel.show(box.glass, box.contrast);
  shine($("lamp"), box.light);
  buzzer.play(box.tone);
  $("box").classList.toggle("off", !box.powered);
  for (const button of $("buttons").children) button.classList.toggle("down", box.down.includes(button.value));
  const said = box.said.join(". ");
  if ($("spoken").textContent !== said) {
    $("spoken").textContent = said;
    $("panel").setAttribute("aria-label", `The display: ${said}`);
  }
}

function showLying(words) {
  $("lying").replaceChildren(...words.map((word) => make("span", "chip", word)));
  $("reader").classList.toggle("full", words.length > 0);
  $("reader-spot").textContent = words.length ? "Take up what lies here" : "Lay cards here";
}

function tell(view) {
  const hint = view.hint ? view.hint.told.join(" ") : "";
  const text = view.remark || view.caption || hint;
  if ($("remark").textContent !== text) $("remark").textContent = text;
  $("hint").setAttribute("aria-pressed", view.hinted);
  $("fast").checked = view.fast;
  $("stickers").hidden = !view.enrolling;
  $("tags").hidden = view.enrolling || Boolean(view.table.game) || !$("new-game").hidden || !view.box.powered;
  $("quick").checked = view.quick;
  $("watch").textContent = view.watching ? "Stop" : view.parks ? "Park it, and watch" : "Watch";
  $("parks").hidden = !view.parks;
  $("parks").textContent = view.parks;
  $("deal").textContent = view.parks ? "Park it, and deal" : "Deal";
  $("where").textContent = view.table.title ? `${view.table.title}${view.deck && `, with the deck ${view.deck}`}` : "A card table on simulated wires";
  if (document.activeElement !== $("pace")) $("pace").value = String(view.every);
}

let switches = "";

function showFaults(faults) {
  const text = JSON.stringify(faults);
  if (text === switches) return;
  switches = text;
  const focused = document.activeElement?.value;
  $("faults").replaceChildren(...faults.map(faultSwitch));
  if (focused) [...$("faults").querySelectorAll("input")].find((one) => one.value === focused)?.focus();
}

function faultSwitch(fault) {
  const box = Object.assign(make("input"), { type: "checkbox", value: fault.name, checked: fault.on });
  box.addEventListener("change", () => order({ do: "fault", name: fault.name }));
  return make("label", "tick", "", box, make("span", "", "", make("b", "", fault.name), make("span", "", ` ${fault.sentence}`)));
}

// ------------------------------------------------------------------ a new game

function firstLook(view) {
  for (const game of view.games) $("games").append(gameChoice(game, game === view.games[0]));
  const title = (name) => view.games.find((game) => game.name === name).title;
  $("example").append(...view.examples.map((name) => new Option(title(name), name)));
  $("tags").append(...view.tags.map(tag));
  offerPeople();
  if (!view.table.game) openNew(true);
}

function gameChoice(game, chosen) {
  const radio = Object.assign(make("input"), { type: "radio", name: "game", value: game.name, checked: chosen });
  radio.addEventListener("change", offerPeople);
  const people = [...new Set([game.players[0], game.players.at(-1)])].join("–");
  return make("label", "game", "", radio, make("span", "", "", make("b", "", game.title), make("small", "", `${people} players`)));
}

function chosenGame() {
  const name = document.querySelector('input[name="game"]:checked')?.value;
  return now.games.find((game) => game.name === name);
}

function offerPeople() {
  const numbers = chosenGame().players;
  $("people").replaceChildren(...numbers.map((number) => new Option(number)));
  $("people").value = String(numbers.includes(4) ? 4 : numbers.at(-1));
  offerComputers();
  offerCards();
}

const DRAWN = "a drawn deck";

/** The enrolled decks that have a tag for every card of the game; the deck that was chosen last, if it is one. */
function offerCards() {
  const decks = chosenGame()?.decks ?? [];
  if ([...$("cards").options].slice(1).map((one) => one.value).join(" ") === decks.join(" ") && $("cards").length) return;
  const before = $("cards").length ? $("cards").value : now.deck;
  $("cards").replaceChildren(new Option(DRAWN, ""), ...decks.map((name) => new Option(name)));
  $("cards").value = decks.includes(before) ? before : "";
  $("cards").parentElement.hidden = !decks.length;
}

/** At least one seat is a person's. */
function offerComputers() {
  const before = Number($("computers").value);
  const most = Number($("people").value) - 1;
  $("computers").replaceChildren(...Array.from({ length: most + 1 }, (_, number) => new Option(number)));
  $("computers").value = String(Math.min(before, most));
}

function openNew(open) {
  $("new-game").hidden = !open;
  $("show-new").setAttribute("aria-expanded", open);
  tell(now);
}

$("people").addEventListener("change", offerComputers);
$("show-new").addEventListener("click", () => openNew($("new-game").hidden));
$("new-game").addEventListener("submit", (event) => {
  event.preventDefault();
  const seed = $("seed").value.trim();
  const asked = {
    do: "begin",
    game: chosenGame().name,
    people: Number($("people").value),
    scanned: $("scanned").checked,
    computers: Number($("computers").value),
    level: $("level").value,
    deck: $("cards").value,
  };
  order(seed ? { ...asked, seed: Number(seed) } : asked);
  openNew(false);
});

// ------------------------------------------------------------------ the four buttons

const KEYS = { ArrowUp: "UP", ArrowDown: "DOWN", Enter: "OK", Escape: "BACK" };
const SIGNS = { BACK: "↩", UP: "▲", DOWN: "▼", OK: "●" };
const held = new Set();

function push(name, down) {
  if (down === held.has(name)) return;
  if (down) held.add(name);
  else held.delete(name);
  order({ do: "push", button: name, down });
}

for (const name of ["BACK", "UP", "DOWN", "OK"]) {
  // A click without a pointer: a key or a screen reader.
  const clicked = (event) => event.detail === 0 && !held.has(name) && [true, false].forEach((down) => push(name, down));
  const knob = button("knob", "", clicked, make("span", "sign", SIGNS[name]), make("span", "word", name));
  knob.value = name;
  knob.addEventListener("pointerdown", (event) => {
    knob.setPointerCapture(event.pointerId);
    push(name, true);
  });
  for (const end of ["pointerup", "pointercancel"]) knob.addEventListener(end, () => push(name, false));
  knob.addEventListener("contextmenu", (event) => event.preventDefault());
  $("buttons").append(labelled(knob, `${name}, a button of the box`));
}

const takesKeys = (element) => element.closest("input, select, button, summary, a");

document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") return walk(event);
  const name = KEYS[event.key];
  if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
  const own = takesKeys(event.target);
  if (own && (event.key === "Enter" || own.matches("select, input"))) return;
  event.preventDefault();
  if (!event.repeat) push(name, true);
});
document.addEventListener("keyup", (event) => {
  const name = KEYS[event.key];
  if (name && held.has(name)) push(name, false);
});
window.addEventListener("blur", () => [...held].forEach((name) => push(name, false)));

// A card that a key has laid lets go of the keys: Enter is OK on the box again, and left or right go to the cards.
document.addEventListener("click", (event) => {
  const card = event.target.closest(".holds, .stack");
  if (event.detail === 0 && card && card === document.activeElement) card.blur();
});

/** Left and right go along the stack and the cards; from nowhere to what is played next. */
function walk(event) {
  const cards = [...document.querySelectorAll(".stack:enabled, button.holds")];
  const at = cards.indexOf(document.activeElement);
  if (!cards.length || (at < 0 && document.activeElement !== document.body)) return;
  event.preventDefault();
  if (at < 0) return (document.querySelector(".stack:enabled") ?? document.querySelector(".turn button.holds") ?? cards[0]).focus();
  cards[(at + (event.key === "ArrowRight" ? 1 : cards.length - 1)) % cards.length].focus();
}

// ------------------------------------------------------------------ everything else

for (const word of ["PASS", "NIL", "UNDO"]) $("commands").append(button("", word, () => order({ do: "lay", cards: [word] })));
for (const word of ["sticker", "hint", "unplug", "fast", "quick"]) $(word).addEventListener("click", () => order({ do: word }));
dropping($("reader"));
$("reader-spot").addEventListener("click", () => (now?.lying.length ? order({ do: "lift" }) : layChosen()));
// One click, one step: while hands are moving there is nothing to click for.
$("next").addEventListener("click", () => isBusy() || order({ do: "next" }));
$("pace").addEventListener("change", () => order({ do: "demonstrate", every: Number($("pace").value) }));
$("watch").addEventListener("click", () => {
  if (now.watching) return order({ do: "demonstrate", every: 0 });
  openNew(false);
  order({ do: "watch", game: $("example").value, every: Number($("pace").value) || EASY_S });
});
$("sound").addEventListener("click", () => $("sound").setAttribute("aria-pressed", buzzer.toggle()));
$("colour").addEventListener("change", () => {
  panel.two = $("colour").value === "two";
  if (now) show(now);
});
