// The scoreboard: draws what it is told, and tells nothing back. Every text goes in as text, never as markup.

import { dealerSign, factsOf, several } from "./card_rows.js";
import { suitName, suitSign } from "./cards.js";
import { chart, sample } from "./match_chart.js";
import { $, make, say, withLabel } from "./dom.js";
import { ends, openEnding } from "./ending.js";
import { past } from "./evenings.js";
import { felt, isAround } from "./felt.js";
import { begin, shift } from "./kiosk.js";
import { choosesLanguage } from "./language.js";
import { follow } from "./news.js";
import { hear, newOf, switchedBy } from "./speech.js";
import { showTab, tabs } from "./tabs.js";
import { inList, withSign } from "./sentences.js";
import { tr, trAs, unitOf } from "./words.js";

/** @import { BoardPlayer, ChartLines, HeldBoard, MatchBoard, PhoneView } from "./views.d.ts" */

const TABS = ["now", "course", "past"];
/** @type {PhoneView | null} */
let now = null;

/** What a view does not tell while other tables have yet to play the same cards. */
const HELD = {
  says: [],
  memo: "",
  trump: null,
  crate: 0,
  revoked: [],
  lies: [],
  apart: false,
  ahead: null,
  took: null,
  ending: null,
};
const HELD_OF_ALL = { open: [], beside: [], beside_score: "", markers: [], won: { tricks: 0, open: [] } };
/** @type {(view: HeldBoard) => MatchBoard} */
const whole = (view) => ({ ...HELD, ...view, players: view.players.map((person) => ({ ...HELD_OF_ALL, ...person })) });

/** @type {(told: PhoneView) => void} */
function show(told) {
  const held = told.players && !told.lies;
  const view = held ? whole(told) : told;
  now = view;
  const playing = view.players ? view : null;
  $("title").textContent = view.title ?? tr("Scoreboard");
  document.title = view.title ? tr("{game} – scoreboard", { game: view.title }) : tr("Scoreboard");
  $("where").textContent = [view.where, view.memo].filter(Boolean).join(", ");
  say($("state"), playing ? "" : view.on ? tr("No game is on.") : tr("The box is off."));
  $("stage").hidden = $("players").hidden = !playing;
  $("players").dataset.look = view.look ?? "";
  if (playing) table(playing, held ? [] : felt(playing));
  $("players").replaceChildren(...(playing?.players.map((person, seat) => player(playing, person, seat)) ?? []));
  const says = held
    ? [tr("Other tables have yet to play this board: cards and bids are on the panel only.")]
    : view.says ?? [];
  $("says").replaceChildren(...says.map((line) => make("li", "", line)));
  $("box").hidden = !says.length;
  const names = playing?.players.map((person) => person.name) ?? [];
  const curve = () => (view.curve ? chart(view.curve, names) : [make("p", "state", tr("Nothing was scored yet."))]);
  $("course").replaceChildren(...curve());
  const small = curveOfSides(view);
  $("small-course").hidden = !small;
  $("small-course").replaceChildren(...(small ? chart(small, names).slice(0, 1) : []));
  $("again").hidden = !view.ending;
  for (const message of view.heard ? newOf(view.heard) : []) hear(message);
  shift(view);
  ends(view.ending);
}

/** The curve of several sides; null: there are none to tell apart. @type {(view: PhoneView) => ChartLines | null} */
const curveOfSides = ({ curve }) => (curve && curve.sides.length > 1 ? curve : null);

/** @type {(view: MatchBoard, lying: HTMLElement[]) => void} */
function table(view, lying) {
  const [label, names] = whose(view);
  if ($("whose").textContent !== label + names) {
    $("whose").replaceChildren(make("span", "above", label), make("strong", "", names));
  }
  $("trump").hidden = !view.trump || view.scored;
  if (view.trump) {
    $("trump").replaceChildren(
      make("span", "above", tr("Trump")),
      make("strong", "", suitSign(view.trump.suit, view.look), suitName(view.trump.suit, view.look)),
      make("span", "above", view.trump.above),
    );
  }
  $("felt").hidden = !lying.length;
  $("felt").className = `felt of-${lying.length}${isAround(view) ? " around" : ""}`;
  $("felt").replaceChildren(...lying);
}

/**
 * What is large: who is to play, who has won, or that the deal is over.
 * @type {(view: MatchBoard) => [string, string]}
 */
function whose(view) {
  /** @type {(seats: number[]) => string} */
  const names = (seats) => inList(seats.map((seat) => view.players[seat].name));
  if (view.won.length) return [view.won.length > 1 ? tr("Winners") : tr("Winner"), names(view.won)];
  if (view.scored) return [tr("After the deal"), tr("Scored")];
  if (!view.turn.length && view.dealer !== null) return [trAs("dealer", "Deals"), names([view.dealer])];
  return [
    tr("Turn"),
    view.turn.length > 2 && view.turn.length === view.players.length ? tr("Everybody") : names(view.turn),
  ];
}

/** @type {(view: MatchBoard, person: BoardPlayer, seat: number) => HTMLElement} */
function player(view, person, seat) {
  const turn = view.turn.includes(seat), won = view.won.includes(seat);
  const line = curveOfSides(view)?.sides.findIndex((side) => side.includes(seat)) ?? -1;
  const name = make(
    "div",
    "name",
    ...(line < 0 ? [] : [sample(line)]),
    make("b", "", person.name),
    ...facts(view, person, seat, won),
  );
  const stands = make(
    "div",
    "stands",
    make("b", "", person.stands),
    make("span", "small", gain(view, seat)),
    make("div", "small", person.beside_score),
  );
  const made = make("li", `player${turn ? " turn" : ""}${won ? " won" : ""}`, name, stands);
  if (turn) made.setAttribute("aria-current", "true");
  if (person.open.length) made.append(several(person.open, view));
  return made;
}

/** @type {(view: MatchBoard, person: BoardPlayer, seat: number, won: boolean) => HTMLElement[]} */
function facts(view, person, seat, won) {
  const markers = person.markers.map((card) => make("span", "marker", card.rank));
  const made = factsOf(view, person, won).map((fact, at) => make("span", won && !at ? "fact mark" : "fact", fact));
  if (view.dealer === seat) made.unshift(dealerSign());
  if (markers.length) {
    const ranks = person.markers.map((card) => card.rank).join(", ");
    made.push(withLabel(make("span", "markers", ...markers), tr("markers: {ranks}", { ranks }), "img"));
  }
  return made;
}

/**
 * The unit of what is counted, and what the last deal has brought.
 * @type {(view: MatchBoard, seat: number) => string}
 */
function gain(view, seat) {
  const points = view.curve?.step === "deal" ? view.curve.points.slice(-2) : [];
  const change = points.length > 1 ? points[1][seat] - points[0][seat] : null;
  return change === null ? unitOf(view.counted) : tr("{change} last deal", { change: withSign(change) });
}

/** @type {(tab: string) => Promise<void>} */
async function choose(tab) {
  showTab(TABS, tab);
  if (tab === "past") $("past").replaceChildren(...(await past()));
}

tabs(TABS, choose);
$("again").addEventListener("click", () => now?.ending && openEnding(now.ending));
addEventListener("kiosk", () => choose("now"));

say($("state"), tr("Looking for the box …"));
begin();
switchedBy($("aloud"), $("aloud-told"));
choosesLanguage($("language"));
choose("now");
follow(show, () => say($("state"), tr("The box does not answer. Trying again …")));
