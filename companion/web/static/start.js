// The question for a new game: what can be played, by whom, with which cards.

import { closers } from "./buttons.js";
import { picture } from "./cards.js";
import { $, all, button, find, make, redraw, say, withLabel } from "./dom.js";
import { houseRules, houseRulesFor } from "./house_settings.js";
import { order } from "./orders.js";
import { answerTo, post } from "./requests.js";
import { tellRules } from "./scores.js";
import { refusesName, seatsFor, sitting } from "./sitting.js";
import { tr, trAs } from "./words.js";

/** @import { GameTile, LeavingWays, ReadersTold, TableView } from "./views.d.ts" */

/** @type {TableView | null} */
let now = null;

/** Fill in what stays the same until the table is started anew. @type {(view: TableView) => void} */
export function firstLook(view) {
  const before = now && chosenRadio().value;
  now = view;
  $("show-new").disabled = false;
  const { games, pointed } = view;
  const untouched = pointed === games[0].name; // the arrow of the box is where it is at power-on
  const first = games.find((game) => game.known) ?? games[0];
  const wanted = [before, untouched ? "" : pointed, view.table.game, first.name];
  const chosen = wanted.find((name) => games.some((game) => game.name === name));
  const tiles = games.map((game) => gameTile(game, game.name === chosen));
  $("known").replaceChildren(...tiles.filter((_, at) => games[at].known));
  $("boxed").replaceChildren(...tiles.filter((_, at) => !games[at].known));
  tellChosen();
  if (pointed !== chosen) pointAtIt();
  if (!view.table.game) openNew(true);
  if (!before) chosenTile().scrollIntoView({ block: "nearest" });
}

/** @type {(game: GameTile, chosen: boolean) => HTMLElement} */
function gameTile(game, chosen) {
  const radio = Object.assign(make("input"), { type: "radio", name: "game", value: game.name, checked: chosen });
  radio.addEventListener("change", () => {
    tellChosen();
    pointAtIt();
  });
  const people = [...new Set([game.players[0], game.players.at(-1)])].join("–");
  const told = [
    make("b", "", game.title),
    make("small", "", tr("{people} players", { people })),
    make("small", "", lasts(game)),
  ];
  return make("label", "game", radio, make("span", "tile", picture(game.name, "tile"), make("span", "told", ...told)));
}

/** @type {(game: GameTile) => string} */
function lasts({ minutes, short_minutes: short }) {
  if (!minutes) return "";
  return short ? tr("{short} or {minutes} minutes", { short, minutes }) : tr("{minutes} minutes", { minutes });
}

const chosenRadio = () => /** @type {HTMLInputElement} */ (find('input[name="game"]:checked'));
const chosenTile = () => /** @type {HTMLElement} */ (chosenRadio().closest(".game"));
/** @type {() => GameTile} */
const chosenGame = () => /** @type {any} */ (now?.games.find((game) => game.name === chosenRadio().value));

let awaited = ""; // the game to which the arrow of the box is on its way

/** The arrow goes to the chosen game, where the box asks which one. */
function pointAtIt() {
  awaited = now?.pointed ? chosenRadio().value : "";
  if (awaited) order({ do: "choose", game: awaited });
}

/**
 * Somebody has moved the arrow by the buttons of the box. Where the box asks anew, after a game, the arrow goes to the
 * game that was played.
 * @type {(view: TableView, before: TableView | null) => void}
 */
function follow({ pointed }, before) {
  if (pointed && before && !before.pointed && chosenRadio().value !== pointed) return pointAtIt();
  const waits = awaited && pointed && pointed !== awaited;
  if (!waits) awaited = "";
  if (!pointed || waits || chosenRadio().value === pointed) return;
  const radio = find(`input[name="game"][value="${CSS.escape(pointed)}"]`);
  if (radio instanceof HTMLInputElement) radio.checked = true;
  tellChosen();
  chosenTile().scrollIntoView({ block: "nearest" });
}

/** Where the box asks which game, a touch on its display leads to the tile of the game that it names. */
$("panel").addEventListener("click", () => {
  if (!now?.pointed || $("new-game").hidden) return;
  chosenTile().scrollIntoView({ block: "center" });
  chosenRadio().focus({ preventScroll: true });
});

let drinks = false; // are played with, and no cards
/** What the chosen game is, who can play it, by which rules and with which cards. */
function tellChosen() {
  const game = chosenGame();
  $("game-title").textContent = game.title;
  $("game-line").textContent = `${game.line} ${lasts(game)}`;
  withLabel($("game-rules"), tr("Rules of {game}", { game: game.title }));
  $("watch-trick").hidden = !now?.examples.includes(game.name);
  if (now) seatsFor(game, now);
  houseRulesFor(game);
  offerCards();
  drinks = game.look === "drinks";
  $("more").hidden = drinks && !game.decks.length; // nothing is dealt, and no score is kept
  tellLeaving();
}

const DRAWN = tr("no real cards: they are drawn on this page");

/** @type {(view: TableView) => void} */
export function offers(view) {
  const before = now;
  now = view;
  if (view.enrolling !== before?.enrolling) openNew(!view.enrolling && !view.table.game); // its stickers lie on the table
  follow(view, before);
  offerCards();
}

