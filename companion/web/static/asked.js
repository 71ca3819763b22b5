// What is asked: one sentence above the hand, with why the last act was refused before it and what happened behind it; and
// the answers as buttons, which press the buttons of the box.

import { suitName, suitSign } from "./cards.js";
import { $, all, button, first, make, withLabel } from "./dom.js";
import { order } from "./orders.js";
import { tr } from "./words.js";

/** @import { AnswerTold, AskedTold, TableView } from "./views.d.ts" */

/** @typedef {[kind: string, text: string]} Part Of what is said: "refused", "asks", "news" or "hint", and its text. */

const BLINK_MS = 250, SPARE_PX = 4;
/** The first part of a form that is read whole, over the empty table. @type {Part} */
const WHOLE = ["whole", ""];
/** @type {Part[][]} */
let forms = [[]], asking = forms;
let offered = "";

/**
 * Say what is asked in this view, and offer its answers; whether the sentence is another one.
 * @type {(view: TableView) => boolean}
 */
export function asks(view) {
  const { asked, watching } = view;
  offer(asked?.yours && !watching && !view.jumps ? asked : null, view.table.look ?? "");
  asking = formsOf(view);
  return says(asking);
}

/** What is said is said again. */
export function saysAgain() {
  $("remark").animate({ opacity: [0.2, 1] }, BLINK_MS);
}

/** Say that the page cannot do something. @type {(text: string) => void} */
export const refuses = (text) => void says([[["refused", text]]]);

/**
 * Say what is asked, and nothing more of what the page has refused; behind it what else helps.
 * @type {(helps: string) => void}
 */
export function asksOn(helps) {
  says(helps ? [...asking, []].map((form) => [...form, ["news", helps]]) : asking);
}

/**
 * Ever shorter forms of what is to be said; the first one that has room is read.
 * @type {(view: TableView) => Part[][]}
 */
function formsOf({ asked, caption, remark, hint, doing, table }) {
  if (caption) return [[["asks", caption]]];
  const { news = [] } = asked ?? {};
  const dotted = table.seats?.some(({ hand }) => hand.some((card) => "received" in card));
  const refused = asked ? asked.refused : remark, sentence = asked?.sentence || doing;
  /** @type {Part[]} */
  const head = [["refused", refused], ["asks", sentence], ["news", dotted ? tr("New cards have a dot.") : ""]];
  /** @type {(text: string) => Part} */
  const asNews = (text) => ["news", text];
  /** @type {(head: Part[], ...end: Part[]) => Part[][]} */
  const fewer = (head, ...end) => [
    ...news.map((_, gone) => [...head, ...news.slice(gone).map(asNews), ...end]),
    [...head, ...end],
  ];
  if (hint) {
    /** @type {Part[]} */
    const [opening, told] = [asNews(asked?.opening ?? ""), ["hint", hint.says]];
    /** @type {Part} */
    const question = ["asks", asked?.question ?? ""];
    return [
      ...fewer(head, opening, told),
      [WHOLE, ...head, opening, told],
      ...fewer([head[0], question], told),
      [WHOLE, head[0], head[1], told],
      [head[0], question, ["hint", hint.in_short]],
    ];
  }
  /** @type {Part[][]} The question without what explains it, where that would lie over something. */
  const alone = !refused && asked?.question.endsWith("?") ? [[WHOLE, head[1]], [["asks", asked.question]]] : [];
  const lines = asked?.opening.match(/.+?(?:\.(?= )|$)/g) ?? []; // the first ones matter most
  const explained = lines.map((_, gone) => [...head, asNews(lines.slice(0, lines.length - gone).join(""))]);
  return [
    ...explained.slice(0, 1).flatMap((form) => fewer(form)),
    ...explained.map((form) => [WHOLE, ...form]),
    ...fewer(head),
    [["asks", refused || sentence]],
    ...alone,
  ];
}

/** @type {(told: Part[][]) => boolean} */
function says(told) {
  if (JSON.stringify(told) === JSON.stringify(forms)) return false;
  forms = told;
  return fit();
}

/** Whether something that is to be seen lies there. @type {(there: DOMRect) => boolean} */
function covers({ left, top, right, bottom }) {
  return all("#box, #put-away, .heap, #answers > *, #centre").some((element) => {
    const it = element.getBoundingClientRect();
    return left < it.right && it.left < right && top < it.bottom && it.top < bottom;
  });
}

/** What is read already stays as it is: it is not read aloud again. Whether it is another text. */
function fit() {
  const remark = $("remark"), trial = make("p", "remark");
  remark.after(trial);
  const fits = forms.some((form) => {
    const parts = form.flatMap(([kind, text]) => text ? [make("span", kind, text), " "] : []);
    trial.replaceChildren(...parts.slice(0, -1));
    return trial.classList.toggle("whole", form[0] === WHOLE)
      ? !covers(trial.getBoundingClientRect())
      : trial.scrollHeight <= trial.clientHeight + SPARE_PX;
  });
  trial.remove();
  remark.classList.toggle("whole", !fits || trial.matches(".whole")); // it is read whole, over the table
  const [read, next] = [[...remark.childNodes], [...trial.childNodes]];
  const another = read.length !== next.length || read.some((node, at) => !node.isEqualNode(next[at]));
  if (another) remark.replaceChildren(...next);
  return another;
}
addEventListener("resize", fit);
const room = new ResizeObserver(fit);
["felt", "box"].forEach((id) => room.observe($(id)));

/**
 * The answers as buttons, and Undo. They stay the same elements as long as the same is asked.
 * @type {(asked: AskedTold | null, look: string) => void}
 */
function offer(asked, look) {
  const key = JSON.stringify([asked?.number, asked?.answers, asked?.undo]);
  if (key === offered) return;
  offered = key;
  const had = first(".talk [data-place]:focus");
  const made = asked?.answers.map((answer) => offering(answer, asked, look)) ?? [];
  all(".talk [data-place]").forEach((gone) => gone.remove()); // what stays is not moved: its list may be open
  for (const answer of made) $(answer.matches(".main[data-group=step]") ? "onwards" : "answers").append(answer);
  $("undo").hidden = !asked?.undo;
  $("undo").onclick = () => asked && gives(-1, asked);
  if (had && !had.isConnected) made[0]?.focus();
}

/** @type {(answer: AnswerTold, asked: AskedTold, look: string) => HTMLElement} */
function offering(answer, asked, look) {
  const { label, says, suit, group, main, place } = answer;
  const made = button(main ? "main" : "", "", () => gives(place, asked), ...lettering(label, suit, look));
  made.dataset.group = group;
  made.dataset.place = String(place);
  return withLabel(Object.assign(made, { title: says }), says);
}

/**
 * The label of an answer, its suit as a sign.
 * @type {(label: string, suit: string, look: string) => (string | Node)[]}
 */
function lettering(label, suit, look) {
  if (!suit) return [label];
  const before = label.match(/^\S+(?= \S+$)/)?.[0] ?? "";
  return [before, make("span", "sign", suitSign(suit, look)), look === "colours" ? suitName(suit, look) : ""];
}

const TWICE_MS = 700;
/** @type {AskedTold | null} */
let given = null, givenAt = 0;

/** @type {(place: number, asked: AskedTold) => void} */
function gives(place, asked) {
  if (asked === given && performance.now() - givenAt < TWICE_MS) return; // of a double click the first one did it
  [given, givenAt] = [asked, performance.now()];
  order({ do: "answer", place, number: asked.number });
}
