// Games that were left or are over: to go on with, or to throw away and put back.

import { picture } from "./cards.js";
import { inWords, when } from "./days.js";
import { $, action, find, first, make } from "./dom.js";
import { order } from "./orders.js";
import { answerTo, post } from "./requests.js";
import { tellScores } from "./scores.js";
import { leaving, openNew } from "./start.js";
import { tr, unitOf } from "./words.js";

/** @import { SavedGame, SavedGameList, TableView } from "./views.d.ts" */

const AT_FIRST = 3; // as many as leave the tiles in sight; the others are one click away
const MOST_MS = 300; // without its list the sheet is shown late, but shown before it looks broken
let listed = "", refusal = "", asked = 0;

/**
 * The list is asked for when it is opened, and whenever the table has other games. Until it is there the sheet shows nothing:
 * it would move the tiles below a finger.
 * @type {(view: TableView) => void}
 */
export function listsSaved(view) {
  const now = $("new-game").hidden ? "" : JSON.stringify(view.saved);
  if (now && now !== listed) {
    const mine = ++asked;
    $("new-game").classList.toggle("waits", !listed);
    const shows = () => mine === asked && $("new-game").classList.remove("waits");
    setTimeout(shows, MOST_MS);
    ask(fetch("/saved-games")).then(tellRefusal).finally(shows);
  }
  listed = now;
}

/** @type {(refused: string) => void} */
function tellRefusal(refused) {
  if (refused || refusal) say(refused);
  refusal = refused;
}

/** What comes back is the list as it is then, or why not. @type {(asked: Promise<Response>) => Promise<string>} */
async function ask(asked) {
  const [told, refused] = await answerTo(asked);
  if (told) show(told);
  return refused;
}

/**
 * Tells whether it was done; else the list was another one than this page knew.
 * @type {(game: SavedGame, wish: string) => Promise<boolean>}
 */
async function see(game, wish) {
  const refused = await ask(post(address(game), JSON.stringify({ do: wish })));
  say(refused);
  if (refused) await ask(fetch("/saved-games"));
  return !refused;
}

/** @type {(...told: (string | HTMLElement)[]) => void} */
function say(...told) {
  $("saved-said").replaceChildren(...told.filter(Boolean));
  hideWhereEmpty();
}

/** @type {(list: SavedGameList) => void} */
function show({ kept, finished, thrown_away: thrown }) {
  const rows = kept.map((game) => row(game, goOn(game), throwAway(game)));
  $("go-on").textContent = rows.length ? tr("Go on with a game") : tr("Games that were played");
  fill("saved", rows.slice(0, AT_FIRST));
  fill("saved-more", rows.slice(AT_FIRST));
  const lies = JSON.parse(listed || "[]")[0]; // what has just ended lies on the table until the next one begins
  fill(
    "saved-finished",
    finished.map((game) => row(game, scores(game), ...(game.record === lies ? [] : [throwAway(game)]))),
  );
  fill("saved-thrown", thrown.map((game) => row(game, putBack(game, tr("Put back")))));
  hideWhereEmpty();
}

function hideWhereEmpty() {
  $("going-on").hidden = !first("#going-on .saved") && !$("saved-said").textContent;
}

/**
 * A list with these rows; where it can be opened, what opens it counts them.
 * @type {(id: string, rows: HTMLElement[]) => void}
 */
function fill(id, rows) {
  const before = [...$(id).children];
  if (rows.length !== before.length || rows.some((row, place) => row !== before[place])) $(id).replaceChildren(...rows);
  const fold = $(id).closest("details");
  if (!fold) return;
  fold.hidden = !rows.length;
  find("span", fold).textContent = String(rows.length);
}

/** A row that is there already stays: nothing flickers, and the keys stay where they are. */
/** @type {Map<string, HTMLElement>} */
const known = new Map();

/** @type {(game: SavedGame, ...actions: HTMLElement[]) => HTMLElement} */
function row(game, ...actions) {
  const key = JSON.stringify([game, inWords(game.at), actions.map((action) => action.textContent)]);
  const made = known.get(key) ?? entry(game, actions);
  known.set(key, made);
  return made;
}

/** @type {(game: SavedGame, actions: HTMLElement[]) => HTMLElement} */
function entry(game, actions) {
  const deal = game.deal ? tr("deal {n}", { n: game.deal }) : tr("just begun");
  const about = make("small", "", when(game.at), ` · ${deal}`);
  const told = make("span", "told", make("b", "", game.title), about, make("small", "line", stands(game)));
  const made = make("li", "saved", picture(game.game, "tile"), told, make("span", "row", ...actions));
  made.dataset.record = game.record;
  return made;
}

/** Who plays, and how they stand where somebody has scored. @type {(game: SavedGame) => string} */
function stands({ names, stands, counted }) {
  if (!stands.some(([, number]) => number)) return names.join(", ");
  return `${stands.map(([who, number]) => `${who} ${number}`).join(", ")} ${unitOf(counted)}`;
}

/** @type {(game: SavedGame) => string} */
const address = ({ record }) => `/saved-games/${encodeURIComponent(record)}`;

/** @type {(game: SavedGame) => string} */
const nameOf = (game) => tr("{game} with {names}", { game: game.title, names: game.names.join(", ") });

/** @type {(game: SavedGame) => HTMLElement} */
const goOn = (game) =>
  action(tr("Go on"), tr("Go on with {game}", { game: nameOf(game) }), () => {
    order({ do: "go on", record: game.record, leaving: leaving() });
    openNew(false);
  });

/** @type {(game: SavedGame) => HTMLElement} */
const scores = (game) =>
  action(tr("Scores"), tr("Scores of {game}", { game: nameOf(game) }), () => tellScores(address(game)));

/** @type {(game: SavedGame) => HTMLElement} */
function throwAway(game) {
  const made = action(tr("Throw away"), tr("Throw away {game}", { game: nameOf(game) }), async () => {
    if (!(await see(game, "throw away"))) return;
    const undo = putBack(game, tr("Undo"));
    say(tr("{game} is thrown away.", { game: game.title }), undo);
    undo.focus();
  });
  return Object.assign(made, { title: tr("It leaves the list and counts nowhere. You can put it back.") });
}

/** @type {(game: SavedGame, text: string) => HTMLElement} */
const putBack = (game, text) =>
  action(text, `${text}: ${nameOf(game)}`, async () => {
    if (!(await see(game, "put back"))) return;
    const again = first(`#going-on [data-record="${CSS.escape(game.record)}"]`);
    const fold = again?.closest("details");
    if (fold) fold.open = true;
    again?.querySelector("button")?.focus();
  });
