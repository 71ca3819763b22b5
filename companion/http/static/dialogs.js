// Modal dialogs: the platform keeps the focus in one, gives it back, and closes it with Escape. The browser's Back closes
// it, too: an open one has an entry of its own in the history. One that stands in the page is closed by a click beside it.

/** @type {Promise<unknown> | null} */
let leaving = null; // the way back over the entry of a dialog that was closed otherwise

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
  // What is clicked beside it is its backdrop, which belongs to the dialog.
  dialog.addEventListener("click", ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    if (target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)) dialog.close();
  });
}
addEventListener("popstate", () => {
  /** @type {HTMLDialogElement | null} */
  const open = document.querySelector("dialog[open]");
  if (!leaving && !history.state?.open) open?.close();
});

/** Open a dialog over the page, at its top. @type {(dialog: HTMLDialogElement) => Promise<void>} */
export async function opens(dialog) {
  dialog.addEventListener("close", leave);
  dialog.showModal();
  dialog.scrollTop = 0;
  await leaving; // a browser goes back later than it is told to
  if (dialog.open && !history.state?.open) history.pushState({ open: dialog.id }, "");
}

/** @type {(event: Event) => void} */
function leave({ target }) {
  if ((target instanceof HTMLDialogElement && target.open) || !history.state?.open) return;
  leaving = new Promise((arrived) => addEventListener("popstate", arrived, { once: true })).then(
    () => (leaving = null),
  );
  history.back();
}
