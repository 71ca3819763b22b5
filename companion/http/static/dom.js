// Elements of the page. Every text goes in as text, never as markup.

import { plain } from "./words.js";

/** @import { ElementOf } from "./elements.d.ts" */

/** @typedef {Node | string | number | null | undefined} Child */

/** The element with this id. @type {<Id extends string>(id: Id) => ElementOf<Id>} */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

$("partial").remove(); // what runs has come whole

/**
 * The first element of a selector; null: there is none.
 * @type {(selector: string, root?: ParentNode) => HTMLElement | null}
 */
export const first = (selector, root = document) => root.querySelector(selector);

/** The element of a selector, which is there. @type {(selector: string, root?: ParentNode) => HTMLElement} */
export const find = (selector, root = document) => /** @type {HTMLElement} */ (root.querySelector(selector));

/** The elements of a selector. @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
export const all = (selector, root = document) =>
  [...root.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);

/**
 * The element of a selector in which an event happened; null: elsewhere.
 * @type {(event: Event, selector: string) => HTMLElement | null}
 */
export const within = ({ target }, selector) => target instanceof Element ? target.closest(selector) : null;

/**
 * The element of a selector at a point of the window; null: another one lies there.
 * @type {(x: number, y: number, selector: string) => HTMLElement | null}
 */
export const elementAt = (x, y, selector) => document.elementFromPoint(x, y)?.closest(selector) ?? null;

/**
 * An element with a class and what is in it: texts, numbers with true minus signs, and elements; nothing is left out.
 * @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name?: string, ...children: Child[]) => HTMLElementTagNameMap[Tag]}
 */
export function make(tag, name = "", ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  for (const child of children) {
    if (child || child === 0) made.append(child instanceof Node ? child : plain(child));
  }
  return made;
}

/** Have the page draw its latest view again. */
export const redraw = () => document.dispatchEvent(new Event("redraw"));

/** Have a style sheet that the page does not begin with. @type {(href: string) => Promise<unknown>} */
export const loadStyles = (href) =>
  new Promise((onload, onerror) =>
    document.head.append(Object.assign(make("link"), { rel: "stylesheet", href, onload, onerror }))
  );

/** Have the browser save a file under a name. @type {(file: Blob, name: string) => void} */
export function save(file, name) {
  const link = Object.assign(make("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // a browser may still be reading it
}

/**
 * A button with a class and a text, and what a click on it does.
 * @type {(name: string, text: string, act: (event: MouseEvent) => unknown, ...children: Child[]) => HTMLButtonElement}
 */
export function button(name, text, act, ...children) {
  const made = make("button", name, text, ...children);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/**
 * Show a text in an element, which is hidden without one. It is read aloud once, not with each view.
 * @type {(element: HTMLElement, text: string) => void}
 */
export function say(element, text) {
  element.hidden = !text;
  if (element.textContent !== plain(text)) element.textContent = plain(text);
}

/**
 * Give an element a name, and maybe a role, for those who do not see it.
 * @type {<Made extends Element>(made: Made, label: string, role?: string) => Made}
 */
export function withLabel(made, label, role = "") {
  made.setAttribute("aria-label", label);
  if (role) made.setAttribute("role", role);
  return made;
}

/**
 * A button with a text, a longer name for those who do not see where it stands, and what a click on it does.
 * @type {(text: string, label: string, act: () => unknown) => HTMLButtonElement}
 */
export const action = (text, label, act) => withLabel(button("", text, act), label);

/**
 * A part of a drawing (SVG).
 * @type {(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]) => SVGElement}
 */
export function draw(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** Another element like this one, with all that is in it. @type {<Made extends Element>(made: Made) => Made} */
export const copy = (made) => /** @type {typeof made} */ (made.cloneNode(true));
