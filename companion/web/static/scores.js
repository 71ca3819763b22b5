// The score sheet: what each deal brought, how it stands, and what was done in this deal.

import { opens } from "./dialogs.js";
import { $, make } from "./dom.js";
import { answerTo } from "./posts.js";
import { plain, tr } from "./words.js";

/** @import { ScoreSheet } from "./views.d.ts" */

/** Open the score sheet of the game in play. */
export async function tellScores() {
  const [sheet, refused] = await answerTo(fetch("/scores"));
  $("scores-told").replaceChildren(...(sheet ? chapters(sheet) : [make("p", "", refused)]));
  opens($("scores"));
}

/** @type {(sheet: ScoreSheet) => HTMLElement[]} */
const chapters = (sheet) => [
  make("p", "lead", sheet.leads),
  make("p", "", sheet.goal),
  table(sheet),
  make("h3", "", tr("What was done in this deal")),
  make("ol", "", ...sheet.story.map((told) => make("li", "", told))),
];

/** @type {(sheet: ScoreSheet) => HTMLElement} */
const table = ({ heads, deals, accounts, total, stands }) =>
  make(
    "table",
    "",
    make("thead", "", row(make("td"), heads.map((name) => heading(name, "col")))),
    make(
      "tbody",
      "",
      ...deals.map((points, at) =>
        row(
          heading(tr("Deal {n}", { n: at + 1 }), "row"),
          points.map((number, side) => cell(number, accounts[at][side])),
        )
      ),
    ),
    make("tfoot", "", row(heading(total, "row"), stands.map((number) => cell(number)))),
  );

/** @type {(first: HTMLElement, others: HTMLElement[]) => HTMLElement} */
const row = (first, others) => make("tr", "", first, ...others);

/** @type {(text: string, scope: string) => HTMLElement} */
const heading = (text, scope) => Object.assign(make("th", "", text), { scope });

/** @type {(number: string, account?: string) => HTMLElement} */
const cell = (number, account) => make("td", "", plain(number), ...(account ? [make("div", "small", account)] : []));
