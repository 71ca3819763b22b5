// The scoreboard: draws what it is told, and tells nothing back. Every text goes in as text, never as markup.

import { chart } from "./chart.js";
import { $, make } from "./dom.js";

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const COLOURS = { H: "red", D: "red", R: "red", G: "green", Y: "yellow" };
const TABS = ["now", "course", "past"];

function card(one, look) {
  if (look === "drinks") return make("span", "card drink", `${one.suit} ${one.rank}`);
  const bird = look === "colours" && !one.suit;
  const face = bird ? "♜" : look === "colours" ? one.rank + one.suit.toLowerCase() : one.rank + (SIGNS[one.suit] ?? "");
  return make("span", `card ${COLOURS[one.suit] ?? ""}`, face);
}

const cards = (several, look) => make("div", "cards", "", ...several.map((one) => card(one, look)));

function player(view, one, seat) {
  const turn = view.turn.includes(seat), won = view.won.includes(seat);
  const name = make("span", "name", won ? `${one.name} has won` : one.name);
  if (turn) name.append(make("span", "small", " to play"));
  const stands = make("span", "stands", String(one.stands));
  if (view.counted !== "points") stands.append(make("span", "small", ` ${view.counted}`));
  const made = make("li", turn ? "player turn" : "player", "", make("span", "finger", turn ? "☞" : won ? "★" : ""), name, stands);
  if (one.open.length) made.append(cards(one.open, view.look));
  return made;
}

function laid(one, look) {
  const made = make("div", "laid", "", cards(one.cards, look));
  if (one.who) made.append(make("span", "small", one.who));
  return made;
}

function show(view) {
  const playing = Boolean(view.players);
  $("title").textContent = view.title ?? "Scoreboard";
  document.title = view.title ? `${view.title} – scoreboard` : "Scoreboard";
  $("where").textContent = [view.where, view.memo].filter(Boolean).join(", ");
  $("state").textContent = !view.on ? "The box is off." : "No game is on.";
  $("state").hidden = playing;
  $("players").replaceChildren(...(playing ? view.players.map((one, seat) => player(view, one, seat)) : []));
  $("lies").replaceChildren(...(playing ? view.lies.map((one) => laid(one, view.look)) : []));
  $("says").replaceChildren(...(view.says ?? []).map((line) => make("p", "", line)));
  $("says").hidden = !view.says;
  const names = playing ? view.players.map((one) => one.name) : [];
  $("course").replaceChildren(...(view.curve ? chart(view.curve, names) : [make("p", "state", "Nothing was scored yet.")]));
}

function table(one) {
  const row = (tag, texts) => make("tr", "", "", ...texts.map((text) => make(tag, "", text)));
  const rows = make("tbody", "", "", ...one.rows.map((texts) => row("td", texts)));
  const whole = make("table", "", "", make("thead", "", "", row("th", one.heads)), rows);
  return [make("h2", "", one.title), make("div", "wide", "", whole)];
}

function evening(one) {
  const summary = make("summary", "", "", make("span", "", `${one.title}, ${one.day}`), make("span", "small", one.result));
  const made = make("details", "evening", "", summary);
  made.addEventListener("toggle", () => {
    if (!made.open || made.children.length > 1) return;
    made.append(...chart(one.curve, one.names));
    if (!one.record) return;
    const link = make("a", "", "Record of this match");
    link.href = `/records/${encodeURIComponent(one.record)}`;
    link.download = one.record;
    made.append(link);
  });
  return made;
}

async function past() {
  const asked = await fetch("/evenings").catch(() => null);
  const told = asked?.ok ? await asked.json() : null;
  if (!told) return [make("p", "state", "The evenings cannot be read now.")];
  if (!told.evenings.length) return [make("p", "state", "Nobody has finished an evening yet.")];
  return [...told.evenings.map(evening), ...told.tables.flatMap(table)];
}

async function choose(tab) {
  for (const one of TABS) {
    $(one).hidden = one !== tab;
    $(`show-${one}`).setAttribute("aria-selected", String(one === tab));
    $(`show-${one}`).tabIndex = one === tab ? 0 : -1;
  }
  if (tab === "past") $("past").replaceChildren(...(await past()));
}

for (const [place, tab] of TABS.entries()) {
  $(`show-${tab}`).addEventListener("click", () => choose(tab));
  $(`show-${tab}`).addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = TABS[(place + step + TABS.length) % TABS.length];
    choose(next);
    $(`show-${next}`).focus();
  });
}

const news = new EventSource("/events");
news.onmessage = (event) => show(JSON.parse(event.data));
news.onerror = () => {
  $("state").hidden = false;
  $("state").textContent = "The box does not answer. Trying again …";
};
choose("now");
