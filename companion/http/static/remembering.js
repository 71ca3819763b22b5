// What this browser remembers of a choice. One may keep nothing for a page: then a choice holds until the page is left.

/** @type {Map<string, string>} */
const meanwhile = new Map();

/** @type {(name: string) => string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return meanwhile.get(name) ?? null;
  }
}

/** @type {(name: string, value: string) => void} */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    meanwhile.set(name, value);
  }
}
