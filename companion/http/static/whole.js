// A page of which a script or the styles did not arrive would stay dead without a word: it is loaded anew when its server
// answers. It runs before the other scripts. Pages that were refused together do not come together again.

const AGAIN_MS = 1000, APART_MS = 3000;

function loadAnew() {
  const again_ms = AGAIN_MS + APART_MS * Math.random();
  setTimeout(() => fetch("/").then(({ ok }) => ok ? location.reload() : loadAnew(), loadAnew), again_ms);
}

addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && loadAnew(), { capture: true });
addEventListener("load", () => getComputedStyle(document.body).getPropertyValue("--serif") || loadAnew());
