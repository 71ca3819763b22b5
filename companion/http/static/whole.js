// A page of which a script or the styles did not arrive would stay dead without a word: it is loaded anew when its server
// answers. It runs before the other scripts. Pages that were refused together do not come together again. A browser that
// never takes a part, as one without styles, is left alone after some times.

const SOON_MS = 300, AGAIN_MS = 1000, APART_MS = 3000, MOST = 9;
let lost = false;

/** Load the page anew as soon as its server has room for it: a refusal would stand in its place. */
export function loadAnew(pause_ms = SOON_MS * Math.random()) {
  setTimeout(() => fetch("/").then(({ ok }) => ok ? location.reload() : later(), later), pause_ms);
}

const later = () => loadAnew(AGAIN_MS + APART_MS * Math.random());

addEventListener("error", ({ target }) => lost ||= target instanceof HTMLScriptElement, { capture: true });
addEventListener("load", () => {
  lost ||= !getComputedStyle(document.body).getPropertyValue("--serif");
  const loads = lost ? Number(sessionStorage.lost ?? 0) + 1 : 0;
  sessionStorage.lost = loads;
  if (lost && loads <= MOST) later();
});
