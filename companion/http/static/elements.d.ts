// What the ids of the pages name, where it is more than an element that is always there.

/** By id. Null: it comes and goes. */
export interface Elements {
  aloud: HTMLButtonElement;
  language: HTMLSelectElement;
}

export type ElementOf<Id extends string> = Id extends keyof Elements ? Elements[Id] : HTMLElement;
