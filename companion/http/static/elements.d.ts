// What the ids of the pages name, where it is more than an element that is always there.

/** By id. Null: it comes and goes. */
export interface Elements {
  ahead: HTMLButtonElement;
  aloud: HTMLButtonElement;
  "backup-file": HTMLInputElement;
  brought: HTMLInputElement;
  cards: HTMLSelectElement;
  change: HTMLInputElement;
  colour: HTMLSelectElement;
  company: HTMLSelectElement;
  correct: HTMLDetailsElement;
  correction: HTMLFormElement;
  "deck-import": HTMLFormElement;
  "deck-file": HTMLInputElement;
  "deck-replace": HTMLInputElement;
  decks: HTMLDetailsElement;
  dims: HTMLInputElement;
  drawer: HTMLDialogElement;
  fast: HTMLInputElement;
  hints: HTMLInputElement;
  house: HTMLDetailsElement;
  "house-rules": HTMLDetailsElement;
  how: HTMLSelectElement;
  language: HTMLSelectElement;
  looked: HTMLElement | null;
  pace: HTMLSelectElement;
  "pace-here": HTMLSelectElement;
  panel: HTMLCanvasElement;
  password: HTMLInputElement;
  people: HTMLSelectElement;
  print: HTMLInputElement;
  restore: HTMLFormElement;
  rules: HTMLDialogElement;
  scanned: HTMLInputElement;
  scores: HTMLDialogElement;
  "seat-change": HTMLFormElement;
  seating: HTMLDetailsElement;
  seed: HTMLInputElement;
  "show-new": HTMLButtonElement;
  speed: HTMLSelectElement;
  whose: HTMLSelectElement;
  why: HTMLSelectElement;
  "wall-clock": HTMLElement | null;
}

export type ElementOf<Id extends string> = Id extends keyof Elements ? Elements[Id] : HTMLElement;
