// The event: what is played, by which movement, for how long. Chosen before the first round.

import { wish } from "./ask.js";
import { make } from "./dom.js";
import { field, input, select, wishes } from "./forms.js";
import { winners } from "./standings.js";
import { tr, trN } from "./words.js";

/** @import { DirectorView, EventChoices, EventTold, GameOption } from "./views.d.ts" */

/** @type {() => Record<string, string>} */
const movements = () => ({
  "round-robin": tr("Round robin: everybody meets everybody"),
  mitchell: tr("Mitchell: North and South stay, two winners"),
  howell: tr("Howell: all move, one winner"),
  individual: tr("Individual: other company each round"),
  swiss: tr("Swiss: those of like standing meet"),
});

/** @type {(view: DirectorView, choices: EventChoices) => HTMLElement[]} */
export function event(view, choices) {
  const { event } = view;
  if (!event) return [form(null, choices, true)];
  if (event.over) return [pastEvent(view, event), make("h2", "", tr("A new event")), form(event, choices, true)];
  if (event.round) {
    const row = make("div", "row", ...hands(event), end());
    return [make("div", "one", make("h2", "", tr("What is played")), facts(event), row)];
  }
  const changeable = make("p", "small", tr("This can be changed until the first round begins."));
  return [changeable, form(event, choices, false), ...hands(event)];
}

/**
 * The event that is over: what it was, and who has won.
 * @type {(view: DirectorView, event: EventTold) => HTMLElement}
 */
function pastEvent(view, event) {
  const head = make("h2", "", tr("{event} has ended", { event: event.title }));
  const link = Object.assign(make("a", "", tr("Standings")), { id: "to-standings", href: "#standings" });
  return make("div", "one", head, ...winners(view), facts(event), make("div", "row", link, ...hands(event)));
}

/**
 * The link to the hands of all boards, for the people who lay them out; it asks before it shows them.
 * @type {(event: EventTold) => HTMLElement[]}
 */
export function hands(event) {
  if (!event.boards) return [];
  const link = Object.assign(make("a", "action", tr("Hand records")), {
    id: "hands",
    href: `/hands/${encodeURIComponent(event.name)}`,
    target: "_blank",
    rel: "noopener",
  });
  link.addEventListener("click", (clicked) => {
    const asks = trN("Show all hands of {n} board?", "Show all hands of {n} boards?", event.boards);
    if (!confirm(asks)) clicked.preventDefault();
  });
  return [link];
}

/** @type {(event: EventTold) => HTMLElement} */
function facts(event) {
  const made = make("ul", "facts");
  const rounds = event.over ? event.round : event.rounds || event.length;
  const told = [
    event.gameTitle,
    movements()[event.movement],
    rounds ? trN("{n} round", "{n} rounds", rounds) : "",
    trN("{n} deal a round", "{n} deals a round", event.deals),
    event.duplicate ? tr("The same boards at all tables") : "",
    event.minutes ? trN("{n} minute a round", "{n} minutes a round", event.minutes) : "",
  ];
  made.append(...told.filter(Boolean).map((text) => make("li", "", text)));
  return made;
}

/** @type {(main?: boolean) => HTMLButtonElement} */
export const end = (main = false) =>
  wishes("end-event", tr("End the event"), () => confirm(tr("End the event now?")) && { do: "ends" }, main);

/** @type {(event: EventTold | null, choices: EventChoices, beginsAnew: boolean) => HTMLElement} */
function form(event, { games }, beginsAnew) {
  const made = make("form", "sheet event");
  const title = input("text", beginsAnew ? "" : event?.title ?? "", {
    id: "event-title",
    maxLength: 80,
    placeholder: tr("Club evening"),
  });
  const game = select(games.map(({ name, title: text }) => [name, text]), event?.game, { id: "event-game" });
  const movement = select([], "", { id: "event-movement" });
  const rounds = input("number", event?.rounds || "", { id: "event-rounds", min: 1, max: 400 });
  const minutes = input("number", event?.minutes || "", { id: "event-minutes", min: 0, max: 600 });
  const deals = input("number", event?.deals || 2, { id: "event-deals", min: 1, max: 40, required: true });
  const duplicate = input("checkbox", "", { id: "event-duplicate", checked: event?.duplicate ?? false });
  const options = make("fieldset");
  const fill = () => {
    const chosen = games.find(({ name }) => name === game.value);
    if (!chosen) return;
    const names = movements();
    movement.replaceChildren(
      ...chosen.movements.map((name) => new Option(names[name], name, false, name === event?.movement)),
    );
    options.replaceChildren(
      make("legend", "", tr("House rules")),
      ...chosen.options.map((rule) => option(rule, event?.options[rule.name])),
    );
    options.hidden = !chosen.options.length;
  };
  game.addEventListener("change", fill);
  fill();
  const numbers = make(
    "div",
    "numbers",
    field(tr("Deals a round"), deals),
    field(tr("Rounds (empty: the whole movement)"), rounds),
    field(tr("Minutes a round (empty: no clock)"), minutes),
  );
  const played = make(
    "div",
    "fields",
    field(tr("Title"), title),
    field(tr("Game"), game),
    field(tr("Movement"), movement),
    numbers,
    field(tr("Duplicate: the same boards at all tables"), duplicate, true),
  );
  made.append(played, options);
  made.append(
    Object.assign(make("button", "action main", beginsAnew ? tr("Begin a new event") : tr("Keep these choices")), {
      id: "keep-event",
    }),
  );
  made.addEventListener("change", () => made.classList.add("unsaved"));
  made.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    made.classList.remove("unsaved");
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const chosen = Object.fromEntries(
      [...options.querySelectorAll("select")].map((rule) => [String(rule.dataset.name), rule.value]),
    );
    const said = {
      do: beginsAnew ? "new" : "choose",
      game: game.value,
      movement: movement.value,
      rounds: Number(rounds.value),
      minutes: Number(minutes.value),
      deals: Number(deals.value),
      duplicate: duplicate.checked,
      options: chosen,
    };
    const done = await keep(said, title.value, beginsAnew ? "" : event?.title ?? "");
    made.classList.toggle("unsaved", !done);
  });
  return made;
}

/** @type {(said: { do: string }, title: string, before: string) => Promise<boolean>} */
async function keep(said, title, before) {
  const done = await wish(said.do === "new" ? { ...said, title } : said);
  return done && said.do === "choose" && title && title !== before ? wish({ do: "title", title }) : done;
}

/** @type {(rule: GameOption, chosen: string | undefined) => HTMLElement} */
function option(rule, chosen) {
  const made = select(rule.values.map(({ value, label }) => [value, label]), chosen, { id: `option-${rule.name}` });
  made.dataset.name = rule.name;
  return field(rule.meaning, made);
}
