// The organiser's page: draws what the director tells, and sends wishes. Every text goes in as text, never as markup.

import { fetchAnswer, send } from "./ask.js";
import { round, showClock } from "./clock.js";
import { $, first, say, within } from "./dom.js";
import { event } from "./event.js";
import { exports } from "./exports.js";
import { choosesLanguage } from "./language.js";
import { follow } from "./news.js";
import { people } from "./people.js";
import { of, results } from "./results.js";
import { standings } from "./standings.js";
import { tables } from "./tables.js";
import { showTab, tabs } from "./tabs.js";
import { wall } from "./wall.js";
import { tr } from "./words.js";

/** @import { DirectorView, EventChoices } from "./views.d.ts" */
/** @import { TimedView } from "./clock.js" */

/** @type {Record<string, (view: DirectorView, choices: EventChoices) => HTMLElement[]>} */
const TABS = { tables, people, event, standings, results, export: exports };
const NAMES = Object.keys(TABS);
const AGAIN_MS = 1000;
const asked = Boolean(location.hash);
let tab = "", following = false;
/** @type {TimedView | null} */
let now = null;
/** @type {any} */
let choices = null;

/** Draw the tab that is shown, unless somebody writes in it or has something unsaved there. The focus stays where it is. */
function draw() {
  wall(now, location.hash === "#wall" && !$("tabs").hidden);
  if (!now || !tab) return;
  const panel = $(tab), active = document.activeElement;
  if (first(".unsaved", panel) || (panel.contains(active) && active?.matches("input, select"))) return;
  const drawn = TABS[tab](now, choices);
  const focused = panel.contains(document.activeElement) ? document.activeElement?.id : "";
  const open = [...panel.querySelectorAll("details[open]")].map(({ id }) => id);
  panel.replaceChildren(...drawn);
  for (const details of panel.querySelectorAll("details")) details.open ||= open.includes(details.id);
  if (focused) $(focused)?.focus();
}

/** @type {(view: DirectorView) => void} */
function show(view) {
  const ends = view.event?.over && !now?.event?.over, arrives = !now;
  now = { ...view, told: performance.now() };
  say($("state"), "");
  $("title").textContent = view.event?.title ?? tr("Director");
  document.title = view.event ? tr("{event} – director", { event: view.event.title }) : tr("Director");
  $("where").textContent = view.event ? round(view.event) : "";
  tick();
  if (ends && !(arrives && asked)) {
    turnTo("standings", location.hash === "#wall" ? "#wall" : "#standings", "replaceState");
  } else draw();
}

const tick = () => showClock($("clock"), now);

/** @type {(chosen: string) => void} */
function choose(chosen) {
  tab = chosen;
  first(".unsaved", $(tab))?.classList.remove("unsaved");
  showTab(NAMES, tab);
  draw();
}

/** What the address says: "#people", "#results?of=Ann", "#wall". A link leads there as a tab does. */
function arrive() {
  const [name, more] = location.hash.slice(1).split("?");
  const person = new URLSearchParams(more).get("of");
  if (person) of(person);
  if (NAMES.includes(name)) choose(name);
  else if (name === "wall") choose(tab || NAMES[0]);
  else turnTo(tab || NAMES[0], `#${tab || NAMES[0]}`, "replaceState");
}

/**
 * Choose a tab, and note it in the address: the way back leads over all that were chosen.
 * @type {(name: string, address?: string, how?: "pushState" | "replaceState") => void}
 */
function turnTo(name, address = `#${name}`, how = "pushState") {
  history[how](null, "", address);
  choose(name);
}

document.addEventListener("redraw", draw);
tabs(NAMES, (name) => turnTo(name));
for (const name of NAMES) {
  $(name).addEventListener("change", (changed) => {
    const choice = within(changed, "[data-draws]");
    if (!choice) return;
    choice.blur();
    draw();
  });
}
addEventListener("hashchange", () => {
  if ($("tabs").hidden) return;
  arrive();
  $(`show-${tab}`).focus();
});

/** Begin, if the password was given; else ask for it, as soon as the director answers. */
async function begin() {
  choices = await fetchAnswer("/choices");
  const known = typeof choices === "object", asks = choices === 401;
  $("login").hidden = !asks;
  $("tabs").hidden = $("tools").hidden = !known;
  if (asks) return wall(now, false), say($("state"), ""), $("password").focus();
  if (!known) return sayLost(), setTimeout(begin, AGAIN_MS);
  if (following) return draw(); // what is typed stays
  arrive();
  follow(show, isLost);
  following = true;
}

const sayLost = () => say($("state"), tr("The director does not answer. Trying again …"));

/** A director that was started anew knows nobody who gave the password before. */
async function isLost() {
  if (!$("login").hidden) return;
  sayLost();
  if ((await fetchAnswer("/choices")) === 401) begin();
}

$("login").addEventListener("submit", async (submitted) => {
  submitted.preventDefault();
  const refused = await send("/login", { password: $("password").value });
  say($("refused"), refused);
  $("password").value = "";
  if (!refused) begin();
});
$("logout").addEventListener("click", async () => {
  await send("/logout", {});
  location.reload();
});
choosesLanguage($("language"));
setInterval(tick, 1000);
begin();
