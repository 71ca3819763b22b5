// Elements of the page. Every text goes in as text, never as markup.

/** @import { ElementOf } from "./elements.d.ts" */

/**
 * The element with this id.
 * @type {<Id extends string>(id: Id) => ElementOf<Id>}
 */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * The first element of a selector; null: there is none.
 * @type {(selector: string, root?: ParentNode) => HTMLElement | null}
 */
export const first = (selector, root = document) => root.querySelector(selector);

/**
 * The elements of a selector.
 * @type {(selector: string, root?: ParentNode) => HTMLElement[]}
 */
export const all = (selector, root = document) =>
  [...root.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement);

/**
 * The element of a selector in which an event happened; null: elsewhere.
 * @type {(event: Event, selector: string) => HTMLElement | null}
 */
export const within = ({ target }, selector) => target instanceof Element ? target.closest(selector) : null;

/**
 * An element with a class, a text, and children.
 * @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name?: string, text?: string | number, ...children: (Node | string)[]) => HTMLElementTagNameMap[Tag]}
 */
export function make(tag, name = "", text = "", ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = String(text);
  made.append(...children);
  return made;
}

/**
 * A button with a class and a text, and what a click on it does.
 * @type {(name: string, text: string, act: (event: MouseEvent) => unknown, ...children: (Node | string)[]) => HTMLButtonElement}
 */
export function button(name, text, act, ...children) {
  const made = make("button", name, text, ...children);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/**
 * Give an element a name, and maybe a role, for those who do not see it.
 * @type {<Made extends Element>(made: Made, label: string, role?: string) => Made}
 */
export function labelled(made, label, role = "") {
  made.setAttribute("aria-label", label);
  if (role) made.setAttribute("role", role);
  return made;
}

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

/**
 * Another element like this one, with all that is in it.
 * @type {<Made extends Element>(made: Made) => Made}
 */
export const copy = (made) => /** @type {typeof made} */ (made.cloneNode(true));
