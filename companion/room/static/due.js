// A guided run over a deck: the card whose tag comes next, large, and how far it is.

import { face } from "./cards.js";
import { make } from "./dom.js";
import { tr } from "./words.js";

/** @import { EnrollingTold } from "./views.d.ts" */

/** @type {(run: EnrollingTold) => HTMLElement[]} */
export function due({ due: piece, done, of, undo }) {
  const bar = Object.assign(make("progress"), { max: of, value: done });
  const told = make("p", "done", tr("{n} of {all}", { n: done, all: of }));
  const back = make("p", "undo", undo && piece ? tr("▲ takes the last one back") : "");
  if (!piece) return [bar, told];
  const card = piece.face ? [face(piece.face, "suits", "")] : [];
  const name = make("p", "called", piece.called);
  return [...card, name, make("p", "remark", piece.remark), bar, told, back];
}
