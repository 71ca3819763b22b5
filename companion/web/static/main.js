// The page: every view that the server sends is drawn; everything somebody does is sent back.

import { jumps } from "./ahead.js";
import { aimAgain } from "./aim.js";
import { asks, refuses, saysAgain } from "./asked.js";
import { keepAwake } from "./awake.js";
import { needsBox, showBox, showLying } from "./box.js";
import "./buttons.js";
import { $, all, button, find, first, loadStyles, make, say } from "./dom.js";
import { picking } from "./drag.js";
import { asking, carry, goesWith, knows, layMarked, take } from "./hands.js";
import { areDone, order, tells } from "./orders.js";
import { standsOut } from "./moment.js";
import { moving } from "./motion.js";
import { listsSaved } from "./games.js";
import { followEnrolment, showFaults, showPace } from "./drawer.js";
import { hears } from "./announcements.js";
import { openStream } from "./news.js";
import { followTable } from "./seats_and_corrections.js";
import { opensHands, tellDeal, tellRules, tellScores } from "./scores.js";
import { hear, voiceMessage } from "./speech.js";
import { settles } from "./click_guard.js";
import { asksLeaving, firstLook, offers, openNew } from "./start.js";
import { onlyPerson, tag } from "./players.js";
import { draw, mark } from "./table.js";
import { watches } from "./watch.js";
import { insist, tr } from "./words.js";

/** @import { MatchEnding, TableView } from "./views.d.ts" */

/** @type {TableView | null} */
let now = null;
/** @type {Record<string, string>} */
const drawn = {};

const AGAIN_MS = 1000;

const LOST = tr("The table does not answer. Start it again: this page then goes on by itself.");
const FULL = tr(
  "The table is open in as many windows as it can be. Close one of them: this page then goes on by itself.",
);
/** @type {EventSource | null} */
let views = null;

/** A hidden tab lets go of its stream: a browser opens six to one server. A lost one comes back, a refused one does not. */
function follow() {
  views?.close();
  if (document.hidden) return;
  const stream = (views = openStream(arrives));
  stream.onopen = () => say($("offline"), "");
  stream.onerror = async () => {
    const refused = stream.readyState === EventSource.CLOSED;
    const why = refused && (await isFull()) ? FULL : LOST;
    if (stream !== views) return;
    say($("offline"), why);
    if (refused) setTimeout(() => stream === views && follow(), AGAIN_MS);
  };
}

const FRAME_MS = 16;
/** @type {string | null} */
let latest = null, drawnAt = 0;

/**
 * Of views that come faster than anybody sees them the latest is drawn, so that no press waits behind a crowd.
 * @type {(view: string) => void}
 */
function arrives(view) {
  const waits = latest !== null;
  latest = view;
  if (performance.now() - drawnAt > FRAME_MS) drawLatest();
  else if (!waits) setTimeout(drawLatest, FRAME_MS); // not by a frame: a browser need not draw any
}

function drawLatest() {
  if (latest === null) return;
  const view = JSON.parse(latest);
  latest = null;
  show(view);
  drawnAt = performance.now();
}

const isFull = () => fetch("/events", { method: "HEAD" }).then(({ status }) => status === 503, () => false);

document.addEventListener("visibilitychange", follow);
follow();
tells.trouble = (text, lost) => {
  refuses(text);
  hear(voiceMessage("mistake", text));
  if (lost) follow(); // as soon as there is a table again, it says what is asked
};
tells.busy = (busy) => {
  $("felt").ariaBusy = String(busy);
};
document.addEventListener("redraw", () => now && show(now, true));

/** @type {(view: TableView, anew?: boolean) => void} */
function show(view, anew = false) {
  const another = !now || view.start !== now.start; // the table was started anew: it counts orders from the first
  const begins = now && view.table.game && !now.table.game; // by the box's buttons, or by Next
  const isLeft = now?.table.game && !view.table.game && view.box.powered && !view.enrolling;
  const ahead = view.jumps;
  const arrives = ahead || Boolean(now?.jumps) || now?.saved[0] !== view.saved[0]; // those of another game lay elsewhere
  now = view;
  if (!$("hints").checked) view = { ...view, hint: null };
  if (begins || isLeft) openNew(Boolean(isLeft));
  keepAwake(Boolean(view.table.game));
  needsBox(view);
  showBox(view);
  if (isNew("tags", view.tags)) $("tags").replaceChildren(find(".small", $("tags")), ...view.tags.map(tag));
  $("felt").classList.toggle("ahead", ahead);
  const table = isNew("table", [view.table, ahead]) || anew, lying = isNew("lying", view.lying);
  const drawsCards = () => {
    if (table) draw(view.table, view.fast, ahead);
    knows(view);
    showLying(view);
    aimAgain();
  };
  if (table || lying) moving(drawsCards, view.table, arrives);
  else knows(view);
  tell(view, another);
  mark(view.hint);
  showFaults(view.faults);
  watches(view);
  jumps(view);
  tellEnding(view);
  if (!ahead) tellDeal(view.table);
  if (another) begin(view);
  else offers(view);
  showPace(view, another);
  followEnrolment(view.enrolling);
  followTable(view);
  settles();
  areDone(view.done, another);
}

