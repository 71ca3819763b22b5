// Fields with their labels, and buttons that wish. Each has an id, so that it keeps the focus when its tab is drawn anew.

import { wish } from "./ask.js";
import { button, make } from "./dom.js";

/** @import { Child } from "./dom.js" */

/** @typedef {Child | Child[]} Cell What is in a cell of a table. */

let number = 0;

/**
 * A button that wishes, by an id that stays. The object may be made by a function; a false one wishes nothing.
 * @type {(id: string, text: string, object: object | (() => object | false), main?: boolean) => HTMLButtonElement}
 */
export function wishes(id, text, object, main = false) {
  const press = () => {
    const wanted = typeof object === "function" ? object() : object;
    if (wanted) wish(wanted);
  };
  return Object.assign(button(main ? "action main" : "action", text, press), { id });
}

/**
 * A labelled field.
 * @type {(text: string, input: HTMLInputElement | HTMLSelectElement, beside?: boolean) => HTMLElement}
 */
export function field(text, input, beside = false) {
  const made = make("label", beside ? "beside" : "");
  input.id ||= `field-${(number += 1)}`;
  made.htmlFor = input.id;
  made.append(...(beside ? [input, text] : [text, input]));
  return made;
}

/** @type {(type: string, value: string | number, more?: object) => HTMLInputElement} */
export const input = (type, value, more = {}) => Object.assign(make("input"), { type, value, ...more });

/**
 * A choice among values, each maybe with a label.
 * @type {(choices: (string | [value: string, label: string])[], chosen: string | undefined, more?: object) => HTMLSelectElement}
 */
export function select(choices, chosen, more = {}) {
  const made = make("select");
  for (const choice of choices) {
    const [value, label] = [choice].flat();
    made.append(new Option(label ?? value, value, false, value === chosen));
  }
  return Object.assign(made, more);
}

/**
 * A table with heads; the first `words` columns are texts.
 * @type {(heads: Cell[], rows: Cell[][], words?: number, name?: string) => HTMLElement}
 */
export function grid(heads, rows, words = 1, name = "") {
  /** @type {(tag: "td" | "th", row: Cell[]) => HTMLElement} */
  const cells = (tag, row) => make("tr", "", ...row.map((inside, place) => cell(tag, inside, place < words)));
  const whole = make(
    "table",
    name,
    make("thead", "", cells("th", heads)),
    make("tbody", "", ...rows.map((row) => cells("td", row))),
  );
  return Object.assign(make("div", "wide", whole), { tabIndex: 0 });
}

/** @type {(tag: "td" | "th", inside: Cell, word: boolean) => HTMLElement} */
const cell = (tag, inside, word) => make(tag, word ? "text" : "", ...[inside].flat());
