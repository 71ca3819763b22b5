// The drawer of controls: a modal dialog, so the platform keeps the focus in it, gives it back, and closes it with Escape.

import { $ } from "./dom.js";

const drawer = $("drawer");

$("show-drawer").addEventListener("click", () => drawer.showModal());
$("close-drawer").addEventListener("click", () => drawer.close());
// What is clicked beside the drawer is its backdrop, which belongs to the dialog.
drawer.addEventListener("click", (event) => {
  const box = drawer.getBoundingClientRect();
  if (event.target === drawer && event.clientX < box.left) drawer.close();
});