/** @type {Promise<[typeof import("./ending.js"), unknown]> | null} */
let endings = null;

/** @type {(view: TableView) => MatchEnding | null | undefined} */
const endingOf = (view) => (view.watching ? null : view.table.ending);

/**
 * What draws an ending is fetched when there is one. Afterwards the winner stands where the cards lay.
 * @type {(view: TableView) => Promise<void>}
 */
async function tellEnding(view) {
  // What `import` has not got, some browsers never ask for again.
  if (endingOf(view)) {
    endings ??= insist("/ending.js", () => Promise.all([import("./ending.js"), loadStyles("/ending.css")]));
  }
  const [drawer] = (await endings) ?? [];
  const { watching, table } = now ?? view; // another one may have come meanwhile
  const ending = endingOf(now ?? view);
  drawer?.ends(ending, onwards, onlyPerson(table));
  if (watching || !table.over || first(".recall")) return;
  const told = drawer && ending ? drawer.reminder(ending) : make("p", "recall", tr("The game is over."));
  told.append(...all(".crate", $("own"))); // which stays to be seen
  if (table.reviews) told.append(" ", opensHands());
  $("own").replaceChildren(told);
}

/** Whether this part of the view was drawn otherwise before. @type {(name: string, part: unknown) => boolean} */
function isNew(name, part) {
  const before = drawn[name];
  drawn[name] = JSON.stringify(part);
  return drawn[name] !== before;
}

/** @type {(view: TableView) => void} */
function begin(view) {
  firstLook(view);
  const left = view.lying.length && $("how").value === "tap" && !view.watching;
  if (left) order({ do: "lift" }); // a page before this one has left it there
}

let answered = 0; // orders, when something was said last

/** @type {(view: TableView, another: boolean) => void} */
function tell(view, another) {
  const { does, label, long, title } = view.next, mine = does === "plays" || does === "leaves";
  const shown = $(mine ? "mine" : "next");
  find("span", shown).textContent = label;
  shown.dataset.long = long; // stands there instead where there is room
  shown.title = title;
  $("mine").hidden = !mine || view.jumps;
  const asked = Boolean(view.asked?.yours && (view.table.over || view.asked.answers.length));
  $("next").hidden = mine || asked || view.jumps || view.enrolling || Boolean(view.watching);
  const anew = asks(view), again = !anew && view.remark !== "" && view.done !== answered;
  if (again) saysAgain();
  hears(view, { first: another, isNew: anew || again, moment: standsOut(view) });
  answered = view.done;
  $("hint").hidden = !view.advises || Boolean(first("#onwards [data-group=step]"));
  $("fast").checked = view.fast;
  $("stickers").hidden = !view.enrolling;
  $("sticker").textContent = view.verifies ? tr("Tap the next card") : tr("Tap a new sticker");
  $("sticker-learns").hidden = view.verifies;
  $("tags").hidden = view.enrolling || Boolean(view.table.game) || !$("new-game").hidden || !view.box.powered;
  asksLeaving(view.leaving, view.saved[0]);
  listsSaved(view);
  $("show-rules").hidden = $("show-scores").hidden = !view.table.game || !$("new-game").hidden;
  $("where").textContent = view.table.title && $("new-game").hidden ? whereWeAre(view) : "";
}

/** @type {(view: TableView) => string} */
function whereWeAre({ table, deck, watching }) {
  return [
    watching ? tr("Example: {game}", { game: table.title }) : table.title,
    ...(table.deals && table.deals > 1 ? [tr("deal {n}", { n: table.deals })] : []),
    ...(table.target ? [tr("to {n}", { n: table.target })] : []),
    ...(deck ? [tr("with the deck {deck}", { deck })] : []),
  ].join(", ");
}

/**
 * What is done is what the button said: the table may be further by then. What it decides for people is decided once,
 * for the asking with this `number`.
 * @type {(number?: number) => Promise<boolean>}
 */
const pressNext = (number) => order({ do: "press next", does: now?.next.does, number });

/** @type {[string, () => void][]} */
const onwards = [[tr("Play again"), () => pressNext()], [tr("Another game"), () => $("show-new").click()]];

for (const word of ["PASS", "NIL", "UNDO"]) {
  $("commands").append(button("", word, () => order({ do: "lay", cards: [word] })));
}
$("next").addEventListener("click", () => pressNext());
$("mine").addEventListener("click", () => pressNext(now?.asked?.number));
for (const word of ["sticker", "sticker-again", "unplug", "fast"]) {
  $(word).addEventListener("click", () => order({ do: word }));
}
$("hint").addEventListener("click", () => now?.hint ? saysAgain() : order({ do: "hint" }));
picking({ take, carry, together: goesWith, asking });
$("reader-spot").addEventListener("click", () => (now?.lying.length ? order({ do: "lift" }) : layMarked()));
$("show-rules").addEventListener("click", () => now?.table.game && tellRules(now.table.title, now.table.game));
$("show-scores").addEventListener("click", () => tellScores());
