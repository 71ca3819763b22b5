// The ending of a match over the whole page: who has won, and what will be told of it. It is shown once, and can be closed.

import { face, nameOfCard, shape } from "./cards.js";
import { asInRecord, when } from "./days.js";
import { button, make, withLabel } from "./dom.js";
import { sharing } from "./evening_picture.js";
import { deals, facts, inList, unit } from "./sentences.js";
import { tr, unitOf } from "./words.js";

/** @import { MatchEnding, SideStanding } from "./views.d.ts" */
/** @import { Fact } from "./sentences.js" */

const STAR = "M0-30L8.500-10.500 29-9.500 13 4 18.500 24.500 0 13-18.500 24.500-13 4-29-9.500-8.500-10.500z";
const PIECES = 22;
/** Time to notice that it has come: an earlier tap is meant for what it covers. */
const SETTLES_MS = 1000;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const dialog = make("dialog", "ending");
let told = "", shown = "", drawn = "";
/** @typedef {[label: string, goes: () => void]} Way Where somebody can go from here; the first one is proposed. */
/** @type {Way[]} */
let ways = [];
let you = -1; // the seat of the only person at this page

/** @type {(ending: MatchEnding | null | undefined) => string} */
const keyOf = (ending) => (ending ? JSON.stringify([ending.names, ending.standings, ending.curve]) : "");

/**
 * Show the ending that a view brings, once; put it away when the match goes on. `own` is the seat of the only person at this
 * page.
 * @type {(ending: MatchEnding | null | undefined, ahead?: Way[] | null, own?: number) => void}
 */
export function ends(ending, ahead = [], own = -1) {
  [ways, you] = [ahead ?? [], own];
  const key = keyOf(ending), open = dialog.open && shown === told; // else somebody reads how another evening ended
  if (key === told) return open && ending && JSON.stringify(ending) !== drawn ? openEnding(ending) : undefined; // the series came later
  told = key;
  if (!ending) return open ? dialog.close() : undefined;
  if (sessionStorage.getItem("ending") !== key) openEnding(ending);
}

/** Show it, maybe again. @type {(ending: MatchEnding, at?: string) => void} */
export function openEnding(ending, at = ending.at || asInRecord()) {
  if (!dialog.isConnected) document.body.append(dialog);
  shown = keyOf(ending);
  drawn = JSON.stringify(ending);
  const title = make("h2", "", ...winners(ending));
  Object.assign(title, { id: "winner", tabIndex: -1 });
  title.className = title.textContent.length > 14 ? "long" : "";
  dialog.setAttribute("aria-labelledby", title.id);
  const head = make(
    "header",
    "",
    star(),
    make("p", "over", ending.title, ", ", when(at)),
    title,
    ...[ofWinners(ending), came(ending)].filter(Boolean).map((line) => make("p", "over", line)),
  );
  const tellings = make(
    "div",
    "tellings",
    ...[
      ...(ending.remark ? [{ title: ending.remark[0], large: "", small: `${ending.remark[1]}.` }] : []),
      ...(ending.last ? [{ title: tr("The last deal"), large: "", small: ending.last }] : []),
      ...facts({ ...ending, names: ending.names.map((_, seat) => nameOf(seat, ending)) }),
      ...(you < 0 ? [] : deals(ending, you)),
    ].map((fact) => telling(fact.seat === undefined ? fact : { ...fact, large: nameOf(fact.seat, ending) }, ending)),
  );
  dialog.replaceChildren(
    celebration(ending),
    Object.assign(make("div", "ended", head, make("div", "account", standings(ending), tellings)), { tabIndex: 0 }),
    buttons(ending, at),
  );
  if (!dialog.open) dialog.showModal();
  title.focus(); // and no button: Enter may be meant for the box
}

/** Who has won in a line, and the way back to all of it. @type {(ending: MatchEnding) => HTMLElement} */
export function reminder(ending) {
  return make(
    "div",
    "recall",
    make("p", "", make("strong", "", ...winners(ending)), ` ${ofWinners(ending)}`),
    button("", tr("How it ended"), () => openEnding(ending)),
  );
}

/** What is said of the winners; empty: their names say it. @type {(ending: MatchEnding) => string} */
function ofWinners({ winners }) {
  if (winners.length > 1) return winners.includes(you) ? tr("have won together") : tr("have won");
  return winners[0] === you ? "" : tr("has won");
}

