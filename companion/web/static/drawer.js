// The drawer of controls.

import { opens } from "./dialogs.js";
import { $ } from "./dom.js";

$("show-drawer").addEventListener("click", () => opens($("drawer")));
