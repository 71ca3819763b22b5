// A page of which a script or the styles did not arrive would stay dead without a word: it is loaded anew when its server
// answers. It runs before the other scripts. Pages that were refused together do not come together again.

const AGAIN_MS = 1000, APART_MS = 3000;

const later = () => setTimeout(loadAnew, AGAIN_MS + APART_MS * Math.random());

/** Load the page anew as soon as its server has room for it: a refusal would stand in its place. */
export function loadAnew() {
  fetch("/").then(({ ok }) => ok ? location.reload() : later(), later);
}

addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && later(), { capture: true });
addEventListener("load", () => getComputedStyle(document.body).getPropertyValue("--serif") || later());