/** The enrolled decks that have a tag for every card of the game; the deck that was chosen last, if it is one. */
function offerCards() {
  const { decks } = chosenGame();
  if ([...$("cards").options].slice(1).map(({ value }) => value).join(" ") === decks.join(" ") && $("cards").length) {
    return;
  }
  const before = $("cards").length ? $("cards").value : now?.deck ?? "";
  $("cards").replaceChildren(new Option(DRAWN, ""), ...decks.map((name) => new Option(name)));
  $("cards").value = decks.includes(before) ? before : "";
  tellCards();
}

function tellCards() {
  $("cards-told").textContent = $("cards").selectedOptions[0].text;
}

/** Open or close the question for a new game. @type {(open: boolean) => void} */
export function openNew(open) {
  $("new-game").hidden = !open;
  $("show-new").ariaExpanded = String(open);
  if (open) {
    $("start").scrollTop = $("new-game").scrollTop = 0;
    offerReaders();
  }
  redraw();
}

/** Offer to play with real cards, by a reader that is plugged in; of several the next click chooses one. */
async function offerReaders() {
  /** @type {[ReadersTold | null, ...unknown[]]} */
  const [told] = await answerTo(fetch("/readers"));
  const readers = told?.readers ?? [];
  $("real").hidden = !readers.length;
  /** @type {(number: number) => Promise<void>} */
  const begins = async (number) => {
    const wish = { number, reader: readers[number], game: chosenRadio().value };
    const [, refused, lost] = await answerTo(post("/readers", JSON.stringify(wish)));
    if (!refused || lost) return; // another page comes in place of this one
    say($("deal-said"), refused);
    await offerReaders();
  };
  const ways = readers.map((reader, number) => button("", reader, () => begins(number)));
  const offers = () => (ways.length > 1 ? $("real").replaceChildren(...ways) : begins(0));
  $("real").replaceChildren(button("", tr("Play with real cards"), offers));
}

/** @type {Record<string, string>} */
const MEANS = {
  park: tr("It lies in the list of games to go on with, and in the menu of the box."),
  end: tr("It ends here with the scores as they stand, and is among the finished games."),
  "throw away": tr("It leaves the list and counts nowhere. You can put it back."),
};
/** @type {() => HTMLInputElement[]} */
const ways = () => [...$("leaving").querySelectorAll("input")];
let inPlay = "";

/**
 * What may become of the game in play, if there is one. Each is asked for anew.
 * @type {(asked: LeavingWays | null, record: string) => void}
 */
export function asksLeaving(asked, record) {
  $("leaving").hidden = !asked;
  for (const way of ways()) way.closest("label")?.toggleAttribute("hidden", !asked?.ways.includes(way.value));
  if (!asked?.ways.includes(leaving()) || record !== inPlay) ways()[0].checked = true;
  inPlay = record;
  $("in-play").textContent = asked ? tr("{game} is in play. What becomes of it?", { game: asked.called }) : "";
  tellLeaving();
}

const chosenWay = () => /** @type {HTMLInputElement} */ (find("#leaving :checked"));
/** What is chosen for it. */
export const leaving = () => chosenWay().value;

/** The buttons say all that they do, and with which game. */
function tellLeaving() {
  const asks = !$("leaving").hidden;
  const deal = drinks ? trAs("button", "play") : trAs("button", "deal"); // Babel finds no text within the call of another
  $("becomes").textContent = MEANS[leaving()];
  const does = chosenWay().nextElementSibling?.textContent;
  const says = asks ? tr("{does}, and {then}", { does, then: deal }) : drinks ? tr("Play") : tr("Deal");
  $("deal").textContent = `${says} · ${$("game-title").textContent}`;
}

/** What the form asks for. Scores from before are by seat, or two of the sides of four people; none: all begin at 0. */
export function wishes() {
  const seed = $("seed").value.trim(), seats = sitting();
  const scores = ($("brought").value.match(/-?[0-9]+/g) ?? []).map(Number);
  return {
    game: chosenRadio().value,
    seats,
    scores: scores.length === 2 && seats.length === 4 ? [...scores, ...scores] : scores,
    rules: houseRules(),
    scanned: $("scanned").checked,
    deck: $("cards").value,
    leaving: leaving(),
    ...(seed && { seed: Number(seed) }),
  };
}

$("cards").addEventListener("change", tellCards);
$("leaving").addEventListener("change", tellLeaving);
$("back").addEventListener("click", ({ detail }) => {
  openNew(false);
  if (!detail) $("show-new").focus(); // a key has pressed it, and it is hidden now
});
closers.push([() => $("back").checkVisibility(), () => $("back").click()]);
$("game-rules").addEventListener(
  "click",
  () => tellRules($("game-title").textContent ?? "", chosenRadio().value, houseRules()),
);
$("show-new").addEventListener("click", () => {
  const leaves = now?.table.over && all("#answers [data-place]:not(.main)").at(-1); // the box asks for another game, too
  if (leaves) return leaves.click();
  openNew(Boolean($("new-game").hidden));
  const stopped = now?.watching && now.watching !== "shows";
  if (stopped) order({ do: "choose", game: chosenRadio().value }); // the box asks for it instead of the example
});
let deals = false;
$("new-game").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (deals) return;
  deals = true;
  say($("deal-said"), "");
  const taken = await order({ do: "begin", ...wishes() }, (why, seat) => {
    say($("deal-said"), why);
    if (seat) refusesName(seat);
  });
  deals = false;
  if (taken) openNew(false);
});
