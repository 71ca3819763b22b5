// Fields with their labels, and buttons that wish. Each has an id, so that it keeps the focus when its tab is drawn anew.

import { wish } from "./ask.js";
import { button, make } from "./dom.js";

let number = 0;

/** A button that wishes, by an id that stays. The object may be made by a function; a false one wishes nothing. */
export function wishes(id, text, object, main = false) {
  const press = () => {
    const wanted = typeof object === "function" ? object() : object;
    if (wanted) wish(wanted);
  };
  return Object.assign(button(main ? "action main" : "action", text, press), { id });
}

/** A labelled field. */
export function field(text, input, beside = false) {
  const made = make("label", beside ? "beside" : "");
  input.id ||= `field-${(number += 1)}`;
  made.htmlFor = input.id;
  made.append(...(beside ? [input, text] : [text, input]));
  return made;
}

export const input = (type, value, more = {}) => Object.assign(make("input"), { type, value, ...more });

/** A choice among [value, label] pairs. */
export function select(pairs, chosen, more = {}) {
  const made = make("select");
  for (const [value, label] of pairs) made.append(new Option(label, value, false, String(value) === String(chosen)));
  return Object.assign(made, more);
}

/** A table with heads; the first `words` columns are texts. */
export function grid(heads, rows, words = 1, name = "") {
  const cells = (tag, texts) => make("tr", "", "", ...texts.map((text, place) => cell(tag, text, place < words)));
  const whole = make(
    "table",
    name,
    "",
    make("thead", "", "", cells("th", heads)),
    make("tbody", "", "", ...rows.map((row) => cells("td", row))),
  );
  return Object.assign(make("div", "wide", "", whole), { tabIndex: 0 });
}

function cell(tag, text, word) {
  const made = make(tag, word ? "text" : "");
  made.append(...(Array.isArray(text) ? text : [text ?? ""]));
  return made;
}