const CAME = ["", tr("You came second."), tr("You came third."), tr("You came fourth."), tr("You came fifth.")];

/**
 * The place of the only person at this page; empty: the winners say it, or two sides played.
 * @type {(ending: MatchEnding) => string}
 */
function came({ standings }) {
  const own = standings.find(({ seats }) => seats.includes(you));
  return own && standings.length > 2 ? CAME[own.place - 1] : "";
}

dialog.addEventListener("keydown", (event) => event.stopPropagation()); // meant for what is shown, not for the table below
dialog.addEventListener("close", () => sessionStorage.setItem("ending", told));

/** @type {(ending: MatchEnding) => HTMLElement[]} */
function winners(ending) {
  const own = ending.winners.length > 1 ? tr("You") : tr("You have won");
  const names = ending.winners.map((seat) => make("span", "", seat === you ? own : ending.names[seat]));
  return names.flatMap((name, place) => (place ? [make("small", "", ` ${tr("and")} `), name] : [name]));
}

/** A player as this page names them. @type {(seat: number, ending: MatchEnding) => string} */
const nameOf = (seat, { names }) => (seat === you ? tr("You") : names[seat]);

/** @type {(ending: MatchEnding) => HTMLElement} */
function standings(ending) {
  /** @type {(standing: SideStanding) => HTMLElement} */
  const row = ({ seats, stands, did }) => {
    const won = ending.winners.includes(seats[0]);
    return make(
      "li",
      won ? "winner" : "",
      make(
        "span",
        "who",
        inList(seats.map((seat) => nameOf(seat, ending))),
        did && make("div", "small", ...unbroken(did)),
      ),
      make("b", "", stands, make("small", "", ` ${unit(ending.curve.counted, stands)}`)),
    );
  };
  return withLabel(
    make("ol", "standings", ...ending.standings.map(row)),
    tr("How it stands, in {unit}", { unit: unitOf(ending.curve.counted) }),
  );
}

/**
 * A list in a text, with a line's end between its parts alone: a number stays beside its word.
 * @type {(list: string) => (HTMLElement | string)[]}
 */
const unbroken = (list) => list.split(/(?<=,) /).flatMap((part) => [make("span", "part", part), " "]);

/** @type {(fact: Fact, ending: MatchEnding) => HTMLElement} */
function telling(fact, ending) {
  const made = make("section", "telling", make("h3", "", fact.title), make("p", "large", fact.large));
  if (fact.cards) {
    const cards = make(
      "div",
      fact.cards.length > 6 ? "cards many" : "cards",
      ...fact.cards.map((card) => make("span", "", face(card, ending.look, ending.game))),
    );
    made.append(withLabel(cards, fact.cards.map((card) => nameOfCard(card, ending.look)).join(", "), "img"));
  }
  made.append(make("p", "small", fact.small));
  return made;
}

/** @type {(ending: MatchEnding, at: string) => HTMLElement} */
function buttons(ending, at) {
  const [share, said] = sharing(ending, at, "said", !ways.length);
  const onwards = ways.map(([label, goes], at) =>
    button(at ? "" : "main", label, () => {
      dialog.close();
      goes();
    })
  );
  const made = make("footer", "", said, share, ...onwards, button("", tr("Close"), () => dialog.close()));
  made.inert = true;
  setTimeout(() => (made.inert = false), SETTLES_MS);
  return made;
}

/** @type {() => SVGElement} */
function star() {
  const made = shape("-32 -32 64 62", STAR, "");
  made.classList.add("star");
  return made;
}

/**
 * Bits of paper fall once for people who have won, and lie no longer than that; none where motion is not wanted.
 * @type {(ending: MatchEnding) => HTMLElement}
 */
function celebration({ winners, computers }) {
  const made = make("div", "paper");
  made.setAttribute("aria-hidden", "true");
  if (still.matches || winners.every((seat) => computers.includes(seat))) return made;
  for (let piece = 0; piece < PIECES; piece++) {
    const paper = make("i");
    paper.style.setProperty("--x", `${(piece * 61) % 100}%`);
    paper.style.setProperty("--late", `${(piece % 7) * 0.12}s`);
    made.append(paper);
  }
  return made;
}
