// The score sheet of a game: what each deal brought, how it stands, and what was done in this deal; after a deal what it
// brought.

import { opens } from "./dialogs.js";
import { $, button, first, make } from "./dom.js";
import { answerTo } from "./requests.js";
import { tr } from "./words.js";

/** @import { CardsOnPage, ScoreSheet } from "./views.d.ts" */

/** @type {(tag: "ol" | "ul", lines: string[]) => HTMLElement} */
export const list = (tag, lines) => make(tag, "", ...lines.map((line) => make("li", "", line)));

/** Open the score sheet of the game in play, or of another one. */
export async function tellScores(address = "/scores") {
  const [sheet, refused] = await answerTo(fetch(address));
  $("scores-told").replaceChildren(...(sheet ? account(sheet) : [make("p", "", refused)]));
  opens($("scores"));
}

/**
 * Open the rules of this game: as it is played now, or under the house rules `chosen` for the next one.
 * @type {(title: string, name: string, chosen?: Record<string, string>) => Promise<void>}
 */
export const tellRules = (title, name, chosen = {}) =>
  opensPage(
    title,
    `/rules/${name}?${new URLSearchParams(chosen)}`,
    async (answer) => (await import("./rules.js")).chapters(await answer.json()),
  );

/**
 * Open what the table answers. The script that draws it is asked for behind the answer: some browsers never ask again
 * for one that did not come.
 * @type {(title: string, address: string, drawn: (answer: Response) => Promise<HTMLElement[]>) => Promise<void>}
 */
async function opensPage(title, address, drawn) {
  const [told, refused] = await answerTo(fetch(address), drawn);
  $("rules-title").textContent = title;
  $("rules-told").replaceChildren(...(told ?? [make("p", "", refused)]));
  if (!$("rules").open) opens($("rules"));
}

/** @type {(sheet: ScoreSheet) => HTMLElement[]} */
const account = (sheet) => [
  make("p", "lead", sheet.leads),
  make("p", "", sheet.goal),
  table(sheet),
  ...(sheet.story.length ? [make("h3", "", sheet.done), list("ol", sheet.story)] : []),
];

let asked = ""; // for which end of a deal the sheet was asked for
/** @type {HTMLElement | undefined} */
let dealt; // what that deal brought

/**
 * After each deal what it brought lies in place of the cards: what stands out, the points, how it stands.
 * @type {(table: CardsOnPage) => Promise<void>}
 */
export async function tellDeal({ scored, deals, reviews, seats = [] }) {
  const now = scored ? JSON.stringify([deals, seats.map(({ name, stands }) => [name, stands])]) : "";
  if (now !== asked) {
    [asked, dealt] = [now, undefined];
    const [sheet] = now ? await answerTo(fetch("/scores")) : [];
    if (now !== asked || !sheet) return;
    const brought = table(sheet, sheet.deals.length - 1);
    if (reviews) brought.querySelector("td")?.append(opensHands()); // its empty corner
    dealt = make("div", "pages dealt", make("p", "lead", `${sheet.moment} ${sheet.leads} `), brought);
    $("moment-told").textContent = sheet.aloud;
  }
  if (dealt && !dealt.isConnected) first("#own .seat")?.append(dealt);
}

/** What opens all hands of a deal that is over, and its tricks. @type {() => HTMLElement} */
export const opensHands = () =>
  Object.assign(button("", tr("All hands"), tellHands), { id: "see-hands", ariaHasPopup: "dialog" });

const tellHands = () =>
  opensPage(
    tr("All hands"),
    "/hands",
    async (answer) => (await import("./deal_review.js")).tableOf(await answer.json()),
  );

/**
 * The points of each deal from this one on, and how it stands.
 * @type {(sheet: ScoreSheet, since?: number) => HTMLElement}
 */
const table = ({ heads, deals, accounts, total, stands }, since = 0) => {
  const rows = deals.slice(since).map((points, at) =>
    row(
      tr("Deal {n}", { n: since + at + 1 }),
      points.map((number, side) => cell(number, accounts[since + at][side])),
    )
  );
  const foot = make("tfoot", "", row(total, stands.map((number) => cell(number))));
  return columns("", heads, rows, foot);
};

/**
 * A table of this class with a column for each player.
 * @type {(name: string, heads: string[], rows: HTMLElement[], foot?: HTMLElement) => HTMLElement}
 */
export const columns = (name, heads, rows, foot) =>
  make(
    "table",
    name,
    make("thead", "", make("tr", "", make("td"), ...heads.map((head) => heading(head, "col")))),
    make("tbody", "", ...rows),
    foot,
  );

/** @type {(title: string, cells: HTMLElement[]) => HTMLElement} */
export const row = (title, cells) => make("tr", "", heading(title, "row"), ...cells);

/** @type {(text: string, scope: string) => HTMLElement} */
const heading = (text, scope) => Object.assign(make("th", "", text), { scope });

/** @type {(number: string, account?: string) => HTMLElement} */
const cell = (number, account) => make("td", "", number, ...(account ? [make("div", "small", account)] : []));
