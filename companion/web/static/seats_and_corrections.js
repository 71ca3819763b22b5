// People who come and go, and a score corrected by hand: the lists of the box's menu, as its rules allow them now.

import { $, all, make, say } from "./dom.js";
import { order } from "./orders.js";
import { answerTo } from "./requests.js";
import { tr } from "./words.js";

/** @import { SeatsTold, SeatChoice, TableView } from "./views.d.ts" */

const sections = [$("seating"), $("correct")];
let number = 0, built = "";

/**
 * The lists are there while a game is in play; open ones are as the box is asked now.
 * @type {(view: TableView) => void}
 */
export function followTable({ table, asked, watching }) {
  for (const section of sections) section.hidden = !table.game || Boolean(watching);
  $("correct").hidden ||= !$("new-game").hidden;
  if (asked && asked.number !== number) look();
}

for (const section of sections) section.addEventListener("toggle", look);

async function look() {
  if (!sections.some((section) => section.open && section.closest("dialog")?.open)) return;
  const [told, refused] = await answerTo(fetch("/seats"));
  if (told) show(told);
  else for (const said of [$("seats-said"), $("correct-said")]) say(said, refused);
}

/** What somebody chooses stays as long as the lists are the same. @type {(told: SeatsTold) => void} */
function show(told) {
  number = told.number;
  const lists = JSON.stringify({ ...told, number: 0 });
  if (lists === built) return;
  built = lists;
  const { seats, sides, reasons } = told;
  $("seat-lists").replaceChildren(...(seats.then.length ? asks(seats) : []));
  $("seat-change").hidden = !seats.then.length;
  say($("seats-said"), told.why_not.join(" "));
  $("whose").replaceChildren(...sides.map(({ seat, label }) => new Option(label, String(seat))));
  $("why").replaceChildren(...reasons.map(([reason, label]) => new Option(label, reason)));
  $("correction").hidden = !sides.length;
  say($("correct-said"), told.why_uncorrected);
}

/** A question, and below it what its answer leads to. @type {(choice: SeatChoice) => HTMLElement[]} */
function asks({ asks: question, then }) {
  const field = make("select", "", ...then.map(({ label }, place) => new Option(label, String(place))));
  const further = make("div", "settings"),
    follow = () => {
      const chosen = then[Number(field.value)];
      further.replaceChildren(
        ...(chosen.named ? [make("label", "", tr("Name"), guest(chosen.named))] : []),
        ...(chosen.then.length ? asks(chosen) : []),
      );
    };
  field.addEventListener("change", follow);
  follow();
  return [make("label", "", question, field), further];
}

/** Who comes may be called otherwise. @type {(name: string) => HTMLElement} */
const guest = (name) =>
  Object.assign(make("input"), { value: name, required: true, maxLength: 20, pattern: ".*\\S.*" });

$("seat-change").addEventListener("submit", (event) => {
  const fields = all("select, input", $("seat-lists")).map((field) => /** @type {HTMLInputElement} */ (field));
  const name = fields.find(({ localName }) => localName === "input")?.value.trim();
  const path = fields.filter(({ localName }) => localName === "select").map(({ value }) => Number(value));
  says(event, { do: "seats", path, number, ...(name ? { name } : {}) });
});

$("change").addEventListener("input", () => {
  $("change").setCustomValidity(Number($("change").value) ? "" : tr("A number that is not 0."));
});
$("correction").addEventListener("submit", (event) => {
  const change = $("change").valueAsNumber;
  says(event, { do: "correct", seat: Number($("whose").value), change, reason: $("why").value, number });
  $("correction").reset();
});

/**
 * What the box answers is read at the table.
 * @type {(event: SubmitEvent, asked: { do: string, [name: string]: unknown }) => void}
 */
function says(event, asked) {
  event.preventDefault();
  order(asked);
  for (const section of sections) section.closest("dialog")?.close();
}
