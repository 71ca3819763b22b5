// Modal dialogs: the platform keeps the focus in one, gives it back, and closes it with Escape. The browser's Back closes
// it, too: an open one has an entry of its own in the history. One that stands in the page is closed by a click beside it.

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  // What is clicked beside it is its backdrop, which belongs to the dialog.
  dialog.addEventListener("click", ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    if (target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)) dialog.close();
  });
}
addEventListener("popstate", () => history.state?.open || document.querySelector("dialog[open]")?.close());

/** Open a dialog over the page. */
export function opens(dialog) {
  history.pushState({ open: dialog.id }, "");
  dialog.addEventListener("close", () => history.state?.open && history.back(), { once: true });
  dialog.showModal();
}
