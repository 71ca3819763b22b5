// Elements of the page. Every text goes in as text, never as markup.

export const $ = (id) => document.getElementById(id);

/** An element with a class, a text, and children. */
export function make(tag, name = "", text = "", ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

/** A button with a class and a text, and what a click on it does. */
export function button(name, text, act, ...children) {
  const made = make("button", name, text, ...children);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** The same element with a name, and maybe a role, for those who do not see it. */
export function labelled(made, label, role = "") {
  made.setAttribute("aria-label", label);
  if (role) made.setAttribute("role", role);
  return made;
}
