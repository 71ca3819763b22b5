// The decks of tags on the card: listed, exported, renamed, put aside, imported. The page asks for it when somebody wants to
// see them.

import { $, action, all, find, make, withLabel } from "./dom.js";
import { answerTo, post } from "./requests.js";
import { tr } from "./words.js";

/** @import { DeckTile, StoredDecks } from "./views.d.ts" */

let largest = 0;

/**
 * Send something; what comes back are the decks as they stand then. Tells whether it was done.
 * @type {(place: string, body: BodyInit) => Promise<boolean>}
 */
async function put(place, body) {
  const [told, refused] = await answerTo(post(place, body));
  tell(refused || told.said);
  if (told) show(told);
  return Boolean(told);
}

/** @type {(deck: DeckTile) => string} */
const placeOf = (deck) => `/decks/${encodeURIComponent(deck.name)}`;

/** @type {(text?: string) => void} */
function tell(text = "") {
  $("decks-said").textContent = text;
}

/** @type {(told: StoredDecks) => void} */
export function show(told) {
  largest = told.largest;
  const whole = new Set(told.decks.filter((deck) => !deck.unfinished).map((deck) => deck.name));
  const rows = told.decks.map((deck) => row(deck, deck.unfinished && whole.has(deck.name)));
  const faults = told.unusable.map((why) => make("li", "deck", make("span", "unusable", why)));
  const none = tr("No deck of your own yet. Those called “sim-…” on the box are drawn by this page.");
  const listed = [...rows, ...faults];
  $("deck-list").replaceChildren(...(listed.length ? listed : [make("li", "deck small", none)]));
}

/** @type {(deck: DeckTile) => string} */
function countTags(deck) {
  if (deck.unfinished) return tr("{title} · {counted} have a tag, unfinished", deck);
  return tr("{title} · {counted} have a tag", deck);
}

/**
 * A deck that is being enrolled `anew` is seen to in the row of the finished one.
 * @type {(deck: DeckTile, anew: boolean) => HTMLElement}
 */
function row(deck, anew) {
  const told = make("span", "told", make("b", "", deck.name), make("span", "small", countTags(deck)));
  const made = make("li", "deck", told);
  if (anew) return made;
  const actions = make("span", "row");
  /** @type {(place: number) => () => void} */
  const back = (place) => () => {
    made.lastChild?.replaceWith(actions);
    all("a, button", actions)[place].focus();
  };
  actions.append(
    saving(deck, "sheet", "html", tr("Sheet"), tr("A sheet of {name} to print", deck)),
    saving(deck, "csv", "csv", tr("List"), tr("{name} as a list for a spreadsheet", deck)),
    saving(deck, "json", "json", tr("Export"), tr("Export {name}", deck)),
    action(tr("Rename"), tr("Rename {name}", deck), () => instead(made, renaming(deck, back(3)))),
    action(tr("Delete"), tr("Delete {name}", deck), () => instead(made, deleting(deck, back(4)))),
  );
  made.append(actions);
  return made;
}

/**
 * A link that saves the deck in a form, as a file with this ending.
 * @type {(deck: DeckTile, form: string, ending: string, text: string, label: string) => HTMLElement}
 */
function saving(deck, form, ending, text, label) {
  const link = withLabel(make("a", "", text), label);
  return Object.assign(link, { href: `${placeOf(deck)}?as=${form}`, download: `${deck.name}.${ending}` });
}

/** @type {(deck: DeckTile, back: () => void) => HTMLElement} */
function renaming(deck, back) {
  const name = withLabel(make("input"), tr("A new name for {name}", deck));
  Object.assign(name, { value: deck.name, maxLength: 40, required: true });
  const cancel = action(tr("Cancel"), tr("Cancel"), back);
  const parts = [name, submit(tr("Rename"), tr("Rename {name} now", deck)), cancel];
  return form(deck, back, parts, () => ({ do: "rename", to: name.value.trim() }));
}

/** @type {(deck: DeckTile, back: () => void) => HTMLElement} */
function deleting(deck, back) {
  const asks = make("span", "", tr("Delete {name}? Its file is kept aside.", deck));
  const keep = action(tr("Keep it"), tr("Keep {name}", deck), back);
  return form(deck, back, [asks, submit(tr("Delete"), tr("Delete {name} now", deck)), keep], () => ({ do: "delete" }));
}

/**
 * A form in a row that sends `wish()`. Escape leaves it, and is no button of the box then.
 * @type {(deck: DeckTile, back: () => void, parts: HTMLElement[], wish: () => { do: string, to?: string }) => HTMLElement}
 */
function form(deck, back, parts, wish) {
  const made = make("form", "row", ...parts);
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = wish();
    if (await put(placeOf(deck), JSON.stringify(asked))) focusOn(asked.to ?? "");
  });
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault(); // nor does it close the drawer
    back();
  });
  return made;
}

/** @type {(made: HTMLElement, form: HTMLElement) => void} */
function instead(made, form) {
  made.lastChild?.replaceWith(form);
  const first = find("input, button", form);
  first.focus();
  if (first instanceof HTMLInputElement) first.select();
}

/**
 * What had the keys is gone: they go on at the deck of this name, or behind the list.
 * @type {(name: string) => void}
 */
function focusOn(name) {
  const link = [...$("deck-list").querySelectorAll("a")].find((anchor) => anchor.download === `${name}.json`);
  (link ?? $("deck-file")).focus();
}

/** @type {(text: string, label: string) => HTMLButtonElement} */
const submit = (text, label) => Object.assign(action(text, label, () => {}), { type: "submit" });

$("deck-import").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = $("deck-file").files ?? [];
  const { name, size } = file;
  if (size > largest) {
    return tell(tr("{name} has {size} bytes; a deck has at most {largest}.", { name, size, largest }));
  }
  const asked = new URLSearchParams({
    name: name.replace(/\.\w+$/, ""),
    replace: $("deck-replace").checked ? "yes" : "",
  });
  if (await put(`/decks?${asked}`, file)) $("deck-import").reset();
});
