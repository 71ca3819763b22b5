// Cards are carried to the reader: by a mouse at once, by a finger after a moment, so that a swipe still scrolls.

const FAR_PX = 6, HOLD_MS = 200;
let reader = null;
let held = null;
let landed = false;

/** Where cards can be dropped. */
export function dropping(element) {
  reader = element;
}

/** `element` can be carried there; `drop` is called when it has arrived. */
export function carrying(element, drop) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    end();
    landed = false;
    held = { element, drop, id: event.pointerId, finger: event.pointerType === "touch", x: event.clientX, y: event.clientY };
    if (held.finger) held.timer = setTimeout(() => lift(held.x, held.y), HOLD_MS);
  });
  // A finger that carries a card does not scroll the page, and opens no menu.
  element.addEventListener("touchmove", (event) => held?.ghost && event.preventDefault(), { passive: false });
  element.addEventListener("contextmenu", (event) => held?.finger && event.preventDefault());
  // What was carried is not clicked as well.
  element.addEventListener("click", (event) => {
    if (landed) event.stopImmediatePropagation();
    landed = false;
  });
}

function lift(x, y) {
  held.ghost = held.element.firstElementChild.cloneNode(true);
  held.ghost.classList.add("carried");
  held.ghost.style.setProperty("--card", getComputedStyle(held.element).getPropertyValue("--card"));
  document.body.append(held.ghost);
  move(x, y);
}

function move(x, y) {
  held.ghost.style.translate = `${x}px ${y}px`;
  reader.classList.toggle("near", isOver(x, y));
}

function isOver(x, y) {
  const box = reader.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function end() {
  clearTimeout(held?.timer);
  held?.ghost?.remove();
  reader?.classList.remove("near");
  held = null;
}

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== held?.id) return;
  const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR_PX;
  if (held.ghost) move(event.clientX, event.clientY);
  else if (far && held.finger) end();
  else if (far) lift(event.clientX, event.clientY);
});
document.addEventListener("pointerup", (event) => {
  if (event.pointerId !== held?.id) return;
  const { ghost, drop } = held;
  landed = Boolean(ghost);
  end();
  if (ghost && isOver(event.clientX, event.clientY)) drop();
});
document.addEventListener("pointercancel", end);
