// The drawer of settings: the pace of the computers, and ticks, as this browser remembers them; backups, decks, and faults
// to try.

import { opens } from "./dialogs.js";
import { $, copy, make, redraw, save } from "./dom.js";
import { choosesLanguage } from "./language.js";
import { order } from "./orders.js";
import { answerTo, post } from "./requests.js";
import { recall, remember } from "./remembering.js";
import { tr } from "./words.js";

/** @import { FaultSwitch, TableView } from "./views.d.ts" */

const paces = [$("pace"), $("pace-here")]; // in the drawer, and in the list by the hand

$("show-drawer").addEventListener("click", () => opens($("drawer")));
choosesLanguage($("language"));
$("pace-here").append(...[...$("pace").options].map(copy));

/**
 * A tick that is remembered, as a class of the whole page: the styles do what it says.
 * @type {(id: "hints" | "print", usual: boolean) => void}
 */
function ticks(id, usual) {
  const tick = $(id), shows = () => document.body.classList.toggle(id, tick.checked);
  tick.checked = (recall(id) ?? (usual ? "yes" : "no")) === "yes";
  tick.addEventListener("change", () => {
    remember(id, tick.checked ? "yes" : "no");
    shows();
    dispatchEvent(new Event("resize")); // beside larger print the box may have no room
    redraw();
  });
  shows();
}
ticks("hints", true);
ticks("print", false);

/**
 * The pace of this view; one that is remembered is chosen again where the table `begins` anew.
 * @type {(view: TableView, begins: boolean) => void}
 */
export function showPace({ pace: now }, begins) {
  const kept = begins && recall("pace");
  if (kept && kept !== now) order({ do: "pace", pace: kept });
  for (const choice of paces) if (document.activeElement !== choice) choice.value = now;
}

for (const choice of paces) {
  choice.addEventListener("change", () => {
    remember("pace", choice.value);
    order({ do: "pace", pace: choice.value });
  });
}

$("save").addEventListener("click", async (event) => {
  event.preventDefault(); // a plain link could not tell what is missing
  $("keep-said").textContent = tr("One moment …");
  const [file, refused] = await answerTo(fetch("/backup"), async (answer) => ({
    content: await answer.blob(),
    name: answer.headers.get("content-disposition")?.split("''")[1],
    said: decodeURIComponent(answer.headers.get("x-said") ?? ""),
  }));
  $("keep-said").textContent = refused || file.said;
  if (file) save(file.content, file.name);
});

$("restore").addEventListener("submit", async (event) => {
  event.preventDefault();
  $("keep-said").textContent = tr("One moment …");
  const [file] = $("backup-file").files ?? [];
  const [told, refused] = await answerTo(post("/backup", file));
  $("keep-said").textContent = refused || told.said.join(" ");
  if (told) $("restore").reset();
});

let seesToDeck = false;

/** Whether the box sees to a deck: afterwards there may be another one. @type {(now: boolean) => void} */
export function followEnrolment(now) {
  if (seesToDeck && !now) lookAtDecks();
  seesToDeck = now;
}

$("decks").addEventListener("toggle", lookAtDecks);

async function lookAtDecks() {
  if (!$("decks").open) return;
  const [, refused] = await answerTo(
    fetch("/decks"),
    async (answer) => (await import("./decks.js")).show(await answer.json()),
  );
  if (refused) $("decks-said").textContent = refused;
}

/** @type {(faults: FaultSwitch[]) => void} */
export function showFaults(faults) {
  const inputs = () => [...$("faults").querySelectorAll("input")];
  const known = inputs().map(({ value }) => value).join();
  if (known !== faults.map(({ name }) => name).join()) $("faults").replaceChildren(...faults.map(faultSwitch));
  inputs().forEach((input, at) => (input.checked = faults[at].on));
}

/** @type {(fault: FaultSwitch) => HTMLElement} */
function faultSwitch(fault) {
  const box = Object.assign(make("input"), { type: "checkbox", value: fault.name });
  box.addEventListener("change", () => order({ do: "fault", name: fault.name }));
  const told = make("span", "", make("b", "", fault.name), make("span", "", ` ${fault.sentence}`));
  return make("label", "tick", box, told);
}
