// The drawer of controls.

import { opens } from "./dialogs.js";
import { $ } from "./dom.js";
import { choosesLanguage } from "./language.js";

$("show-drawer").addEventListener("click", () => opens($("drawer")));
choosesLanguage($("language"));
