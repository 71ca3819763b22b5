// Backups: one that the browser saves is a link; one that is chosen is restored.

import { $ } from "./dom.js";
import { answerTo, post } from "./posts.js";
import { tr } from "./words.js";

$("restore").addEventListener("submit", async (event) => {
  event.preventDefault();
  $("keep-said").textContent = tr("One moment …");
  const [file] = $("backup-file").files ?? [];
  const [told, refused] = await answerTo(post("/backup", file));
  $("keep-said").textContent = refused || told.said.join(" ");
  if (told) $("restore").reset();
});
